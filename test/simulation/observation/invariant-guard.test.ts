import { describe, expect, it } from "vitest";
import { guarded } from "../../../src/simulation/observation/index.js";
import { findingsIn, Script } from "../observed-histories.js";

const { writes } = new Script();
const unreadable = (): never => {
  throw new TypeError("Cannot read properties of null");
};

describe("an invariant that cannot read what it is shown", () => {
  it("has found something, wherever it looked", () => {
    for (const look of ["onWrite", "onPublished", "onConsumed", "atEnd"] as const) {
      const invariant = guarded({ id: "I0", watch: () => ({ [look]: unreadable }) });
      const [found] = findingsIn(writes, { invariants: [invariant] });
      expect(found).toContain("expected something that can be read, got TypeError: Cannot read");
      expect(found).toContain(look === "atEnd" ? "I0: null" : "I0: neg_1");
    }
    const { onAcknowledged } = guarded({ id: "I0", watch: () => ({ onAcknowledged: unreadable }) }).watch(
      {} as never,
      { mode: "safety", seed: 1 },
    );
    expect(onAcknowledged?.({ negotiationId: "neg_1" } as never)?.negotiationId).toBe("neg_1");
  });

  it("is the same as before when it can", () => {
    const finding = { negotiationId: null, detail: "expected more" };
    const invariant = guarded({ id: "I0", watch: () => ({ atEnd: () => finding }) });
    expect(invariant.id).toBe("I0");
    const check = invariant.watch({} as never, { mode: "safety", seed: 1 });
    expect(check.onWrite).toBeUndefined();
    expect(check.atEnd?.({} as never)).toBe(finding);
  });
});
