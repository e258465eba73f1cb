import { describe, expect, it } from "vitest";
import type { Action } from "../../../src/core/record/index.js";
import { scriptedAgent } from "../../../src/testing/agents/index.js";
import { deferred, must, type Terms, watchedRoom } from "../watched-room.js";

const propose = { action: "propose", terms: { price: 40 } } as const;

/** Lets an agent open a room that knows all six actions, and gives what came of it. */
async function opened(
  answer: object,
  actions: readonly Action[] = ["propose", "counter", "accept", "reject"],
) {
  const agent = scriptedAgent<Terms>(() => answer as never);
  const watched = watchedRoom({ rules: { actions } });
  const { room, clock } = watched;
  const { id } = await room.createNegotiation({ id: "ada", kind: "system", agent }, "smith");
  await clock.advance(0);
  return { ...watched, agent, negotiation: must(room.getNegotiation(id)) };
}

describe("an agent that opens", () => {
  it.each(["counter", "accept", "question"] as const)(
    "EN-14: %s without what a proposal needs is invalid",
    async (action) => {
      const { negotiation, agent, told } = await opened({ action, message: "Hello?" });
      expect(negotiation.outcome).toMatchObject({ status: "stalled", reason: "agent_error", turnCount: 0 });
      expect(told("turn:failed").map(({ failure }) => failure.kind)).toEqual(["invalid", "invalid"]);
      const message = "Expected terms with propose, got none. Hand in terms.";
      expect(agent.calls.map(({ lastError }) => lastError)).toEqual([
        null,
        { code: "terms_required", message, issues: [{ path: ["terms"], message }] },
      ]);
    },
  );

  it("EN-14, AS-37, B-45: reject is recorded as withdraw, though the rules list no withdraw", async () => {
    const { negotiation, told } = await opened({
      action: "reject",
      message: "Not for us.",
      reason: "Too small.",
    });
    expect(negotiation.outcome).toMatchObject({
      status: "withdrawn",
      reason: "withdraw",
      by: "ada",
      turnCount: 1,
    });
    expect(negotiation.turns).toMatchObject([
      {
        action: "withdraw",
        coercedFrom: "reject",
        terms: null,
        message: "Not for us.",
        reason: "Too small.",
      },
    ]);
    expect(negotiation.standing).toBeNull();
    expect(told("turn:coerced")).toMatchObject([{ from: "reject" }]);
  });

  it("EN-14, B-45: a refusal that brings terms is invalid, never a proposal", async () => {
    const { negotiation } = await opened({ action: "reject", terms: { price: 40 } });
    expect(negotiation.outcome).toMatchObject({ reason: "agent_error", turnCount: 0 });
    expect(negotiation.standing).toBeNull();
  });

  it("EN-14: an answer after the opening is never coerced", async () => {
    const { room, clock, told } = watchedRoom({ rules: { agentAttempts: 1 } });
    const agent = scriptedAgent<Terms>([{ action: "propose", terms: { price: 50 } }]);
    const { id } = await room.createNegotiation("ada", { id: "smith", kind: "system", agent }, { price: 40 });
    await clock.advance(0);
    // A repeated propose is a counter by the rules (matrix, P), and not by coercion.
    expect(room.getNegotiation(id)?.turns[1]).toMatchObject({ action: "counter", coercedFrom: null });
    expect(told("turn:coerced")).toEqual([]);
  });

  it("EN-14: the fallback agent is helped to open as the party's own is", async () => {
    const { room, clock } = watchedRoom<Terms>({
      rules: { onTurnTimeout: "fallback" },
      fallback: () => ({ action: "counter", terms: { price: 44 } }),
    });
    const { id } = await room.createNegotiation("ada", "smith");
    await clock.advance(30_000);
    expect(room.getNegotiation(id)?.turns).toMatchObject([
      { action: "propose", source: "fallback", coercedFrom: "counter" },
    ]);
  });
});

describe("a caller from outside who opens", () => {
  it.each([
    ["counter", "must_propose"],
    ["accept", "must_propose"],
    ["reject", "must_propose"],
    ["question", "action_not_allowed"],
    ["withdraw", "action_not_allowed"],
  ] as const)("EN-14, AS-37: %s is %s, never coerced", async (action, code) => {
    const { room, heard } = watchedRoom();
    const negotiation = await room.createNegotiation("ada", "smith");
    const before = [...heard];
    const move = { action, message: "Hello.", ...(action === "counter" && { terms: { price: 1 } }) };
    expect(await room.submit(negotiation.id, "ada", move as never)).toMatchObject({ ok: false, code });
    expect(room.getNegotiation(negotiation.id)).toBe(negotiation);
    expect(heard).toEqual(before);
  });

  it("EN-14: also where an agent of the same party is asked at the same time", async () => {
    const { room, clock } = watchedRoom();
    const answer = deferred<typeof propose>();
    const agent = scriptedAgent<Terms>(() => answer.promise);
    const { id } = await room.createNegotiation({ id: "ada", kind: "system", agent }, "smith");
    expect(await room.submit(id, "ada", { action: "counter", terms: { price: 1 } })).toMatchObject({
      code: "must_propose",
    });
    answer.resolve(propose);
    await clock.advance(0);
    expect(room.getNegotiation(id)?.turns).toMatchObject([{ action: "propose", source: "agent" }]);
  });
});
