import { describe, expect, it } from "vitest";
import { permits } from "../../../src/simulation/invariants/index.js";
import type { MoveVerdict, ObservedWrite } from "../../../src/simulation/observation/index.js";
import { invariantOf, Script, truthOf } from "../observed-histories.js";

// In round 1 admission is against an acceptance of 3, and policies against a counter to 5.
const { writes } = new Script({ cap: { counts: "turns", limit: 2, mode: "exceed", result: "expired" } })
  .move({ action: "propose", terms: { price: 40 } })
  .move({ action: "counter", terms: { price: 50 } })
  .move({ action: "counter", terms: { price: 60 } });

const word = (given: Partial<MoveVerdict>): MoveVerdict => ({
  at: 0,
  by: "admission",
  node: "n1#1",
  negotiationId: "neg_1",
  version: 0,
  partyId: "ada",
  action: "propose",
  isPermitted: true,
  ...given,
});

const words = [
  word({}),
  word({ version: 1, partyId: "smith", action: "counter" }),
  word({ version: 2, action: "counter" }),
];

function found(
  given: readonly ObservedWrite[],
  judged: readonly MoveVerdict[],
  judges: readonly MoveVerdict["by"][] = ["admission"],
): string[] {
  const check = invariantOf("I14").watch(truthOf(given), { mode: "safety", seed: 0, judges });
  for (const one of judged) check.onJudged?.(one);
  return given.map((write) => check.onWrite?.(write)).flatMap((finding) => finding?.detail ?? []);
}

describe("I14", () => {
  it("passes moves that were permitted on the version on which they were committed [SM-85]", () => {
    expect(found(writes, words)).toEqual([]);
  });

  it("passes worlds without judges", () => {
    expect(found(writes, [], [])).toEqual([]);
  });

  it("finds a move that was permitted on another version, by another node, or never [SM-85]", () => {
    const others: Partial<MoveVerdict>[] = [
      { version: 0 },
      { node: "n2#1" },
      { isPermitted: false },
      { partyId: "ada" },
      { action: "accept" },
      { by: "policy" },
      { negotiationId: "neg_2" },
    ];
    for (const other of others) {
      const [first, second, third] = words as [MoveVerdict, MoveVerdict, MoveVerdict];
      expect(found(writes, [first, { ...second, ...other }, third])[0]).toContain(
        "expected the admission of n1#1 to permit counter of smith on version 1, got no such word",
      );
    }
  });

  it("finds a close at the cap by a move that nobody permitted [SM-85]", () => {
    expect(writes.at(-1)?.entry.kind).toBe("closed");
    expect(found(writes, words.slice(0, 2))[0]).toContain("permit counter of ada on version 2");
  });

  it("finds what the judges are against, whatever they are said to have said [SM-85]", () => {
    const bad = new Script().move({ action: "propose", terms: { price: 3 } }).move({ action: "accept" });
    expect(permits("admission", "accept", { round: 1, terms: { price: 3 } })).toBe(false);
    const all = [word({}), word({ version: 1, partyId: "smith", action: "accept" })];
    expect(found(bad.writes, all)[0]).toContain("refused accept where neg_1_p1 stands, got it committed");
    // Of a policy nobody asks for the way out.
    const left = new Script().move({ action: "propose", terms: { price: 3 } }).move({ action: "reject" });
    expect(found(left.writes, [word({ by: "policy" })], ["policy"])).toEqual([]);
  });
});
