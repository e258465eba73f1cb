import { describe, expect, it } from "vitest";
import { type IssueTerms, outcomeSpace } from "../../../src/preferences/model/index.js";
import { generateScenario } from "../../../src/preferences/scenarios/index.js";
import { NegotiationService } from "../../../src/service/room/index.js";
import { afterEventLoop, EventLoopPause } from "../../../src/strategies/agents/event-loop-pause.js";
import { composeAgent, tough } from "../../../src/strategies/agents/index.js";
import { callAfter } from "../scenes.js";

describe("a pause of the event loop", () => {
  it("BA-16: is due at once, and again when 10 ms of turns have passed", () => {
    const pause = new EventLoopPause();
    expect([1_000, 1_001, 1_009, 1_010, 1_011, 1_019, 1_030].map((at) => pause.isDue(at))).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  it("BA-16: is due after 64 answers where no time passes", () => {
    const pause = new EventLoopPause();
    const due = Array.from({ length: 193 }, () => pause.isDue(5));
    expect(due.flatMap((isDue, index) => (isDue ? [index] : []))).toEqual([0, 64, 128, 192]);
  });

  it("BA-16: lets timers run before the value comes", async () => {
    const order: string[] = [];
    setTimeout(() => order.push("timer"), 0);
    order.push(await afterEventLoop("value"));
    expect(order).toEqual(["timer", "value"]);
  });
});

describe("BA-16: agents that only a clock stops", () => {
  const scenario = generateScenario(7, [4, 4, 4], 2);
  const space = outcomeSpace(scenario.issues);
  const agentOf = (party: number, limits: { totalMs?: number; turnLimit?: number }) => {
    const { preferences } = scenario.parties[party]!;
    return composeAgent({ space, preferences, strategy: tough(), seed: 1, ...limits });
  };

  it("leave the process its timers: one that is due at once ends the room long before its time", async () => {
    const totalMs = 2_000;
    const room = new NegotiationService<IssueTerms>("clock", {
      rules: { cap: { limit: "unlimited" }, totalMs },
    });
    const party = (index: number) => ({
      id: `p${index}`,
      kind: "system" as const,
      agent: agentOf(index, { totalMs }),
    });
    const outcome = room.negotiate({ initiator: party(0), responder: party(1) });
    setTimeout(() => void room.cancel(room.getLatestNegotiation()!.id), 0);
    expect(await outcome).toMatchObject({ reason: "cancelled" });
    await room.close();
  });

  it("answer at once where there is a cap on turns", () => {
    const call = callAfter([space.termsAt(0)]);
    expect(agentOf(0, { turnLimit: 9, totalMs: 1_000 })(call)).not.toBeInstanceOf(Promise);
    expect(agentOf(0, { totalMs: 1_000 })(call)).toBeInstanceOf(Promise);
  });
});
