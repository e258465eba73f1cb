import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Move } from "../../../src/core/moves/index.js";
import { agentSource } from "../../../src/fuzz/agents/agent-source.js";
import type { OpponentStep, Trial } from "../../../src/fuzz/agents/agent-trial.js";
import { faultInTrial } from "../../../src/fuzz/agents/agent-trial-run.js";
import { checkSettings } from "../../../src/fuzz/agents/check-settings.js";
import type { CheckAgentOptions } from "../../../src/fuzz/agents/index.js";
import type { Agent, AgentCall } from "../../../src/ports/index.js";
import { scriptedAgent } from "../../../src/testing/agents/index.js";

interface Terms {
  readonly price: number;
}

const counter: OpponentStep<Terms> = {
  does: "counter",
  mirrors: false,
  terms: { price: 70 },
  message: null,
  waitMs: 5,
};

const trial: Trial<Terms> = {
  seat: "initiator",
  agentKind: "system",
  opponentKind: "personal",
  steps: [counter, counter],
  abortsAt: null,
  principalSays: null,
};

const haggle = ({ standing }: AgentCall<Terms>): Move<Terms> => ({
  action: standing === null ? "propose" : "counter",
  terms: { price: 40 },
});

/** The calls of one of the two instances. */
async function callsIn(
  changes: Partial<Trial<Terms>>,
  options: Partial<CheckAgentOptions<Terms>> = {},
  answer: Agent<Terms> = haggle,
): Promise<readonly AgentCall<Terms>[]> {
  const agent = scriptedAgent<Terms>(answer);
  const settings = checkSettings<Terms>({ terms: fc.record({ price: fc.nat() }), ...options });
  expect(await faultInTrial({ ...trial, ...changes }, agentSource<Terms>(agent), settings)).toBeNull();
  return agent.calls.filter((_, index) => index % 2 === 0);
}

describe("a trial", () => {
  it("lets the agent open, and ends when the opponent has said everything", async () => {
    const calls = await callsIn({});
    expect(calls.map(({ turnNumber }) => turnNumber)).toEqual([1, 3, 5]);
    expect(calls.map(({ standing }) => standing?.terms.price)).toEqual([undefined, 70, 70]);
    expect(calls[0]).toMatchObject({
      seat: "initiator",
      party: { kind: "system" },
      other: { kind: "personal" },
    });
  });

  it("lets the opponent open where the agent is the responder", async () => {
    const calls = await callsIn({ seat: "responder" });
    expect(calls.map(({ turnNumber }) => turnNumber)).toEqual([2, 4]);
  });

  it("lets time pass, and no deadline fall due", async () => {
    const [first, second] = await callsIn({});
    expect(second!.turns[1]!.at - first!.deadlineAt).toBe(5 - 30_000);
    const late = await callsIn({ steps: [{ ...counter, waitMs: 60_000 }] });
    expect(late[1]!.turns[1]!.at).toBe(late[0]!.deadlineAt - 1);
  });

  it("mirrors, asks and says what the rules demand", async () => {
    const mirror = await callsIn({ steps: [{ ...counter, mirrors: true }] });
    expect(mirror[1]?.standing).toMatchObject({ partyId: "opponent", terms: { price: 40 } });
    const asking = await callsIn(
      { steps: [{ ...counter, does: "question" }] },
      { rules: { actions: ["propose", "counter", "accept", "reject", "question"] } },
    );
    expect(asking[1]?.turns[1]).toMatchObject({ action: "question", message: "And now?" });
    const notAsking = await callsIn({ steps: [{ ...counter, does: "question" }] });
    expect(notAsking[1]?.turns[1]).toMatchObject({ action: expect.not.stringMatching("question") });
    const again = { ...counter, message: "Again." };
    const guarded = await callsIn({ steps: [again, again] }, { rules: { repetition: "guard" } });
    expect(guarded.at(-1)?.turns.map(({ message }) => message)).toEqual([
      null,
      "2: Again.",
      null,
      "4: Again.",
    ]);
  });

  it("ends with the call that it aborts", async () => {
    const signals = (await callsIn({ abortsAt: 1 }, {}, haggle)).map(({ signal }) => signal.aborted);
    expect(signals).toEqual([false, false]);
    let aborted: AbortSignal | undefined;
    const waiting: Agent<Terms> = (call) =>
      new Promise((resolve) => {
        if (call.turnNumber === 1) return resolve(haggle(call));
        aborted = call.signal;
        call.signal.addEventListener("abort", () => resolve(haggle(call)));
      });
    await callsIn({ abortsAt: 1 }, {}, waiting);
    expect(aborted?.aborted).toBe(true);
  });

  it("stops where the opponent could only decide", async () => {
    const calls = await callsIn(
      { steps: Array.from({ length: 9 }, () => counter) },
      { rules: { cap: { limit: 3 } } },
    );
    expect(calls.map(({ turnNumber }) => turnNumber)).toEqual([1, 3]);
  });

  it("refuses terms of the opponent's that no room takes", async () => {
    const bad = { ...counter, terms: { price: Number.NaN } };
    await expect(callsIn({ steps: [bad] })).rejects.toThrow("Expected terms that a room takes");
  });
});
