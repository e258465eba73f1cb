import { describe, expect, it } from "vitest";
import { failuresOfThisTurn } from "../../../src/core/moves/index.js";
import type { Action, FailureKind } from "../../../src/core/record/index.js";
import type { Agent } from "../../../src/ports/index.js";
import type { ServiceRules } from "../../../src/service/commands/index.js";
import type { ServiceOptions } from "../../../src/service/options/index.js";
import type { ScriptedAnswer } from "../../../src/testing/agents/index.js";
import { deferred, proposedTo, T0, type Terms, watchedRoom } from "../watched-room.js";

const ALL: readonly Action[] = ["propose", "counter", "accept", "reject", "question", "withdraw"];
const counter = { action: "counter", terms: { price: 60 } } as const;
const accept = { action: "accept" } as const;
const nothing = new Promise<never>(() => {});

/** What an agent of the room may try, untyped. */
type Answer = ScriptedAnswer<Terms> | (() => unknown);

/** Ada proposed 40 and now smith's agent is asked; what it answers comes at once. */
const asked = (answers: readonly Answer[], rules: ServiceRules = {}, options: ServiceOptions<Terms> = {}) =>
  proposedTo(answers, { ...options, rules });

function boom(): never {
  throw new Error("boom");
}

describe("a failed call", () => {
  it.each<[string, FailureKind, Answer, ServiceRules]>([
    ["an Error", "threw", new Error("boom"), {}],
    ["a rejection", "threw", () => Promise.reject(new Error("boom")), {}],
    ["a thrown text", "threw", () => Promise.reject("boom"), {}],
    ["something without a text", "threw", () => Promise.reject(Object.create(null)), {}],
    ["a thenable that throws", "threw", () => ({ then: boom }), {}],
    ["nothing", "invalid", () => undefined, {}],
    ["null", "invalid", () => null, {}],
    ["a number", "invalid", () => 7, {}],
    ["a text", "invalid", () => "accept", {}],
    ["a list", "invalid", () => [accept], {}],
    ["an empty object", "invalid", () => ({}), {}],
    ["an unknown action", "invalid", () => ({ action: "ponder" }), {}],
    ["an empty consult", "invalid", () => ({ consult: "" }), {}],
    ["a consult where the rules know none", "invalid", () => ({ consult: "May I?" }), {}],
    ["a getter", "invalid", () => Object.defineProperty({}, "action", { get: boom, enumerable: true }), {}],
    ["a proxy that throws", "invalid", () => new Proxy({}, { ownKeys: boom }), {}],
    ["terms that are no JSON", "invalid", () => ({ action: "counter", terms: { price: Number.NaN } }), {}],
    ["no terms", "invalid", () => ({ action: "counter" }), {}],
    ["terms with an accept", "invalid", () => ({ action: "accept", terms: { price: 1 } }), {}],
    ["a question without a message", "invalid", () => ({ action: "question" }), { actions: ALL }],
    ["an action that the rules lack", "illegal", () => ({ action: "question", message: "Why?" }), {}],
    ["a proposal that does not stand", "illegal", () => ({ action: "accept", replyTo: "neg_1_p9" }), {}],
    ["a taken proposal id", "illegal", () => ({ ...counter, proposalId: "neg_1_p1" }), {}],
    ["a repeated proposal", "illegal", () => ({ ...counter, action: "propose" }), { repropose: "refuse" }],
  ])("EN-29: by %s is `%s`, is told and kept, and is no turn", async (_, kind, answer, rules) => {
    const { agent, record, told, heard } = await asked([answer, () => nothing], rules);
    const after = record();
    const [created = after] = told("negotiation:started");
    expect(after.failures).toMatchObject([{ partyId: "smith", turnNumber: 2, attempt: 1, kind, at: T0 }]);
    const { failures: _failures, version, ...rest } = after;
    const { failures: _none, version: __, ...before } = created;
    expect(rest).toEqual(before);
    expect(version).toBe(1);
    const [failure] = after.failures;
    const [first] = told("turn:failed");
    expect(first).toEqual({ negotiation: after, failure, willRetry: true, cause: first?.cause });
    expect(first?.cause !== undefined).toBe(kind === "threw");
    expect(heard.slice(-1)).toEqual(["turn:failed"]);
    expect(agent.calls).toHaveLength(2);
    const lastError = { code: failure?.code, message: failure?.error, issues: failure?.issues };
    expect(agent.calls[1]).toMatchObject({ attempt: 2, lastError, turnsLeft: 4 });
  });

  it("EN-29: by `timeout` at agentTimeoutMs, not 1 ms before; the agent is asked again", async () => {
    const { agent, clock, record } = await asked([() => nothing, counter], { agentTimeoutMs: 5_000 });
    await clock.advance(4_999);
    expect(agent.calls).toHaveLength(1);
    await clock.advance(1);
    expect(agent.calls).toHaveLength(2);
    expect(record().failures).toMatchObject([
      { kind: "timeout", error: "No answer within 5000 ms.", at: T0 + 5_000 },
    ]);
    expect(record().turns[1]).toMatchObject({ action: "counter", source: "agent" });
  });

  it("EN-29: the second call has a timeout of its own", async () => {
    const { clock, record } = await asked([() => nothing, () => nothing], { agentTimeoutMs: 5_000 });
    await clock.advance(9_999);
    expect(record().outcome).toBeNull();
    await clock.advance(1);
    expect(record().outcome).toMatchObject({ status: "stalled", reason: "agent_error", at: T0 + 10_000 });
  });

  it.each([1, 2, 3, 5])(
    "EN-29, AS-53, B-34: %i attempts make so many calls, then agent_error",
    async (agentAttempts) => {
      const { agent, record, told } = await asked([...Array(9).fill(new Error("boom"))], { agentAttempts });
      expect(agent.calls.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5].slice(0, agentAttempts));
      expect(record().outcome).toMatchObject({
        status: "stalled",
        reason: "agent_error",
        by: null,
        turnCount: 1,
        details: { partyId: "smith", kind: "threw" },
      });
      expect(told("turn:failed").at(-1)?.willRetry).toBe(false);
    },
  );

  it("EN-29, EN-24: a deadline that falls due between two calls wins", async () => {
    const { clock, record, agent } = await asked([() => nothing, () => nothing], {
      agentTimeoutMs: 5_000,
      turnMs: 8_000,
    });
    await clock.advance(8_000);
    expect(agent.calls).toHaveLength(2);
    expect(record().outcome).toMatchObject({ status: "expired", reason: "turn_timeout", at: T0 + 8_000 });
  });

  it("EN-29: answers that an admission hook or the schema of the terms refuses are illegal and invalid", async () => {
    const terms = {
      "~standard": { version: 1, vendor: "test", validate: (value: unknown) => validated(value) },
    } as const;
    const validated = (value: unknown) =>
      (value as Terms).price > 50 ? { issues: [{ message: "Too dear." }] } : { value };
    const cheap = { action: "counter", terms: { price: 45 } } as const;
    const { record } = await asked(
      [counter, cheap, accept],
      { agentAttempts: 3 },
      {
        terms,
        admit: ({ move }) => (move.action === "counter" ? { details: "no" } : true),
      },
    );
    expect(record().failures.map(({ kind }) => kind)).toEqual(["invalid", "illegal"]);
    expect(record().status).toBe("accepted");
  });

  it("EN-29: time that admission takes is not the agent's", async () => {
    const admitted = deferred<true>();
    const { clock, record } = await asked(
      [accept],
      { agentTimeoutMs: 1_000 },
      { admit: ({ move }) => (move.action === "propose" ? true : admitted.promise) },
    );
    await clock.advance(5_000);
    expect(record()).toMatchObject({ status: "proposed", failures: [] });
    admitted.resolve(true);
    await clock.advance(0);
    expect(record()).toMatchObject({ status: "accepted", failures: [] });
  });
});

