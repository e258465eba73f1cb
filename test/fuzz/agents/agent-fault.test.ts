import { describe, expect, it } from "vitest";
import { agentCallData } from "../../../src/fuzz/agents/agent-call.js";
import { agentFault, type FoundFault, printed } from "../../../src/fuzz/agents/agent-fault.js";
import { recordAfter } from "../../kit/records.js";

const negotiation = recordAfter<unknown>([{ action: "propose", terms: { price: 40 }, message: "Hello" }]);
const found: FoundFault = {
  kind: "illegal_move",
  code: "not_your_turn",
  reason: "it moved.",
  answer: { action: "accept" },
  call: agentCallData(negotiation, "opponent"),
  negotiation,
};
const finding = { seed: 1, path: "2:0", runs: 3, shrinks: 1, isFactory: true };

describe("a fault", () => {
  it("carries where it was found, as data and for people", () => {
    const fault = agentFault(found, finding);
    expect(fault).toMatchObject({
      ...found,
      seat: "responder",
      turnNumber: 2,
      seed: 1,
      path: "2:0",
      runs: 3,
      shrinks: 1,
    });
    expect(fault.report).toBe(
      [
        "Expected the agent to move legally, got illegal_move: it moved.",
        "",
        "  fault   illegal_move (a room refuses it with not_your_turn)",
        "  seat    responder, system; the other side is system",
        "  rules   preset room",
        "  turn    2; it may propose, counter, accept, reject",
        '  moves   1. agent (initiator) propose {"price":40} "Hello"',
        '  answer  {"action":"accept"}',
        "",
        "Found in trial 3, made smaller 1 time. See it again with",
        '  checkAgent(agent, { ...options, seed: 1, path: "2:0" })',
      ].join("\n"),
    );
  });

  it("hints at a memory where there may be one", () => {
    const hint = "hand in a function that makes one";
    expect(agentFault(found, { ...finding, isFactory: false }).report).toContain(hint);
    expect(
      agentFault({ ...found, kind: "no_answer" }, { ...finding, isFactory: false }).report,
    ).not.toContain(hint);
    expect(agentFault({ ...found, kind: "varied_answer" }, finding).report).toContain("set mayVary");
  });
});

describe("a printed value", () => {
  it("is code, an error's message, and cut when it is long", () => {
    expect(printed({ price: Number.NaN })).toBe('{"price":Number.NaN}');
    expect(printed(new RangeError("no"))).toBe("RangeError: no");
    expect(printed("x".repeat(500))).toHaveLength(400);
  });

  it("never throws", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    let deep: unknown = 0;
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    expect([printed(proxy), printed(deep)]).toEqual(["object", "object"]);
  });
});
