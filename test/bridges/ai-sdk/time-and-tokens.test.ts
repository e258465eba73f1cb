import { describe, expect, it } from "vitest";
import type { Generate, UsageReport } from "../../../src/bridges/ai-sdk/index.js";
import { boulware } from "../../../src/strategies/index.js";
import { ManualClock } from "../../../src/testing/index.js";
import {
  agentCall,
  agentOf,
  answering,
  answeringTo,
  BEST,
  GOOD,
  MOVED,
  never,
  providerAgent,
  supplyRoom,
  TOKENS,
} from "./supply-table.js";

describe("the time of a model's turn", () => {
  it("ends at its limit, 1 ms earlier it does not, whatever the model does [AI-4]", async () => {
    const clock = new ManualClock();
    let signal: AbortSignal | undefined;
    const ignoring: Generate = (request) => {
      signal = request.signal;
      return never(request);
    };
    let said = "";
    const turn = Promise.resolve(agentOf(ignoring, { clock, turnTimeoutMs: 200 })(agentCall()));
    const ended = turn.catch((error: Error) => {
      said = error.message;
    });
    await clock.advance(199);
    expect([said, signal?.aborted]).toEqual(["", false]);
    await clock.advance(1);
    await ended;
    expect(said).toContain("within 200 ms");
    expect(signal?.aborted).toBe(true);
    expect(clock.pendingCount).toBe(0);
  });

  it("ends with the call's signal, and lets go of clock and signal [AI-4]", async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const fallback = () => ({ action: "propose" as const, terms: BEST });
    const turn = agentOf(never, { clock, fallback })(agentCall({ signal: controller.signal }));
    controller.abort(new Error("The room closes."));
    await expect(turn).rejects.toThrow("The room closes.");
    expect(clock.pendingCount).toBe(0);
  });

  it("that is over asks no model, neither first nor for a repair [AI-4]", async () => {
    const generate = answering(GOOD);
    const signal = AbortSignal.abort(new Error("Too late."));
    await expect(agentOf(generate)(agentCall({ signal }))).rejects.toThrow("Too late.");
    expect(generate.requests).toHaveLength(0);
    const controller = new AbortController();
    let calls = 0;
    const closing: Generate = () => {
      calls += 1;
      controller.abort(new Error("The room closes."));
      return { answer: "bad" };
    };
    const turn = agentOf(closing)(agentCall({ signal: controller.signal }));
    await expect(turn).rejects.toThrow("The room closes.");
    expect(calls).toBe(1);
  });

  it("ends a turn of a room by the room's deadline, though the model never answers [AI-4]", async () => {
    const clock = new ManualClock();
    const room = supplyRoom({ clock, warnings: false, rules: { turnMs: 1_000, agentAttempts: 1 } });
    const outcome = room.negotiate({
      initiator: { id: "consumer", kind: "personal", agent: agentOf(never, { clock }) },
      responder: { id: "provider", kind: "system", agent: providerAgent(boulware()) },
    });
    const begunAt = clock.now();
    await clock.advance(1_000);
    const { at } = await outcome;
    expect(at - begunAt).toBeLessThanOrEqual(1_000);
    await room.close();
    expect(clock.pendingCount).toBe(0);
  });

  it("that is over falls to the fallback; the late answer is dropped, and its tokens count [AI-4] [AI-5]", async () => {
    const clock = new ManualClock();
    const reports: UsageReport[] = [];
    let answer = (): void => {};
    const late: Generate = () =>
      new Promise((resolve) => {
        answer = () => resolve({ answer: { action: "reject" }, usage: TOKENS });
      });
    const agent = agentOf(late, {
      clock,
      fallback: () => ({ action: "propose", terms: BEST }),
      onUsage: (one) => reports.push(one),
      budget: { tokens: 120 },
    });
    const turn = agent(agentCall());
    await clock.advance(15_000);
    expect(await turn).toEqual({ action: "propose", terms: BEST });
    expect(reports).toEqual([]);
    answer();
    await expect.poll(() => reports.length).toBe(1);
    expect(reports[0]).toMatchObject({ turn: 1, attempt: 1, usage: TOKENS });
    expect(await agent(agentCall({ turnNumber: 3 }))).toEqual({ action: "propose", terms: BEST });
    expect(reports).toHaveLength(1);
  });

  it("is for all calls of the turn together [AI-4]", async () => {
    const clock = new ManualClock();
    const slow: Generate = () =>
      new Promise((resolve) => clock.setTimeout(() => resolve({ answer: "bad" }), 150));
    const turn = Promise.resolve(agentOf(slow, { clock, turnTimeoutMs: 200, repairs: 9 })(agentCall()));
    const ended = turn.catch((error: Error) => error.message);
    await clock.advance(200);
    expect(await ended).toContain("within 200 ms");
  });
});