describe("AS-53: an agent that fails", () => {
  it("AS-53: once: two turns, and the cap counts two", async () => {
    const { record, agent } = await asked([new Error("boom"), counter]);
    expect(record().turns).toHaveLength(2);
    expect(agent.calls.map(({ turnsLeft }) => turnsLeft)).toEqual([4, 4]);
    expect(failuresOfThisTurn(record())).toEqual([]);
  });

  it("AS-53: whoever names the agent and throws counts as an agent that throws", async () => {
    const { room, clock } = watchedRoom<Terms>({
      agentFor: ({ id }) => {
        if (id === "smith") throw new Error("no registry");
        return undefined;
      },
    });
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    await clock.advance(0);
    expect(room.getNegotiation(id)).toMatchObject({
      outcome: { reason: "agent_error" },
      failures: [{ error: "Error: no registry" }, {}],
    });
  });

  it.each<[string, unknown]>([
    ["a text", "smith"],
    ["an object", {}],
  ])("AS-53: %s in the place of an agent counts as one that throws", async (_, agent) => {
    const { room, clock } = watchedRoom<Terms>({ agentFor: () => agent as Agent<Terms> });
    const { id } = await room.createNegotiation("ada", "smith");
    await clock.advance(0);
    expect(room.getNegotiation(id)?.outcome).toMatchObject({ reason: "agent_error", turnCount: 0 });
  });

  it("AS-53: `null` in the place of an agent is none: the party is waited for", async () => {
    const { room, clock } = watchedRoom<Terms>({ agentFor: () => null as never });
    const { id } = await room.createNegotiation("ada", "smith");
    await clock.advance(29_999);
    expect(room.getNegotiation(id)).toMatchObject({ status: "open", failures: [] });
  });
});
