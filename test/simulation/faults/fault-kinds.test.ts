import { describe, expect, it } from "vitest";
import { FAULT_KINDS, faultKinds } from "../../../src/simulation/faults/index.js";

describe("faultKinds", () => {
  it("SM-10: has every fault of the table, under its actor, with its maximum", () => {
    const byActor: Record<string, Record<string, number>> = {};
    for (const kind of FAULT_KINDS) {
      const { actor, most } = faultKinds[kind];
      (byActor[actor] ??= {})[kind] = most;
    }
    const counts = Object.fromEntries(
      Object.entries(byActor).map(([actor, kinds]) => [actor, Object.keys(kinds).length]),
    );
    expect(counts).toEqual({
      store: 6,
      node: 2,
      timer: 6,
      agent: 8,
      pull: 5,
      client: 4,
      operator: 4,
      consumer: 2,
      listener: 3,
    });
    expect(byActor["store"]).toEqual({
      failBefore: 0.04,
      failAfter: 0.04,
      crashBefore: 0.015,
      crashAfter: 0.015,
      tornResponse: 0.03,
      staleClaimDue: 0.05,
    });
    const most = {
      node: 0.3,
      timer: 0.2,
      agent: 0.1,
      pull: 0.2,
      client: 0.1,
      operator: 0.1,
      consumer: 0.1,
      listener: 0.1,
    };
    for (const [actor, rate] of Object.entries(most)) {
      expect(new Set(Object.values(byActor[actor] ?? {}))).toEqual(new Set([rate]));
    }
  });
});
