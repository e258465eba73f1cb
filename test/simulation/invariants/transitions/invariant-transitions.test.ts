import { describe, expect, it } from "vitest";
import type { Action } from "../../../../src/core/record/index.js";
import { transitionsInvariant } from "../../../../src/simulation/invariants/transitions/index.js";
import type { PresetRules } from "../../../../src/testing/agents/index.js";
import { changed, findingsIn, Script } from "../../observed-histories.js";

const SIX: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];
const PARK = { parkMs: 600, claimBudget: "remaining", onClaimExpiry: "repark" } as const;
const CLAIM = { agentId: "a", claimId: "c" } as const;

const found = ({ writes }: { readonly writes: Script["writes"] }): string[] =>
  findingsIn(writes, { invariants: [transitionsInvariant] });

/** The script with its last write changed. */
const ending = (script: Script, change: (draft: any) => void): string[] =>
  found({ writes: [...script.writes.slice(0, -1), changed(script.last, change)] });

const started = (rules: PresetRules = {}): Script =>
  new Script({ actions: SIX, park: PARK, ...rules }).move({ action: "propose", terms: 1 });
const parked = (): Script => started().give({ type: "park" });
const claimed = (): Script => parked().give({ type: "claim", ...CLAIM });
const asked = (): Script =>
  started({ consult: {} }).give({ type: "consult", partyId: "smith", id: "q", question: "How far?" });
const failing = { type: "fail", partyId: "smith", turnNumber: 2, kind: "threw", error: "boom" } as const;

describe("I2", () => {
  it("passes every kind of commit", () => {
    const courses = [
      started().move({ action: "counter", terms: 2 }).move({ action: "accept" }),
      started().move({ action: "question", message: "Why?" }).move({ action: "withdraw" }),
      started({ withdrawOffTurn: true }).move({ action: "withdraw" }, { by: "ada" }),
      claimed().move({ action: "accept" }, { claim: CLAIM }),
      claimed()
        .give({ type: "release", ...CLAIM })
        .due(),
      claimed().due(),
      asked().give({ type: "answer", partyId: "smith", answer: "To 55." }),
      asked().due(),
      started().give(failing).give(failing),
      started().give({ type: "cancel", details: null }),
      started({ cap: { limit: 1 } }).move({ action: "counter", terms: 2 }),
      started({ cap: { limit: 2, mode: "reach", result: "stalled" } }).move({ action: "counter", terms: 2 }),
      started({ onTurnTimeout: "fallback" }).due().due(),
    ];
    for (const course of courses) expect(found(course)).toEqual([]);
  });

  it("finds a cap that is off by one, in either direction and mode", () => {
    const turn = (limit: number, mode: "exceed" | "reach") =>
      ending(started({ cap: { limit: 9, mode } }).move({ action: "counter", terms: 2 }), (draft) => {
        for (const row of [draft.before, draft.after]) row.state.rules.cap.limit = limit;
      });
    expect(turn(2, "exceed")).toEqual([]);
    expect(turn(1, "exceed")[0]).toContain("above the cap");
    expect(turn(3, "reach")).toEqual([]);
    expect(turn(2, "reach")[0]).toContain("status");
    const last = started({ cap: { limit: 2, mode: "reach" } }).move({ action: "counter", terms: 2 });
    const early = ending(last, (draft) => {
      for (const row of [draft.before, draft.after]) row.state.rules.cap.limit = 3;
    });
    expect(early[0]).toContain("status");
    const closed = started({ cap: { limit: 1 } }).move({ action: "counter", terms: 2 });
    const closedEarly = ending(closed, (draft) => {
      for (const row of [draft.before, draft.after]) row.state.rules.cap.limit = 2;
    });
    expect(closedEarly[0]).toContain("to be spent");
  });

  it("finds a lost claim that flips more than the claim", () => {
    const flipped = ending(claimed().due(), (draft) => (draft.after.state.awaiting.kind = "claimed"));
    expect(flipped[0]).toContain("awaiting");
    const expired = ending(claimed().due(), (draft) => (draft.after.state.floor = "ada"));
    expect(expired[0]).toContain("floor");
  });

  it("finds pinned things that change, and columns that say something else than the record", () => {
    for (const change of [
      (draft: any) => (draft.after.state.context = 1),
      (draft: any) => (draft.after.state.rules.cap.limit = 9),
      (draft: any) => (draft.after.state.schema = 0),
      (draft: any) => (draft.after.state.createdAt -= 1),
      (draft: any) => (draft.after.status = "open"),
      (draft: any) => (draft.after.floor = "ada"),
      (draft: any) => (draft.after.initiatorId = "jones"),
      (draft: any) => (draft.after.updatedAt += 1),
    ]) {
      expect(ending(started(), change)).toHaveLength(1);
    }
    expect(ending(parked(), (draft) => (draft.after.parked = null))[0]).toContain("parked turn");
  });

  it("finds a creation that is none, or of one party with itself", () => {
    const fresh = new Script();
    expect(ending(fresh, (draft) => (draft.entry.kind = "turn"))[0]).toContain("to be created");
    expect(ending(fresh, (draft) => (draft.after.state.responder.id = "ada"))[0]).toContain("one twice");
    expect(ending(fresh, (draft) => (draft.after.state.floor = "smith"))[0]).toContain("floor");
  });

  it("finds an entry of no kind, without its event, or with a turn that it should not have", () => {
    expect(ending(parked(), (draft) => (draft.entry.kind = "imagined"))[0]).toContain("a known kind");
    expect(ending(parked(), (draft) => (draft.entry.details = null))[0]).toContain("an event");
    expect(
      ending(parked(), (draft) => (draft.entry.turn = { action: "accept", message: null }))[0],
    ).toContain("no turn");
    expect(ending(started(), (draft) => (draft.entry.turn = null))[0]).toContain("a turn");
    expect(ending(parked(), (draft) => (draft.entry.details.events[0].type = "claim"))[0]).toContain(
      "expected park",
    );
  });
});
