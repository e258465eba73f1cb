import { describe, expect, it } from "vitest";
import type { WorldMode } from "../../../src/simulation/observation/index.js";
import type { PresetRules } from "../../../src/testing/agents/index.js";
import { changed, findingsIn, invariantOf, Script } from "../observed-histories.js";

const CLAIM = { agentId: "a", claimId: "c" } as const;
const PARK = { parkMs: 600, claimBudget: "fresh", claimMs: 200, onClaimExpiry: "repark" } as const;

const found = (
  writes: Script["writes"],
  mode: WorldMode = "safety",
  endAt?: number,
  overdueMs?: number,
): string[] =>
  findingsIn(writes, {
    invariants: [invariantOf("I5", { overdueMs })],
    mode,
    ...(endAt !== undefined && { end: { at: endAt } }),
  });

const ending = (script: Script, change: (draft: any) => void): string[] =>
  found([...script.writes.slice(0, -1), changed(script.last, change)]);

const started = (rules: PresetRules = {}): Script =>
  new Script({ park: PARK, onTurnTimeout: "fallback", turnMs: 300, totalMs: 1_800, ...rules }).move({
    action: "propose",
    terms: 1,
  });

describe("I5", () => {
  it("passes deadlines that take effect at their instant, and late", () => {
    expect(found(started().due().due().writes)).toEqual([]);
    expect(found(started().due(5_000).writes)).toEqual([]);
    const claims = started()
      .give({ type: "park" })
      .give({ type: "claim", ...CLAIM })
      .due();
    expect(
      found(
        claims
          .give({ type: "claim", ...CLAIM })
          .give({ type: "release", ...CLAIM })
          .due().writes,
      ),
    ).toEqual([]);
  });

  it("passes several that were due together, in their order", () => {
    const together = started({ totalMs: 320 }).due(20);
    expect(together.record.outcome?.reason).toBe("total_timeout");
    expect(found(together.writes)).toEqual([]);
  });

  it("finds one that takes effect 1 ms early: by its instant, or by the node's clock", () => {
    const script = started().due();
    expect(ending(script, (draft) => (draft.nodeNow -= 1))[0]).toContain("an instant that the node has seen");
    const early = ending(script, (draft) => {
      draft.entry.at -= 1;
      draft.after.updatedAt -= 1;
    });
    expect(early[0]).toContain("got it at");
    const behind = ending(script, (draft) => {
      draft.nodeNow = draft.before.updatedAt;
      draft.entry.at = draft.before.updatedAt;
      draft.after.updatedAt = draft.before.updatedAt;
    });
    expect(behind[0]).toContain("when the node had");
  });

  it("remembers what a clock has shown before it was set back", () => {
    const script = started().due();
    const [first, ...rest] = script.writes as [never, ...never[]];
    const ahead = changed(first, (draft) => (draft.nodeNow = script.now));
    expect(found([ahead, rest[0] as never, changed(script.last, (draft) => (draft.nodeNow -= 200))])).toEqual(
      [],
    );
  });

  it("finds a command that came at a deadline and went before it", () => {
    const late = started().move({ action: "counter", terms: 2 });
    const at = (ms: number) =>
      ending(late, (draft) => {
        draft.before.deadline = { kind: "turn", at: draft.entry.at + ms };
        draft.before.state.deadlines.turnAt = draft.entry.at + ms;
      });
    expect(at(1)).toEqual([]);
    expect(at(0)[0]).toContain("to take effect first, got turn");
  });

  it("finds totalAt moving, and a claim that gives the parked turn a new window", () => {
    const total = ending(started(), (draft) => {
      draft.after.state.deadlines.totalAt += 1;
    });
    expect(total[0]).toContain("totalAt");
    const claimed = started()
      .give({ type: "park" })
      .give({ type: "claim", ...CLAIM });
    const moved = ending(claimed.due(), (draft) => {
      draft.after.state.awaiting.firstParkedAt += 210;
      draft.after.state.deadlines.parkAt += 210;
      draft.after.deadline.at += 210;
    });
    expect(moved[0]).toContain("the first park deadline");
  });

  it("finds deadlines that are not in the future when they are set", () => {
    const past = ending(started(), (draft) => {
      draft.after.state.deadlines.turnAt = draft.entry.at;
      draft.after.deadline.at = draft.entry.at;
    });
    expect(past[0]).toContain("to come after");
  });

  it("asks in the end for a settled one after liveness, and for none overdue after safety", () => {
    const { writes, now } = started();
    expect(found(writes, "liveness")[0]).toContain("to have settled");
    expect(found(writes, "safety", now + 300)).toEqual([]);
    expect(found(writes, "safety", now + 299, 0)).toEqual([]);
    expect(found(writes, "safety", now + 300, 0)[0]).toContain("still there");
    expect(found(started().move({ action: "accept" }).writes, "liveness")).toEqual([]);
  });

  it("finds in the end what no write has shown", () => {
    const { last, writes } = started();
    const rows = (given: object) =>
      findingsIn(writes, {
        invariants: [invariantOf("I5")],
        truth: { rows: () => [{ ...last.after, ...given }] },
      });
    expect(rows({ deadline: null })[0]).toContain("a live row to have a deadline");
    expect(rows({ status: "expired" })[0]).toContain("a final row");
  });
});
