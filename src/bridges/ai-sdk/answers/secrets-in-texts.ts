/**
 * @module
 * Whether a text contains a secret, in whatever case, spacing, grouping of digits or look-alike letters. A net, no wall:
 * what is spelt backwards or in riddles passes. The guard's limit on terms is the wall.
 */

/** Looks for secrets in texts and in JSON. */
export class SecretFilter {
  readonly #secrets: readonly string[];

  /** @param secrets - each with a letter or digit in it */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.map(bareSecret);
  }

  /** @param before - what the same side said earlier, asked for only where there are secrets */
  isInText(text: string, before: () => string): boolean {
    if (this.#secrets.length === 0) return false;
    const bare = bareText(text);
    if (this.#has(bare)) return true;
    const said = bareText(before());
    // Told in parts: at the seam, since what was said is said.
    const joined = said + bare;
    return this.#secrets.some((secret) =>
      joined.includes(secret, Math.max(0, said.length - secret.length + 1)),
    );
  }

  /** In any text or name of JSON. Numbers are what is bargained about: one of them is a secret as a whole, or none. */
  isIn(value: unknown): boolean {
    if (this.#secrets.length === 0) return false;
    if (typeof value === "string") return this.#has(bareText(value));
    if (typeof value === "number") return this.#secrets.includes(bareSecret(String(value)));
    if (typeof value !== "object" || value === null) return false;
    return Object.entries(value).some(
      ([key, member]) => (!Array.isArray(value) && this.#has(bareText(key))) || this.isIn(member),
    );
  }

  #has(bare: string): boolean {
    return this.#secrets.some((secret) => bare.includes(secret));
  }
}

/** "0.45" is told as ".45" and as "45 %" too. */
function bareSecret(text: string): string {
  return bareText(text).replace(/^0+(?=\d)/, "");
}

/** Letters and digits alone, in one case and one script where they look alike. */
export function bareText(text: string): string {
  return (
    text
      .normalize("NFKD")
      .replace(/[^\0-\x7F]/gu, (one) =>
        /\p{Nd}/u.test(one) ? digitOf(one) : (ALIKE.get(one) ?? ALIKE.get(one.toLowerCase()) ?? one),
      )
      // Not to small letters: the capitals of "ß" are two, and a sigma has one alone.
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, "")
      .replace(/O/g, "0")
      .replace(/[IL]/g, "1")
  );
}

/** Decimal digits of a script stand in a row of ten. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let digit = 0;
  while (digit < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - digit - 1))) digit += 1;
  return String(digit);
}

/** What has its letters in a row: most small capitals, Lisu, black circles, black squares and flags. */
const ALPHABET = "abcdefghijklmnopqrstuvwxyz";
const ROWS: readonly (readonly [first: number, letters: string])[] = [
  [0x1d00, "aaabcddeeijklmnocoooooooprrtuuumvwz"],
  [0xa4d0, "bppdttgkkjcczffmnlsrrvvhgjwxybaaeeiou"],
  [0x1f150, ALPHABET],
  [0x1f170, ALPHABET],
  [0x1f1e6, ALPHABET],
];

/** Cyrillic, Greek and other letters, each before the Latin one that it looks like; capitals that look like others. */
const ALIKE: ReadonlyMap<string, string> = new Map(
  [
    "аaеeіiјjоoрpсcуyхxѕsһhԁdԛqԝwкkмmтtвbнhгrӏlαaεeιiκkνvοoρpτtυuχxγyωwβbηnΝNΥYΗHΖZΜMıiɑaɡgłløođd",
    "ʙbꜰfɢgʜhɪiʟlɴnʀrꜱsʏy",
    ...ROWS.map(([first, letters]) =>
      letters.replace(/./g, (one, at) => String.fromCodePoint(first + at) + one),
    ),
  ]
    .join("")
    .match(/../gu)
    ?.map((pair) => [...pair] as [string, string]),
);
