import { describe, expect, it } from "vitest";
import { commitsInvariant } from "../../../src/simulation/invariants/invariant-commits.js";
import { changed, findingsIn, Script } from "../observed-histories.js";

const { writes } = new Script().move({ action: "propose", terms: 1 }).move({ action: "counter", terms: 2 });
const [create, first, second] = writes as [never, never, never];

const found = (given: typeof writes, truth = {}): string[] =>
  findingsIn(given, { invariants: [commitsInvariant], truth });

describe("I10", () => {
  it("passes commits on the version right before", () => {
    expect(found(writes)).toEqual([]);
  });

  it("finds a commit that expected another version: the last write wins", () => {
    const stale = changed(second, (draft) => (draft.expectedVersion = 0));
    expect(found([create, first, stale])[0]).toContain("expected version to be 1, got 0");
    expect(found([changed(create, (draft) => (draft.expectedVersion = 0))])).toHaveLength(1);
  });

  it("finds a commit that is lost: the next one found an older row", () => {
    expect(found([create, second])[0]).toContain("as the last commit left it");
    const behind = changed(second, (draft) => (draft.after.version = 7));
    expect(found([create, first, behind])[0]).toContain("new version");
  });

  it("finds a second creation, and a commit of nothing", () => {
    expect(found([create, create])[0]).toContain("created once");
    expect(found([first])[0]).toContain("a creation first");
  });

  it("finds in the end what was overwritten without a commit", () => {
    const entries = writes.map(({ entry }) => entry);
    const other = { ...entries[1], commandId: "another" };
    expect(found(writes, { row: () => null })[0]).toContain("got nothing");
    expect(found(writes, { row: () => ({ ...writes[2]?.after, updatedAt: 1 }) })).toHaveLength(1);
    expect(found(writes, { entries: () => [entries[0], other, entries[2]] })[0]).toContain("version 1");
    expect(found(writes, { entries: () => [...entries, other] })[0]).toContain("number of entries");
    expect(found(writes, { entries: () => entries.slice(0, 2) })[0]).toContain("got none");
  });
});
