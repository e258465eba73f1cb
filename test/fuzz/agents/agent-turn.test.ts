import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { abortedTurn, agentTurn } from "../../../src/fuzz/agents/agent-turn.js";
import { checkSettings, type TrialSettings } from "../../../src/fuzz/agents/check-settings.js";
import type { Agent, AgentCall } from "../../../src/ports/index.js";
import { scriptedAgent } from "../../../src/testing/agents/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { recordAfter } from "../../kit/records.js";

const clock = new ManualClock();
const settings: TrialSettings = {
  ...checkSettings<unknown>({ terms: fc.record({ price: fc.nat(100) }), clock }),
  principalSays: null,
};
const negotiation = recordAfter<unknown>([]);

const propose = { action: "propose", terms: { price: 40 } } as const;

describe("a turn under check", () => {
  it("asks both instances the same: one frozen, one not", async () => {
    const [one, twin] = [scriptedAgent<unknown>([propose]), scriptedAgent<unknown>([propose])];
    const result = await agentTurn(negotiation, { one, twin }, settings);
    expect(result).toMatchObject({ fault: null, negotiation: { status: "proposed" } });
    const [frozen, loose] = [one.calls[0], twin.calls[0]];
    expect({ ...loose, signal: null }).toEqual({ ...frozen, signal: null });
    expect([Object.isFrozen(frozen), Object.isFrozen(loose)]).toEqual([true, false]);
    expect(loose?.signal).not.toBe(frozen?.signal);
  });

  it.each<[string, Agent, Agent, string]>([
    [
      "a throw before all but a mutation",
      scriptedAgent<unknown>([new Error("no")]),
      scriptedAgent<unknown>([propose]),
      "threw",
    ],
    [
      "a throw of the twin",
      scriptedAgent<unknown>([propose]),
      scriptedAgent<unknown>([new Error("no")]),
      "threw",
    ],
    [
      "a TypeError of the frozen one only",
      scriptedAgent<unknown>([new TypeError("x")]),
      scriptedAgent<unknown>([propose]),
      "mutated_input",
    ],
    [
      "a TypeError of both",
      scriptedAgent<unknown>(new TypeError("x")),
      scriptedAgent<unknown>(new TypeError("x")),
      "threw",
    ],
    [
      "an illegal move before a variation",
      scriptedAgent<unknown>({ action: "accept" }),
      scriptedAgent<unknown>(propose),
      "illegal_move",
    ],
    [
      "a variation",
      scriptedAgent<unknown>(propose),
      scriptedAgent<unknown>({ ...propose, message: "Hm." }),
      "varied_answer",
    ],
    [
      "a variation into no move",
      scriptedAgent<unknown>(propose),
      scriptedAgent<unknown>({} as never),
      "varied_answer",
    ],
  ])("finds %s", async (_, one, twin, kind) => {
    expect((await agentTurn(negotiation, { one, twin }, settings)).fault).toMatchObject({ kind });
  });

  it("takes members that say nothing for equal", async () => {
    const twin = scriptedAgent<unknown>({
      terms: { price: 40 },
      action: "propose",
      message: undefined,
      reason: null,
    });
    const result = await agentTurn(negotiation, { one: scriptedAgent<unknown>(propose), twin }, settings);
    expect(result.fault).toBeNull();
  });
});

describe("an aborted turn", () => {
  async function aborted(agent: Agent): Promise<string | undefined> {
    return (await abortedTurn(negotiation, agent, settings)).fault?.kind;
  }

  it("is passed by who answers or throws at once, or as soon as it can", async () => {
    const agents: Agent[] = [
      scriptedAgent<unknown>(propose),
      scriptedAgent<unknown>(new Error("no")),
      async () => propose,
      async () => Promise.reject(new Error("no")),
    ];
    for (const agent of agents) expect(await aborted(agent)).toBeUndefined();
  });

  it("is passed by who settles within the grace, and by nobody later", async () => {
    const waiting =
      (ms: number): Agent =>
      ({ signal }: AgentCall) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => clock.setTimeout(() => resolve(propose), ms));
        });
    expect(await aborted(waiting(49))).toBeUndefined();
    expect(await aborted(waiting(50))).toBeUndefined();
    expect(await aborted(waiting(51))).toBe("ignored_abort");
  });
});
