/**
 * @module
 * Textbook frameworks with their grounded labelling, and whatever else the tests of frameworks share.
 */

import fc from "fast-check";
import type { ArgumentationFramework, Labelling } from "../../src/argumentation/index.js";

/** A framework and the labels that it must get. */
export interface TextbookGraph extends ArgumentationFramework, Labelling {
  readonly name: string;
}

/** Attacks as `a>b`; the labels as lists of ids, separated by blanks. */
function graph(
  name: string,
  ids: string,
  attacks: string,
  labels: { readonly in?: string; readonly out?: string; readonly undecided?: string },
): TextbookGraph {
  const listed = (text = ""): string[] => text.split(" ").filter((id) => id !== "");
  return {
    name,
    arguments: listed(ids),
    attacks: listed(attacks).map((attack) => attack.split(">") as [string, string]),
    in: listed(labels.in),
    out: listed(labels.out),
    undecided: listed(labels.undecided),
  };
}

/** Each attacks the next. */
export function chain(length: number): TextbookGraph {
  const ids = Array.from({ length }, (_, place) => `p${place}`);
  return {
    name: `chain of ${length}`,
    arguments: ids,
    attacks: ids.slice(1).map((id, place) => [ids[place]!, id]),
    in: ids.filter((_, place) => place % 2 === 0),
    out: ids.filter((_, place) => place % 2 === 1),
    undecided: [],
  };
}

/** Each attacks the next, the last the first. */
function cycle(length: number): TextbookGraph {
  const { arguments: ids, attacks } = chain(length);
  const closed = [...attacks, [ids.at(-1)!, ids[0]!] as const];
  return { name: `cycle of ${length}`, arguments: ids, attacks: closed, in: [], out: [], undecided: ids };
}

export const TEXTBOOK: readonly TextbookGraph[] = [
  graph("empty", "", "", {}),
  graph("one argument", "a", "", { in: "a" }),
  graph("one attack", "a b", "a>b", { in: "a", out: "b" }),
  graph("reinstatement", "a b c", "a>b b>c", { in: "a c", out: "b" }),
  chain(101),
  chain(102),
  graph("Nixon diamond", "a b", "a>b b>a", { undecided: "a b" }),
  graph("floating acceptance", "a b c d", "a>b b>a a>c b>c c>d", { undecided: "a b c d" }),
  graph("odd cycle", "a b c", "a>b b>c c>a", { undecided: "a b c" }),
  graph("even cycle", "a b c d", "a>b b>c c>d d>a", { undecided: "a b c d" }),
  cycle(99),
  cycle(100),
  graph("an odd cycle that is broken from outside", "a b c x", "a>b b>c c>a x>a", { in: "b x", out: "a c" }),
  graph("an even cycle that is broken from outside", "a b x", "a>b b>a x>a", { in: "b x", out: "a" }),
  graph("self-attacker alone", "a", "a>a", { undecided: "a" }),
  graph("self-attacker attacked", "a b", "a>a b>a", { in: "b", out: "a" }),
  graph("self-attacker attacks", "a b", "a>a a>b", { undecided: "a b" }),
  graph("self-attacker beside a mutual attack", "a b c d", "a>b b>a c>c", { in: "d", undecided: "a b c" }),
  graph("self-attacker defeated, its victim restored", "x a b", "a>a a>b x>a", { in: "x b", out: "a" }),
  graph("two attackers, one defeated", "x a b c", "x>a a>c b>c", { in: "x b", out: "a c" }),
  graph("two attackers, both defeated", "x y a b c", "x>a y>b a>c b>c", { in: "x y c", out: "a b" }),
  graph("disconnected parts", "a b c d e f", "a>b c>d d>c e>f", { in: "a e", out: "b f", undecided: "c d" }),
  graph("repeated attack", "a b c", "a>b a>b b>c", { in: "a c", out: "b" }),
  {
    name: "unusual ids",
    arguments: ["", "__proto__", "a b", "constructor"],
    attacks: [
      ["", "__proto__"],
      ["__proto__", "a b"],
      ["a b", "constructor"],
    ],
    in: ["", "a b"],
    out: ["__proto__", "constructor"],
    undecided: [],
  },
];

/** Frameworks of any density, self-attacks and repeated attacks included. */
export function arbitraryFramework(most = 12): fc.Arbitrary<ArgumentationFramework> {
  return fc.integer({ min: 0, max: most }).chain((count): fc.Arbitrary<ArgumentationFramework> => {
    const ids = Array.from({ length: count }, (_, place) => `a${place}`);
    if (count === 0) return fc.constant({ arguments: ids, attacks: [] });
    const pair = fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids));
    // As many attacks as arguments leave something to decide; many more hardly ever do.
    const attacks = fc.oneof(
      { weight: 3, arbitrary: fc.array(pair, { maxLength: count + 2 }) },
      { weight: 1, arbitrary: fc.array(pair, { maxLength: count * count, size: "max" }) },
    );
    return fc.record({ arguments: fc.constant(ids), attacks });
  });
}

/** Some of the arguments of a framework, in any order and perhaps twice. */
export function arbitrarySubset({ arguments: ids }: ArgumentationFramework): fc.Arbitrary<string[]> {
  return ids.length === 0
    ? fc.constant([])
    : fc.array(fc.constantFrom(...ids), { maxLength: ids.length + 2 });
}

/** What S defends, written as the definition reads: every attacker is attacked by a member. */
export function naiveCharacteristic(
  { arguments: ids, attacks }: ArgumentationFramework,
  members: readonly string[],
): string[] {
  const attackersOf = (id: string): string[] =>
    attacks.filter(([, target]) => target === id).map(([attacker]) => attacker);
  return ids.filter((id) =>
    attackersOf(id).every((attacker) => attackersOf(attacker).some((one) => members.includes(one))),
  );
}

/** The least fixed point of F by iteration from the empty set. */
export function naiveGrounded(framework: ArgumentationFramework): string[] {
  let members: string[] = [];
  for (;;) {
    const next = naiveCharacteristic(framework, members);
    if (next.length === members.length) return next;
    members = next;
  }
}

/** Whether S is conflict-free and equals F(S), as the definition reads. */
export function isNaivelyComplete(framework: ArgumentationFramework, members: readonly string[]): boolean {
  const isFree = !framework.attacks.some(([one, other]) => members.includes(one) && members.includes(other));
  const defended = naiveCharacteristic(framework, members);
  return isFree && defended.length === members.length && defended.every((id) => members.includes(id));
}

/** All subsets, in the order of the arguments. */
export function subsetsOf(ids: readonly string[]): string[][] {
  return Array.from({ length: 2 ** ids.length }, (_, bits) => ids.filter((_, place) => (bits >> place) & 1));
}
