import * as fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryParties } from "../../../src/fuzz/arbitraries/index.js";

it("gives two different parties with ids of 1 to 256 characters", () => {
  fc.assert(
    fc.property(arbitraryParties(), ({ initiator, responder }) => {
      expect(initiator.id).not.toBe(responder.id);
      for (const { id, kind } of [initiator, responder]) {
        expect(id.length).toBeGreaterThanOrEqual(1);
        expect(id.length).toBeLessThanOrEqual(256);
        expect(["system", "personal"]).toContain(kind);
      }
    }),
    { numRuns: 500 },
  );
});

it("gives all pairings of kinds", () => {
  const pairs = fc.sample(arbitraryParties(), 100);
  const kinds = new Set(pairs.map(({ initiator, responder }) => `${initiator.kind} ${responder.kind}`));
  expect(kinds.size).toBe(4);
});

it("shrinks to ada and smith", () => {
  const { counterexample } = fc.check(fc.property(arbitraryParties(), () => false));
  expect(counterexample?.[0]).toEqual({
    initiator: { id: "ada", kind: "system" },
    responder: { id: "smith", kind: "system" },
  });
});
