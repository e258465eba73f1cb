import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentCallData } from "../../../src/fuzz/agents/agent-call.js";
import { checkSettings, type TrialSettings } from "../../../src/fuzz/agents/check-settings.js";
import { judgedAnswer, readAnswer } from "../../../src/fuzz/agents/judged-answer.js";
import { arbitraryInvalidMove } from "../../../src/fuzz/arbitraries/index.js";
import { recordAfter } from "../../kit/records.js";

interface Terms {
  readonly price: number;
}

const settings: TrialSettings<Terms> = {
  ...checkSettings({ terms: fc.record({ price: fc.nat(100) }) }),
  principalSays: "Yes.",
};

/** The agent is the responder, and a proposal stands. */
const negotiation = recordAfter<Terms>(
  [{ action: "propose", terms: { price: 40 } }],
  { consult: {} },
  { id: "opponent", kind: "system" },
  { id: "agent", kind: "system" },
);

function judged(answer: unknown, more: Partial<TrialSettings<Terms>> = {}, record = negotiation) {
  return judgedAnswer(record, agentCallData(record, "agent"), answer, { ...settings, ...more });
}

describe("a read answer", () => {
  it("is a move, a consult or neither", () => {
    expect(readAnswer({ action: "accept" }, negotiation)).toMatchObject({
      ok: true,
      move: { action: "accept" },
    });
    expect(readAnswer({ consult: "?" }, negotiation)).toMatchObject({ ok: true, move: null, consult: "?" });
    expect(readAnswer({ consult: 1 }, negotiation)).toMatchObject({ ok: false, code: "move_invalid" });
    const withAction = readAnswer({ action: "accept", consult: "?" }, negotiation);
    expect(withAction).toMatchObject({ ok: true, move: { extra: { consult: "?" } } });
  });

  it("names the path in terms that are no JSON", () => {
    expect(readAnswer({ action: "counter", terms: { price: Number.NaN } }, negotiation)).toMatchObject({
      code: "terms_invalid",
      issues: [{ path: ["terms", "price"] }],
    });
  });

  it("is never thrown at, whatever it is", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    expect(readAnswer(proxy, negotiation)).toMatchObject({ ok: false, code: "move_invalid" });
    fc.assert(
      fc.property(arbitraryInvalidMove(), (value) => {
        readAnswer(value, negotiation);
      }),
    );
  });
});

describe("a judged answer", () => {
  it("leads to the next record", async () => {
    expect(await judged({ action: "counter", terms: { price: 30 } })).toMatchObject({
      fault: null,
      negotiation: { status: "countered", turns: [{}, { source: "agent" }] },
    });
    expect(await judged({ action: "accept" })).toMatchObject({ negotiation: { status: "accepted" } });
  });

  it("leads to the same turn after a consult, answered or in vain", async () => {
    const answered = await judged({ consult: "Shall I?" });
    expect(answered).toMatchObject({ negotiation: { floor: "agent", consults: [{ answer: "Yes." }] } });
    const rules = { consult: { windowMs: 1_000 } };
    const record = recordAfter<Terms>(
      [{ action: "propose", terms: { price: 40 } }],
      rules,
      negotiation.initiator,
      negotiation.responder,
    );
    const inVain = await judged({ consult: "Shall I?" }, { principalSays: null }, record);
    expect(inVain).toMatchObject({
      negotiation: { floor: "agent", consults: [{ answer: null, expired: true }] },
    });
    // Here the day that the principal has is longer than the two minutes of the room.
    expect(await judged({ consult: "Shall I?" }, { principalSays: null })).toEqual({
      fault: null,
      negotiation: null,
    });
  });

  it.each<[unknown, string, string | null]>([
    ["accept", "malformed_answer", "move_invalid"],
    [{ action: "accept", terms: { price: 1 } }, "illegal_move", "terms_not_allowed"],
    [{ action: "question" }, "illegal_move", "action_not_allowed"],
    [{ action: "reject", replyTo: "prop_9" }, "illegal_move", "stale_proposal"],
  ])("is a fault: %j", async (answer, kind, code) => {
    expect((await judged(answer)).fault).toMatchObject({ kind, code, answer });
  });

  it("is a fault by the bound or the schema", async () => {
    expect((await judged({ action: "accept" }, { breachOf: () => "too dear" })).fault).toMatchObject({
      kind: "accepted_below_bound",
      reason: 'it accepted {"price":40}: too dear.',
    });
    const schema = {
      "~standard": { version: 1, vendor: "test", validate: () => ({ issues: [{ message: "No." }] }) },
    } as const;
    expect((await judged({ action: "accept" }, { schema })).fault).toBeNull();
    expect((await judged({ action: "counter", terms: { price: 1 } }, { schema })).fault).toMatchObject({
      kind: "malformed_answer",
      reason: "at terms: No.",
    });
  });

  it("may decline to open, whatever the rules allow", async () => {
    const open = recordAfter<Terms>([]);
    for (const action of ["reject", "withdraw"]) {
      expect(await judged({ action }, {}, open)).toEqual({ fault: null, negotiation: null });
    }
  });
});