describe("what a model costs", () => {
  it("is reported after every call, also one that fails with a usage of its own [AI-5]", async () => {
    const reports: UsageReport[] = [];
    const failure = Object.assign(new Error("overloaded"), { usage: { inputTokens: 7 } });
    const agent = agentOf(answering(failure, GOOD), { onUsage: (one) => reports.push(one) });
    await expect(agent(agentCall())).rejects.toThrow("overloaded");
    await agent(agentCall());
    const told = { negotiationId: "neg_1", partyId: "consumer", turn: 1 };
    expect(reports).toEqual([
      { ...told, attempt: 1, model: null, usage: { inputTokens: 7, outputTokens: null, totalTokens: 7 } },
      { ...told, attempt: 2, model: "scripted", usage: TOKENS },
    ]);
  });

  it("is reported of a function that throws before it has promised anything [AI-5]", async () => {
    const reports: UsageReport[] = [];
    const generate: Generate = () => {
      throw Object.assign(new Error("no key"), { usage: { inputTokens: 3 } });
    };
    const turn = agentOf(generate, { onUsage: (one) => reports.push(one) })(agentCall());
    await expect(turn).rejects.toThrow("no key");
    expect(reports.map(({ usage }) => usage.inputTokens)).toEqual([3]);
  });

  it("is nobody's turn: a listener that throws changes nothing [AI-5]", async () => {
    const onUsage = (): never => {
      throw new Error("no disk");
    };
    expect(await agentOf(answering(GOOD), { onUsage })(agentCall())).toEqual(MOVED);
  });

  it.each([
    ["calls", { calls: 2 }],
    ["tokens", { tokens: 240 }],
    ["ms", { ms: 200 }],
  ])("is bounded by %s: the call that would start at the limit is not made [AI-5]", async (_, budget) => {
    const clock = new ManualClock();
    let calls = 0;
    const generate: Generate = () => {
      calls += 1;
      return new Promise((resolve) =>
        clock.setTimeout(() => resolve({ answer: { action: "counter", terms: BEST }, usage: TOKENS }), 100),
      );
    };
    const agent = agentOf(generate, { clock, budget });
    const rejectable = agentCall({ ...answeringTo(BEST), legalActions: ["counter", "reject", "withdraw"] });
    const moves: unknown[] = [];
    for (const turnNumber of [2, 4, 6]) {
      const turn = Promise.resolve(agent({ ...rejectable, turnNumber })).then((move) => moves.push(move));
      await clock.advance(100);
      await turn;
    }
    expect(calls).toBe(2);
    expect(moves[2]).toEqual({ action: "reject" });
    expect(await agent({ ...rejectable, legalActions: ["counter", "withdraw"] })).toEqual({
      action: "withdraw",
    });
    await expect(agent({ ...rejectable, legalActions: ["counter"] })).rejects.toThrow("within the budget");
    // Another negotiation, and the other seat of this one, have budgets of their own.
    const other = Promise.resolve(agent({ ...rejectable, negotiationId: "neg_2" }));
    await clock.advance(100);
    expect(await other).toMatchObject({ action: "counter" });
    expect(calls).toBe(3);
  });

  it("is bounded by ms for a model that hangs as well: its calls have no end [AI-5]", async () => {
    const clock = new ManualClock();
    let calls = 0;
    const generate: Generate = () => {
      calls += 1;
      return new Promise(() => {});
    };
    const agent = agentOf(generate, { clock, budget: { ms: 150 }, turnTimeoutMs: 200 });
    const rejectable = agentCall({ ...answeringTo(BEST), legalActions: ["counter", "reject"] });
    const first = Promise.resolve(agent({ ...rejectable, turnNumber: 2 })).catch(() => "late");
    await clock.advance(200);
    expect(await first).toBe("late");
    expect(await agent({ ...rejectable, turnNumber: 4 })).toEqual({ action: "reject" });
    expect(calls).toBe(1);
  });

  it("is bounded within a turn too: no budget, no repair, but the fallback [AI-3] [AI-5]", async () => {
    const generate = answering("bad");
    const fallback = () => ({ action: "propose" as const, terms: BEST });
    const agent = agentOf(generate, { repairs: 5, budget: { calls: 2 }, fallback });
    expect(await agent(agentCall())).toEqual({ action: "propose", terms: BEST });
    expect(generate.requests).toHaveLength(2);
  });
});
