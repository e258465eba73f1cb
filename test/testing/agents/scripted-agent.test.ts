import { describe, expect, it } from "vitest";
import { agentCallData, frozenCall } from "../../../src/fuzz/agents/agent-call.js";
import type { Agent, AgentCall } from "../../../src/ports/index.js";
import { scriptedAgent } from "../../../src/testing/agents/index.js";
import { recordAfter } from "../../kit/records.js";

interface Terms {
  readonly price: number;
}

const call: AgentCall<Terms> = frozenCall(
  agentCallData(recordAfter<Terms>([]), "agent"),
  new AbortController().signal,
);

describe("a scripted agent", () => {
  it("gives a list in its order", async () => {
    const agent = scriptedAgent<Terms>([
      { action: "propose", terms: { price: 40 } },
      { consult: "May I go to 50?" },
      ({ turnNumber }) => ({ action: "counter", terms: { price: turnNumber } }),
      Promise.resolve({ action: "reject" as const }),
      async () => ({ action: "withdraw" }),
    ]);
    const answers = [agent(call), agent(call), agent(call), await agent(call), await agent(call)];
    expect(answers).toEqual([
      { action: "propose", terms: { price: 40 } },
      { consult: "May I go to 50?" },
      { action: "counter", terms: { price: 1 } },
      { action: "reject" },
      { action: "withdraw" },
    ]);
  });

  it("gives one value again and again", () => {
    const agent: Agent<Terms> = scriptedAgent({ action: "accept" });
    expect([agent(call), agent(call)]).toEqual([{ action: "accept" }, { action: "accept" }]);
  });

  it("asks one function again and again", () => {
    const agent = scriptedAgent<Terms>(({ seat }) => ({ action: "reject", reason: seat }));
    expect([agent(call), agent(call)]).toEqual([
      { action: "reject", reason: "initiator" },
      { action: "reject", reason: "initiator" },
    ]);
  });

  it("throws an Error of its script", () => {
    const error = new Error("The model is overloaded.");
    expect(() => scriptedAgent([error])(call)).toThrow(error);
    expect(() => scriptedAgent(error)(call)).toThrow(error);
  });

  it("rejects with a promise of its script that rejects, which nobody reports before", async () => {
    const agent = scriptedAgent([Promise.reject(new Error("The line is dead."))]);
    await new Promise((resolve) => setImmediate(resolve));
    await expect(agent(call)).rejects.toThrow("The line is dead.");
  });

  it("records its calls, also those that throw", () => {
    const agent = scriptedAgent<Terms>([{ action: "accept" }, new Error("no")]);
    expect(agent.calls).toEqual([]);
    agent(call);
    expect(() => agent(call)).toThrow("no");
    expect(agent.calls).toHaveLength(2);
    expect(agent.calls[1]).toBe(call);
  });

  it("throws when its list has run out, and says where", () => {
    const agent = scriptedAgent([{ action: "accept" }]);
    agent(call);
    expect(() => agent(call)).toThrow(
      "Expected at most one call of the scripted agent, got another for turn 1 of neg_1 (initiator).",
    );
    expect(() => scriptedAgent([])(call)).toThrow("Expected at most 0 calls");
  });

  it("is not changed by a later change of its list", () => {
    const list = [{ action: "accept" as const }];
    const agent = scriptedAgent(list);
    list.length = 0;
    expect(agent(call)).toEqual({ action: "accept" });
  });

  it.each([[undefined], [null], ["accept"], [1], [[undefined]], [["accept"]], [[[]]]])(
    "refuses %j as a script",
    (script) => {
      expect(() => scriptedAgent(script as never)).toThrow(TypeError);
    },
  );
});
