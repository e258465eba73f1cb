import { describe, expect, it } from "vitest";
import { agentCallData, frozenCall } from "../../../src/fuzz/agents/agent-call.js";
import { agentSource } from "../../../src/fuzz/agents/agent-source.js";
import type { Agent, AgentCall } from "../../../src/ports/index.js";
import { scriptedAgent } from "../../../src/testing/agents/index.js";
import { recordAfter } from "../../kit/records.js";

const call: AgentCall = frozenCall(agentCallData(recordAfter([]), "agent"), new AbortController().signal);

describe("a source of agents", () => {
  it("calls an agent as often as it is asked, and never without a call", () => {
    const agent = scriptedAgent({ action: "reject" });
    const source = agentSource(agent);
    expect(source.isFactory()).toBeUndefined();
    expect(source.instance()(call)).toEqual({ action: "reject" });
    source.instance()(call);
    expect(source.isFactory()).toBe(false);
    expect(agent.calls).toEqual([call, call]);
  });

  it("makes a new agent for each instance of a factory", () => {
    const given: unknown[][] = [];
    const make = (...parameters: unknown[]): Agent => {
      given.push(parameters);
      let count = 0;
      return () => ({ action: "reject", reason: `${++count}` });
    };
    const source = agentSource(make as () => Agent);
    const [one, other] = [source.instance(), source.instance()];
    expect([one(call), one(call), other(call)]).toMatchObject([
      { reason: "1" },
      { reason: "2" },
      { reason: "1" },
    ]);
    expect(source.isFactory()).toBe(true);
    // The first was how it was found out.
    expect(given).toEqual([[call], [], []]);
  });

  it("passes on what an agent throws, and finds out later", () => {
    const agent = scriptedAgent([new Error("no"), { action: "reject" }]);
    const source = agentSource(agent);
    const instance = source.instance();
    expect(() => instance(call)).toThrow("no");
    expect(source.isFactory()).toBeUndefined();
    instance(call);
    expect(source.isFactory()).toBe(false);
  });

  it("throws when a factory gives no agent", () => {
    let count = 0;
    const fickle = (): Agent => (count++ === 0 ? () => ({ action: "reject" }) : (5 as never));
    expect(() => agentSource(fickle).instance()(call)).toThrow(TypeError);
  });
});
