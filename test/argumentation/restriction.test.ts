import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AttackRelation,
  argumentGate,
  JUSTIFICATION_TYPES,
  type JustificationType,
  rfcAttacks,
} from "../../src/argumentation/index.js";
import type { Json } from "../../src/core/json/index.js";
import type { Move } from "../../src/core/moves/index.js";
import type { AgentCall } from "../../src/ports/index.js";
import { callAfter, type Price, type Said } from "./scenes.js";

// Theorem B.2 of the RFC: arguments can only restrict what a party accepts.

const type = fc.constantFrom(...JUSTIFICATION_TYPES);
const id = fc.constantFrom("p1", "p2", "p3", "p4", "unknown");

const justification: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 5, arbitrary: fc.record({ type, references: fc.array(id, { maxLength: 2 }) }) },
  { weight: 1, arbitrary: fc.constantFrom<Json>({ type: "bribe" }, "nonsense", false, []) },
);

const history = fc
  .array(fc.record({ price: fc.integer({ min: 0, max: 9 }), say: justification }), {
    minLength: 1,
    maxLength: 6,
  })
  .map((all): readonly Said[] =>
    all.map((one, place) => ({ ...one, by: place % 2 === 0 ? "ada" : "smith" })),
  );

/** A relation of a host's own, a table of all pairs of types; some fail, some are none. */
const relation: fc.Arbitrary<AttackRelation | undefined> = fc.oneof(
  fc.constantFrom<AttackRelation | undefined>(
    undefined,
    rfcAttacks,
    () => true,
    () => {
      throw new Error("of the relation");
    },
  ),
  fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }).map((table): AttackRelation => {
    const place = (one: JustificationType): number => JUSTIFICATION_TYPES.indexOf(one);
    return (attacker, target) => table[place(attacker.type) * 8 + place(target.type)]!;
  }),
);

const worth = fc.constantFrom<(terms: Price) => number>(
  ({ price }) => price,
  ({ price }) => -price,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => {
    throw new Error("of worth");
  },
);

const OTHERWISE: readonly unknown[] = [
  { action: "counter", terms: { price: 5 } },
  { action: "withdraw" },
  { action: "accept" },
  undefined,
];

const INNER: readonly Move<Price>[] = [
  { action: "accept" },
  { action: "counter", terms: { price: 5 } },
  { action: "reject" },
  { action: "withdraw" },
  { action: "question" },
];

const world = fc.record({
  said: history,
  relation,
  worth,
  outsideOption: fc.integer({ min: -9, max: 9 }),
  inner: fc.constantFrom(...INNER),
  other: fc.constantFrom(...OTHERWISE),
});

interface World {
  readonly said: readonly Said[];
  readonly relation: AttackRelation | undefined;
  readonly worth: (terms: Price) => number;
  readonly outsideOption: number;
  readonly inner: Move<Price>;
  readonly other: unknown;
}

function gated({ said: _, inner, other, ...options }: World, call: AgentCall<Price>): unknown {
  return argumentGate(() => inner, { ...options, otherwise: () => other as never })(call);
}

describe("the gate only restricts", () => {
  it("AR-16, P10: an acceptance with it is one without, is worth it, and all else passes by identity", () => {
    let acceptedCount = 0;
    let heldCount = 0;
    const property = fc.property(world, (one) => {
      const call = callAfter(one.said);
      const answer = gated(one, call) as Move<Price>;
      if (one.inner.action !== "accept") {
        expect(answer).toBe(one.inner);
      } else if (answer.action === "accept") {
        acceptedCount += 1;
        expect(answer).toBe(one.inner);
        expect(one.worth(call.standing!.terms)).toBeGreaterThanOrEqual(one.outsideOption);
      } else {
        heldCount += 1;
        expect(["counter", "reject", "withdraw"]).toContain(answer.action);
      }
      expect(gated(one, call)).toEqual(answer);
    });
    fc.assert(property, { numRuns: 4_000, seed: 2 });
    expect(Math.min(acceptedCount, heldCount)).toBeGreaterThan(100);
  });

  it("P10: without justifications it is the guard of worth, and nothing else", () => {
    const property = fc.property(world, (one) => {
      const call = callAfter(one.said.map(({ by, price }) => ({ by, price: price! })));
      let isWorthIt = false;
      try {
        isWorthIt = one.worth(call.standing!.terms) >= one.outsideOption;
      } catch {
        // Not a number, so no acceptance.
      }
      const answer = gated({ ...one, inner: { action: "accept" } }, call) as Move<Price>;
      expect(answer.action === "accept").toBe(isWorthIt);
    });
    fc.assert(property, { numRuns: 2_000, seed: 3 });
  });

  it("P10: without justifications no relation makes a difference", () => {
    const property = fc.property(world, relation, (one, another) => {
      const call = callAfter(one.said.map(({ by, price }) => ({ by, price: price! })));
      expect(gated({ ...one, relation: another }, call)).toEqual(gated(one, call));
    });
    fc.assert(property, { numRuns: 1_000, seed: 4 });
  });
});
