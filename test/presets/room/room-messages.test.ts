import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnsweringMessage } from "../../../src/presets/room/index.js";
import { moveOfMessage, readAgentMessage, repeatsStanding } from "../../../src/presets/room/index.js";
import { record } from "../records.js";

const base = { negotiationId: "neg_1", fromAgent: "b" };

describe("readAgentMessage", () => {
  it.each(["agent_proposal", "agent_counter"] as const)("RM-30: reads %s with its proposal", (type) => {
    const proposal = { price: 40 };
    const reading = readAgentMessage({
      type,
      ...base,
      proposal,
      reason: "fair",
      id: "m-1",
      expectedVersion: 3,
    });
    expect(reading).toStrictEqual({
      ok: true,
      message: { type, ...base, proposal, reason: "fair", id: "m-1", expectedVersion: 3 },
    });
  });

  it.each(["agent_accept", "agent_reject"] as const)("RM-30: reads %s without a proposal", (type) => {
    expect(readAgentMessage({ type, ...base })).toStrictEqual({ ok: true, message: { type, ...base } });
    expect(
      readAgentMessage({ type, ...base, proposal: null, reason: null, id: null, expectedVersion: null }),
    ).toStrictEqual({ ok: true, message: { type, ...base } });
  });

  it("RM-30: leaves the proposal untouched, and does not look into it", () => {
    const proposal = new Proxy(
      {},
      {
        get: () => {
          throw new Error("looked");
        },
        ownKeys: () => {
          throw new Error("looked");
        },
      },
    );
    const reading = readAgentMessage({ type: "agent_counter", ...base, proposal });
    expect(reading.ok && Object.is(reading.message.proposal, proposal)).toBe(true);
  });

  it("RM-32: a missing proposal is left to submit, which alone knows whether terms are wanted", () => {
    const reading = readAgentMessage({ type: "agent_proposal", ...base });
    expect(reading).toStrictEqual({
      ok: true,
      message: { type: "agent_proposal", ...base, proposal: undefined },
    });
  });

  it("RM-30: ignores members that it does not know", () => {
    const message = JSON.parse(
      '{"type":"agent_accept","negotiationId":"n","fromAgent":"b","x":1,"__proto__":{"type":"y"}}',
    );
    const reading = readAgentMessage(message);
    expect(reading).toStrictEqual({
      ok: true,
      message: { type: "agent_accept", negotiationId: "n", fromAgent: "b" },
    });
  });

  it("RM-31: names each wrong member with its path", () => {
    const reading = readAgentMessage({
      type: "xstate.stop",
      negotiationId: 7,
      reason: {},
      expectedVersion: "3",
    });
    expect(reading).toStrictEqual({
      ok: false,
      issues: [
        {
          path: ["type"],
          message:
            'Expected type to be one of agent_proposal, agent_counter, agent_accept, agent_reject, got "xstate.stop".',
        },
        { path: ["negotiationId"], message: "Expected negotiationId to be a string, got 7." },
        { path: ["fromAgent"], message: "Expected fromAgent to be a string, got nothing." },
        { path: ["reason"], message: "Expected reason to be a string, got an object." },
        { path: ["expectedVersion"], message: 'Expected expectedVersion to be a number, got "3".' },
      ],
    });
  });

  const deep = JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`);
  let nested: unknown = 1;
  for (let depth = 0; depth < 10_000; depth += 1) nested = { nested };
  const thrower = {
    get type(): string {
      throw new Error("no");
    },
  };
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const hostile = new Proxy({}, { get: () => hostile, has: () => true });

  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["a number", 7],
    ["NaN", Number.NaN],
    ["a string", ""],
    ["JSON text", '{"type":"agent_accept"}'],
    ["a boolean", true],
    ["a bigint", 1n],
    ["a symbol", Symbol("agent_accept")],
    ["a function", () => ({ type: "agent_accept" })],
    ["an array", [{ type: "agent_accept", ...base }]],
    ["an empty object", {}],
    ["a forged event", { type: "xstate.stop", ...base }],
    ["an event of the machine", { type: "accept", ...base }],
    ["a type of the prototype", { type: "constructor", ...base }],
    ["no party", { type: "agent_accept", negotiationId: "n" }],
    ["no negotiation", { type: "agent_accept", fromAgent: "b" }],
    ["an object as party", { type: "agent_accept", negotiationId: "n", fromAgent: { id: "b" } }],
    ["a map", new Map([["type", "agent_accept"]])],
    ["10,000 levels", nested],
    ["5,000 arrays", deep],
    ["a getter that throws", thrower],
    ["a revoked proxy", revoked.proxy],
    ["a proxy that answers itself", hostile],
    [
      "a polluting object",
      JSON.parse('{"__proto__":{"type":"agent_accept","negotiationId":"n","fromAgent":"b"}}'),
    ],
  ])("RM-30: refuses %s without throwing", (_, message) => {
    const reading = readAgentMessage(message);
    expect(reading.ok).toBe(false);
    expect(!reading.ok && reading.issues.length).toBeGreaterThan(0);
    expect(({} as { type?: string }).type).toBeUndefined();
  });

  it("RM-30: carries a proposal of 10,000 levels on to submit", () => {
    expect(readAgentMessage({ type: "agent_counter", ...base, proposal: nested }).ok).toBe(true);
  });

  it("RM-30: never throws on anything", () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
        (value) => {
          expect(typeof readAgentMessage(value).ok).toBe("boolean");
          expect(
            typeof readAgentMessage({ type: "agent_counter", ...base, reason: value, id: value }).ok,
          ).toBe("boolean");
        },
      ),
    );
  });
});

describe("moveOfMessage", () => {
  const terms = { price: 1 };

  it.each([
    [
      { type: "agent_proposal", ...base, proposal: terms },
      { action: "propose", terms },
    ],
    [
      { type: "agent_proposal", ...base, proposal: terms, reason: "r" },
      { action: "propose", terms, reason: "r" },
    ],
    [
      { type: "agent_counter", ...base, proposal: terms, reason: "r" },
      { action: "counter", terms, reason: "r" },
    ],
    [{ type: "agent_accept", ...base }, { action: "accept" }],
    [{ type: "agent_accept", ...base, proposal: terms }, { action: "accept" }],
    [
      { type: "agent_reject", ...base, reason: "r" },
      { action: "reject", reason: "r" },
    ],
  ] as const)("RM-30: %j becomes %j", (message, move) => {
    expect(moveOfMessage(message)).toStrictEqual(move);
  });
});

describe("repeatsStanding", () => {
  const standing = record({ turns: [{ action: "propose", terms: { price: 10, tags: ["x"] } }] });
  const answer = (proposal?: unknown): AnsweringMessage => ({ type: "agent_accept", ...base, proposal });

  it("RM-34: no proposal, or the standing terms in any order of keys, pass", () => {
    expect(repeatsStanding(answer(), standing)).toBe(true);
    expect(repeatsStanding(answer({ tags: ["x"], price: 10 }), standing)).toBe(true);
    expect(
      repeatsStanding({ type: "agent_reject", ...base, proposal: { price: 10, tags: ["x"] } }, standing),
    ).toBe(true);
  });

  const circle: Record<string, unknown> = {};
  circle["price"] = circle;

  it.each<[string, unknown]>([
    ["another value", { price: 11, tags: ["x"] }],
    ["a member more", { price: 10, tags: ["x"], more: 1 }],
    ["a member less", { price: 10 }],
    ["a date", new Date(0)],
    ["a cycle", circle],
    [
      "something that throws",
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error("no");
          },
        },
      ),
    ],
  ])("RM-34: %s does not repeat it", (_, proposal) => {
    expect(repeatsStanding(answer(proposal), standing)).toBe(false);
  });

  it("RM-34: a proposal repeats nothing where nothing stands", () => {
    expect(repeatsStanding(answer({ price: 10 }), record())).toBe(false);
  });
});
