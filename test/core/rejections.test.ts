import { describe, expect, it } from "vitest";
import { replay } from "../../src/core/index.js";
import { legalMoves } from "../../src/core/moves/index.js";
import type { RulesInput } from "../../src/core/rules/index.js";
import { toBinduContext } from "../../src/presets/bindu/index.js";
import { toAgentMessage, toRoomNegotiation } from "../../src/presets/room/index.js";
import { transcript } from "../../src/presets/transcript/index.js";
import { EVERYTHING, historyOf, negotiationOf, rulesOf, type Step, T0 } from "../kit/builders.js";

const CONTINUE: RulesInput = { ...EVERYTHING, onReject: "continue" };

/** The record after these moves, one second apart. */
function after(moves: readonly Step[], rules: RulesInput = {}) {
  return negotiationOf({ rules: { ...CONTINUE, ...rules }, moves });
}

describe("a rejection that goes on", () => {
  it("is recorded, leaves nothing standing, and gives the other side the floor in an open state [EN-65]", () => {
    const rejected = after(["propose", { action: "reject", after: 1_000 }]);
    expect(rejected).toMatchObject({
      status: "open",
      standing: null,
      floor: "ada",
      outcome: null,
      version: 2,
    });
    expect(rejected.awaiting).toEqual({ kind: "move", since: T0 + 1_000 });
    expect(rejected.turns.at(-1)).toMatchObject({
      action: "reject",
      partyId: "smith",
      proposalId: "neg_1_p1",
      round: null,
    });
    expect(legalMoves(rejected, "ada")).toMatchObject({
      actions: ["propose", "withdraw"],
      turnsLeft: 3,
      isFinalTurn: false,
    });
    expect(legalMoves(rejected, "smith")?.actions).toEqual([]);
  });

  it("ends it under the default rule, as before [EN-65]", () => {
    expect(rulesOf().onReject).toBe("end");
    const rejected = negotiationOf({ moves: ["propose", "reject"] });
    expect(rejected).toMatchObject({ status: "rejected", outcome: { reason: "reject", by: "smith" } });
  });

  it("lets rounds, proposal ids and counted proposals go on where they were [EN-65]", () => {
    const again = after(["propose", "counter", "reject", "propose"], {
      cap: { counts: "proposals", limit: 4 },
    });
    expect(again).toMatchObject({
      status: "proposed",
      standing: { id: "neg_1_p3", round: 3, partyId: "smith" },
    });
    expect(legalMoves(again, "ada")?.turnsLeft).toBe(1);
    const accepted = after(["propose", "reject", "propose", "accept"]);
    expect(accepted.outcome).toMatchObject({
      status: "accepted",
      rounds: 2,
      turnCount: 4,
      proposal: { id: "neg_1_p2" },
    });
    const left = after(["propose", "reject", "withdraw"]);
    expect(left.outcome).toMatchObject({ status: "withdrawn", by: "ada", rounds: 1, proposal: null });
  });

  it("keeps the id of a rejected proposal taken [EN-65]", () => {
    const history = historyOf({ rules: CONTINUE }, [{ action: "propose", proposalId: "mine" }, "reject"]);
    expect(history.play({ action: "propose", proposalId: "mine" })).toMatchObject({
      refusal: { code: "proposal_id_taken" },
    });
    expect(history.play({ action: "propose", proposalId: "neg_1_p2" })).toMatchObject({ ok: true });
  });

  it("lets the total deadline run on, restarts the turn's, and clears the proposal's [EN-65]", () => {
    const rejected = after(["propose", { action: "reject", after: 7_000 }], { validityMs: 20_000 });
    expect(rejected.deadlines).toMatchObject({
      totalAt: T0 + 120_000,
      turnAt: T0 + 37_000,
      validityAt: null,
    });
  });

  it("has a deadline also where only openings and proposals have one [EN-65]", () => {
    const rules = { totalMs: null, turnMs: null, openMs: 5_000, validityMs: 9_000 };
    const rejected = after(["propose", { action: "reject", after: 1_000 }], rules);
    expect(rejected.deadlines).toMatchObject({ totalAt: null, turnAt: T0 + 6_000, validityAt: null });
  });

  it("refuses all but a proposal and a withdrawal afterwards [EN-65]", () => {
    for (const action of ["counter", "accept", "reject", "question"] as const) {
      const history = historyOf({ rules: CONTINUE }, ["propose", "reject"]);
      expect(history.play(action)).toMatchObject({ refusal: { code: "must_propose" } });
    }
  });

  it.each([
    ["exceed", "expired"],
    ["exceed", "refuse"],
    ["reach", "stalled"],
  ] as const)(
    "counts as a turn, and is the end on the last one of a cap to %s (%s) [EN-65]",
    (mode, result) => {
      const rules = { cap: { limit: 4, mode, result } };
      const moves: Step[] =
        mode === "exceed" ? ["propose", "reject", "propose", "counter"] : ["propose", "reject", "propose"];
      const last = after(moves, rules);
      expect(legalMoves(last, last.floor ?? "")?.isFinalTurn).toBe(true);
      const over = after([...moves, "reject"], rules);
      expect(over.outcome).toMatchObject({
        status: "rejected",
        reason: "reject",
        turnCount: moves.length + 1,
      });
    },
  );

  it("leaves a proposal above the cap to the cap [EN-65]", () => {
    const moves: Step[] = ["propose", "reject", "propose"];
    const spent = { cap: { limit: 2, mode: "exceed", result: "expired" } } as const;
    expect(after(moves, spent)).toMatchObject({
      turns: { length: 2 },
      outcome: { status: "expired", reason: "turn_cap", details: { action: "propose" } },
    });
    const reached = { cap: { limit: 3, mode: "reach", result: "stalled" } } as const;
    const stalled = after(moves, reached);
    expect(stalled).toMatchObject({
      outcome: { status: "stalled", reason: "turn_cap", rounds: 2, details: { action: "propose" } },
    });
    expect(stalled.turns.map(({ action }) => action)).toEqual(moves);
  });

  it("breaks a run of counters and questions [EN-65]", () => {
    const rules = { cap: { limit: 50 }, deadlockAfter: 2 };
    const { commits } = historyOf({ rules: { ...CONTINUE, ...rules } }, [
      "propose",
      "counter",
      "reject",
      "propose",
      "counter",
    ]);
    expect(commits.flat().map(({ type }) => type)).not.toContain("turn:deadlocked");
  });

  it("is told as an update and the next turn, and replays byte for byte [EN-65]", () => {
    const { commits, entries, negotiation } = historyOf({ rules: CONTINUE }, [
      "propose",
      "reject",
      "propose",
      "reject",
    ]);
    expect(commits.at(-1)?.map(({ type }) => type)).toEqual([
      "turn:recorded",
      "negotiation:updated",
      "turn:awaited",
    ]);
    expect(JSON.stringify(replay(entries))).toBe(JSON.stringify(negotiation));
  });

  it("demands that whoever counters or asks may propose [EN-65]", () => {
    const only = (responder: RulesInput["actions"]) => ({
      ...CONTINUE,
      actions: { all: EVERYTHING.actions, responder } as never,
    });
    expect(() => rulesOf({ rules: only(["counter", "accept", "reject"]) })).toThrow(
      /let the responder propose/,
    );
    expect(() => rulesOf({ rules: only(["question", "accept", "reject"]) })).toThrow(
      /let the responder propose/,
    );
    // A posted price: one side offers, the other says yes or no.
    expect(rulesOf({ rules: only(["accept", "reject"]) }).onReject).toBe("continue");
    expect(() => rulesOf({ rules: { onReject: "stop" as never } })).toThrow(/"end" or "continue"/);
  });
});

