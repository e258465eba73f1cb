import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type ArgumentationFramework,
  characteristic,
  defineFramework,
  grounded,
  isAdmissible,
  isConflictFree,
  isStable,
} from "../../src/argumentation/index.js";
import { randomDraw } from "../../src/preferences/random/index.js";
import {
  arbitraryFramework,
  chain,
  isNaivelyComplete,
  naiveGrounded,
  subsetsOf,
  TEXTBOOK,
} from "./textbook.js";

const RUNS = { numRuns: 2_000, seed: 1995 };

describe("the textbook", () => {
  it.each(TEXTBOOK)("AR-4, AR-5: $name", ({ arguments: ids, attacks, in: accepted, out, undecided }) => {
    const framework = defineFramework(ids, attacks);
    expect(grounded(framework)).toEqual({ in: accepted, out, undecided });
    expect(isAdmissible(framework, accepted)).toBe(true);
  });

  it("AR-5: a self-attacker that nothing `in` attacks is undecided, not out", () => {
    const framework = defineFramework(
      ["a", "b"],
      [
        ["a", "a"],
        ["b", "b"],
        ["b", "a"],
      ],
    );
    expect(grounded(framework)).toEqual({ in: [], out: [], undecided: ["a", "b"] });
  });

  it("AR-3: lists ids in the order of `arguments`, whatever the order of attacks", () => {
    const attacks = [
      ["c", "b"],
      ["b", "a"],
    ] as const;
    for (const ordered of [attacks, attacks.toReversed()]) {
      expect(grounded({ arguments: ["a", "d", "b", "c"], attacks: ordered }).in).toEqual(["a", "d", "c"]);
    }
  });

  it("is frozen, lists included", () => {
    const labels = grounded(chain(3));
    expect([labels, labels.in, labels.out, labels.undecided].every((part) => Object.isFrozen(part))).toBe(
      true,
    );
  });

  it("AR-7: a chain of 10,000 gives 5,000 `in`, from either end, without recursion", () => {
    const { arguments: ids, attacks } = chain(10_000);
    expect(grounded({ arguments: ids, attacks }).in).toHaveLength(5_000);
    const turned = attacks.map(([attacker, target]) => [target, attacker] as const);
    expect(grounded({ arguments: ids, attacks: turned.toReversed() }).in).toHaveLength(5_000);
  });

  it("AR-7: one argument that beats 9,999, all of which attack one another's neighbour", () => {
    const { arguments: ids, attacks } = chain(10_000);
    const beaten = ids.slice(1).map((id) => [ids[0]!, id] as const);
    expect(grounded({ arguments: ids, attacks: [...attacks, ...beaten] })).toEqual({
      in: [ids[0]],
      out: ids.slice(1),
      undecided: [],
    });
  });
});

describe("the properties", () => {
  const frameworks = arbitraryFramework();
  const of = (
    arbitrary: fc.Arbitrary<ArgumentationFramework>,
    check: (one: ArgumentationFramework) => void,
  ) => fc.assert(fc.property(arbitrary, check), RUNS);

  it("P1: `in` is conflict-free, admissible and a fixed point of F", () => {
    of(frameworks, (framework) => {
      const { in: accepted } = grounded(framework);
      expect(isConflictFree(framework, accepted)).toBe(true);
      expect(isAdmissible(framework, accepted)).toBe(true);
      expect(characteristic(framework, accepted)).toEqual(accepted);
    });
  });

  it("P2: it is the least one: iterating F from the empty set ends in it", () => {
    of(frameworks, (framework) => {
      expect(grounded(framework).in).toEqual(naiveGrounded(framework));
    });
  });

  it("P3: it is complete, and the intersection of all complete extensions", () => {
    of(arbitraryFramework(8), (framework) => {
      const complete = subsetsOf(framework.arguments).filter((set) => isNaivelyComplete(framework, set));
      const common = framework.arguments.filter((id) => complete.every((set) => set.includes(id)));
      expect(grounded(framework).in).toEqual(common);
      expect(complete).toContainEqual(common);
    });
  });

  it("P4: the labels partition, and follow from those of the attackers", () => {
    of(frameworks, (framework) => {
      const { in: accepted, out, undecided } = grounded(framework);
      expect([...accepted, ...out, ...undecided].toSorted()).toEqual(framework.arguments.toSorted());
      for (const id of framework.arguments) {
        const attackers = framework.attacks.filter(([, target]) => target === id).map(([one]) => one);
        expect(out.includes(id)).toBe(attackers.some((one) => accepted.includes(one)));
        expect(accepted.includes(id)).toBe(attackers.every((one) => out.includes(one)));
      }
    });
  });

  it("P5: neither the order of attacks nor the names of arguments matter", () => {
    of(frameworks, (framework) => {
      const labels = grounded(framework);
      const attacks = framework.attacks.toReversed();
      expect(grounded({ ...framework, attacks })).toEqual(labels);
      const renamed = (id: string): string => `z${99 - Number(id.slice(1))}`;
      const other = grounded({
        arguments: framework.arguments.map(renamed),
        attacks: attacks.map(([attacker, target]) => [renamed(attacker), renamed(target)] as const),
      });
      expect(other).toEqual({
        in: labels.in.map(renamed),
        out: labels.out.map(renamed),
        undecided: labels.undecided.map(renamed),
      });
    });
  });

  it("P6: an argument that nobody attacks and that attacks nobody is `in`, and changes nothing else", () => {
    of(frameworks, (framework) => {
      const labels = grounded(framework);
      const larger = grounded({ ...framework, arguments: ["hermit", ...framework.arguments] });
      expect(larger).toEqual({ ...labels, in: ["hermit", ...labels.in] });
    });
  });

  it("P7: without a cycle nothing is undecided, and `in` is stable", () => {
    of(frameworks, (framework) => {
      const place = (id: string): number => framework.arguments.indexOf(id);
      const attacks = framework.attacks.filter(([attacker, target]) => place(attacker) < place(target));
      const acyclic = { ...framework, attacks };
      expect(grounded(acyclic).undecided).toEqual([]);
      expect(isStable(acyclic, grounded(acyclic).in)).toBe(true);
    });
  });

  it("P8: repeated attacks change nothing, and no input is modified", () => {
    of(frameworks, (framework) => {
      const labels = grounded(framework);
      const twice = { ...framework, attacks: [...framework.attacks, ...framework.attacks] };
      const before = JSON.stringify(twice);
      expect(grounded(twice)).toEqual(labels);
      expect(grounded(defineFramework(twice.arguments, twice.attacks))).toEqual(labels);
      expect(JSON.stringify(twice)).toBe(before);
    });
  });
});

describe("a second implementation", () => {
  it("agrees on 10,000 sparse frameworks of 1 to 40 arguments, most of which settle something", () => {
    let settledCount = 0;
    for (let number = 1; number <= 10_000; number += 1) {
      const framework = sparseFramework(number);
      const { in: accepted } = grounded(framework);
      expect(accepted).toEqual(naiveGrounded(framework));
      if (accepted.length > 0) settledCount += 1;
    }
    expect(settledCount).toBeGreaterThan(7_000);
  });
});

/** Attacks with a probability of 1/n. */
function sparseFramework(number: number): ArgumentationFramework {
  let drawNumber = 0;
  const draw = (): number => randomDraw(7, "dung", number, drawNumber++);
  const ids = Array.from({ length: 1 + Math.floor(draw() * 40) }, (_, place) => `a${place}`);
  const attacks = ids.flatMap((attacker) =>
    ids.filter(() => draw() < 1 / ids.length).map((target) => [attacker, target] as const),
  );
  return { arguments: ids, attacks };
}
