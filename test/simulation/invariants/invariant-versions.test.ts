import { describe, expect, it } from "vitest";
import { versionsInvariant } from "../../../src/simulation/invariants/invariant-versions.js";
import { changed, findingsIn, Script } from "../observed-histories.js";

const { writes } = new Script()
  .move({ action: "propose", terms: { price: 40 } })
  .move({ action: "counter", terms: { price: 50 } });

const found = (given: typeof writes, truth = {}): string[] =>
  findingsIn(given, { invariants: [versionsInvariant], truth });

describe("I1", () => {
  it("passes versions and turns without gaps", () => {
    expect(found(writes)).toEqual([]);
  });

  it("finds a version that is skipped, in the row, the record or the entry", () => {
    for (const change of [
      (draft: any) => (draft.after.version = 7),
      (draft: any) => (draft.after.state.version = 7),
      (draft: any) => (draft.entry.version = 7),
    ]) {
      expect(
        found(writes.map((write, index) => (index === 1 ? changed(write, change) : write))),
      ).toHaveLength(1);
    }
  });

  it("finds a version that goes back: a second creation", () => {
    expect(found([...writes, writes[0] as (typeof writes)[0]])[0]).toContain("version right before");
  });

  it("finds a turn number that is skipped, or not counted", () => {
    const skipped = changed(writes[2] as never, (draft) => {
      draft.entry.turnNumber = 3;
      draft.entry.turn.number = 3;
    });
    const uncounted = changed(writes[2] as never, (draft) => (draft.after.turnCount = 1));
    expect(found([...writes.slice(0, 2), skipped])[0]).toContain("turn number");
    expect(found([...writes.slice(0, 2), uncounted])[0]).toContain("count of turns");
  });

  it("finds a history that has lost an entry, a turn or a version by the end", () => {
    const entries = writes.map(({ entry }) => entry);
    const turns = entries.flatMap(({ turn }) => (turn === null ? [] : [turn]));
    expect(found(writes, { entries: () => entries.slice(0, 2) })).toHaveLength(1);
    expect(found(writes, { entries: () => [entries[0], entries[2]] })).toHaveLength(1);
    expect(found(writes, { turns: () => turns.slice(1) })).toHaveLength(1);
    expect(found(writes, { rows: () => [{ ...writes[1]?.after, turnCount: 2 }] })).toHaveLength(1);
  });
});