describe("the wires of a rejection that goes on", () => {
  const rejected = after(["propose", "reject"]);
  const again = after(["propose", "reject", "propose"]);

  it("are an agent_reject and a live exchange in a room [EN-65]", () => {
    const [, turn] = rejected.turns;
    expect(turn && toAgentMessage(turn, rejected)).toMatchObject({
      type: "agent_reject",
      fromAgent: "smith",
    });
    expect(toRoomNegotiation(rejected)).toMatchObject({ status: "countering", currentProposal: null });
    expect(toRoomNegotiation(rejected).rounds[1]).toMatchObject({
      action: "reject",
      proposal: { price: 40 },
    });
  });

  it("are a rejected proposal in an ongoing session for Bindu [EN-65]", () => {
    expect(toBinduContext(rejected)).toMatchObject({
      status: "ongoing",
      proposals: [{ status: "rejected" }],
    });
    expect(toBinduContext(again).proposals.map(({ status }) => status)).toEqual(["rejected", "proposed"]);
    expect(toBinduContext(negotiationOf()).status).toBe("initiated");
  });

  it("are a turn like others in a transcript [EN-65]", () => {
    expect(transcript(again, { format: "text" })).toMatch(/smith: reject\n +3\. ada: propose \(round 2\)/);
  });
});
