/**
 * @module
 * What the other side wrote, on its way to a model: without what nobody sees, cut, and set between marks that
 * nobody can forge (AI-6).
 */

/** Characters of one message. */
export const MOST_OF_A_MESSAGE = 2_000;

/**
 * Text without control, bidirectional and other invisible characters, on one line, and cut.
 *
 * @param most - UTF-16 units that are kept; what is cut says so
 */
export function cleanText(text: string, most: number = MOST_OF_A_MESSAGE): string {
  // Cut before as well: a megabyte is not to be cleaned for the sake of its head.
  const whole = text.length > most * 4 ? text.slice(0, most * 4) : text;
  const clean = SUSPECT.test(whole) ? whole.replace(BREAKS, " ").replace(UNSEEN, "") : whole;
  if (clean.length <= most && whole === text) return clean;
  return `${clean.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}${CUT}`;
}

const CUT = "… (cut)";

const SUSPECT = /[^ -~]/;
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Also lone surrogates, private use, and the brackets of the marks. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800⟦⟧]/gu;

/** Gives 128 random bits at each call, drawn from the platform 512 at a time. */
export function nonces(): () => string {
  const drawn = new BigUint64Array(1_024);
  let next = drawn.length;
  const half = (): string => {
    if (next === drawn.length) {
      crypto.getRandomValues(drawn);
      next = 0;
    }
    next += 1;
    return (drawn[next - 1] as bigint).toString(16).padStart(16, "0");
  };
  return () => half() + half();
}

/** Sets text between the marks of this nonce, which is taken out of it first. */
export function fenced(text: string, nonce: string): string {
  let inside = text;
  // What is taken out may bring together what was apart.
  while (nonce !== "" && inside.includes(nonce)) inside = inside.replaceAll(nonce, "");
  return `⟦data ${nonce}⟧\n${inside}\n⟦end ${nonce}⟧`;
}

/** JSON of the other side's with its texts and names fenced: all but single words, numbers and instants. */
export function fencedJson(value: unknown, nonce: string): unknown {
  if (typeof value === "string") return WORD.test(value) ? value : fenced(cleanText(value), nonce);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => fencedJson(member, nonce));
  const members = cleanMembers(value).map(([name, member]) => [
    IDENTIFIER.test(name) ? name : fenced(name, nonce),
    fencedJson(member, nonce),
  ]);
  return Object.fromEntries(members);
}

/**
 * The members of an object, their names clean. Two that would come to the same name are told apart: a name of which
 * something is not seen hides no other member.
 */
export function cleanMembers(value: object): readonly (readonly [name: string, member: unknown])[] {
  const taken = new Set(Object.keys(value));
  return Object.entries(value).map(([name, member]) => {
    const clean = cleanText(name, MOST_OF_A_NAME);
    if (clean === name) return [name, member];
    let shown = clean;
    for (let count = 2; taken.has(shown); count += 1) shown = `${clean} (another, ${count})`;
    taken.add(shown);
    return [shown, member];
  });
}

/** A word as it stands in an enumeration, or digits and what stands between them in numbers and instants. */
const WORD = /^(?:[A-Za-z]{0,20}|[\d.,:+TZ/-]{1,40})$/;
const IDENTIFIER = /^[A-Za-z]\w{0,39}$/;
const MOST_OF_A_NAME = 200;

/**
 * JSON without the marks of any fence: what a model repeats of what it was shown is what was meant.
 *
 * @param tell - told of what nobody can have meant: two members of one object that have the same name without their
 * marks, and a text that was shown cut
 */
export function unfenced(value: unknown, tell: (fault: FenceFault) => void): unknown {
  if (typeof value === "string") {
    const meant = value.replace(MARKED, "$1");
    if (meant !== value && meant.endsWith(CUT)) tell("cut");
    return meant;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((member) => unfenced(member, tell));
  const members = new Map<string, unknown>();
  for (const [marked, member] of Object.entries(value)) {
    const name = marked.replace(MARKED, "$1");
    if (members.has(name)) tell("alike");
    members.set(name, unfenced(member, tell));
  }
  return Object.fromEntries(members);
}

/** What is wrong with what was repeated. */
export type FenceFault = "alike" | "cut";

const MARKED = /⟦data \w+⟧\n(.*?)\n⟦end \w+⟧/g;
