import { describe, expect, it } from "vitest";
import { changed, findingsIn, invariantOf, Script } from "../observed-histories.js";

const { writes } = new Script({ validityMs: null })
  .move({ action: "propose", terms: 1, validUntilAt: 1_700_000_060_000 })
  .move({ action: "counter", terms: 2 })
  .due();

const every = (replayEvery: number, seed: number, given = writes): string[] =>
  findingsIn(given, { invariants: [invariantOf("I11", { replayEvery })], seed });

/** What the mover wanted the proposal to stand until is nowhere but in the details. */
const forgetful = writes.map((write, index) =>
  index === 1 ? changed(write, (draft) => (draft.entry.details = null)) : write,
);

describe("I11", () => {
  it("passes entries that replay to the record at every version", () => {
    expect(every(1, 3)).toEqual([]);
  });

  it("finds an entry that has lost what replay needs, at its version", () => {
    expect(every(1, 3, forgetful)[0]).toContain("version 1 (turn): expected the replay to be the record");
  });

  it("looks at every version in one world of so many, and at the last one in all", () => {
    expect(every(10, 20, forgetful)[0]).toContain("version 1");
    const isHealed = forgetful.map((write, index) => (index === 2 ? writes[2] : write)) as typeof writes;
    expect(every(10, 21, isHealed)).toEqual([]);
    const isBroken = writes.map((write, index) =>
      index === 2 ? changed(write, (draft) => (draft.after.state.updatedAt += 1)) : write,
    );
    expect(every(10, 21, isBroken.slice(0, 3))).toHaveLength(1);
  });

  it("finds the order of members: bytes count", () => {
    const reordered = changed(writes[1] as never, (draft) => {
      const { schema, ...rest } = draft.after.state;
      draft.after.state = { ...rest, schema };
    });
    expect(every(1, 1, [writes[0] as never, reordered])).toHaveLength(1);
  });

  it("finds entries that do not replay at all", () => {
    expect(every(1, 1, writes.slice(1))[0]).toContain("expected entries that replay");
  });

  it("refuses a share that is none", () => {
    for (const replayEvery of [0, -1, 1.5, Number.NaN])
      expect(() => invariantOf("I11", { replayEvery })).toThrow(RangeError);
  });
});
