import { describe, expect, it } from "vitest";
import type { Action } from "../../../src/core/record/index.js";
import { type IssueTerms, outcomeSpace, type Preferences } from "../../../src/preferences/model/index.js";
import { NegotiationService } from "../../../src/service/room/index.js";
import { all } from "../../../src/strategies/acceptance/index.js";
import {
  type ComposeAgentOptions,
  composeAgent,
  namedStrategies,
} from "../../../src/strategies/agents/index.js";
import type { Strategy } from "../../../src/strategies/play/index.js";
import { fixturesFolder, oracleCases } from "../../tournament/oracle.js";
import { roomRun } from "../room-run.js";
import { callAfter, listed, scripted, turnOf } from "../scenes.js";

const twoParty = oracleCases(fixturesFolder).filter(({ scenario }) => scenario.parties.length === 2);

describe("BA-16: a composed agent", () => {
  const { space, preferences } = listed([0, 0.25, 0.5, 0.75, 1], 0.5);
  const accepting: Strategy = { name: "accepting", offering: scripted(4), acceptance: all() };
  const made = (options: Partial<ComposeAgentOptions> = {}) =>
    composeAgent({ space, preferences, strategy: accepting, seed: 0, turnLimit: 100, ...options });

  it("opens where nothing stands, counters and accepts where something does", () => {
    expect(made()(callAfter([], { legalActions: ["propose"] }))).toEqual({
      action: "propose",
      terms: { x: 4 },
    });
    expect(made()(callAfter([{ x: 1 }]))).toEqual({ action: "counter", terms: { x: 4 } });
    expect(made()(callAfter([{ x: 2 }]))).toEqual({ action: "accept" });
  });

  it("never accepts below its reservation, nor its own proposal, nor what it may not", () => {
    expect(made()(callAfter([{ x: 1 }]))).toMatchObject({ action: "counter" });
    expect(made()(callAfter([{ x: 2 }, { x: 4 }]))).toMatchObject({ action: "counter" });
    expect(made()(callAfter([{ x: 2 }], { legalActions: ["counter"] }))).toMatchObject({ action: "counter" });
  });

  it("rejects where it may not propose, else withdraws, else says what is wrong", () => {
    const answer = (legalActions: readonly Action[]) => made()(callAfter([{ x: 1 }], { legalActions }));
    expect(answer(["accept", "withdraw", "reject"])).toEqual({ action: "reject" });
    expect(answer(["accept", "withdraw"])).toEqual({ action: "withdraw" });
    expect(answer(["accept", "propose"])).toEqual({ action: "propose", terms: { x: 4 } });
    expect(() => answer(["accept"])).toThrow(/Change the room's rules/);
  });

  it("takes no notice of questions, but time runs on", () => {
    const strategy: Strategy = {
      ...accepting,
      acceptance: { name: "never", start: () => () => false },
      offering: {
        name: "telling",
        start: () => ({
          next: ({ received, turnNumber, relativeTime }) => {
            seen.push([received.length, turnNumber, relativeTime]);
            return 4;
          },
        }),
      },
    };
    const seen: unknown[] = [];
    const call = callAfter([{ x: 1 }]);
    const asked = turnOf<IssueTerms>(2, null, 2_000, "question");
    const answered = turnOf<IssueTerms>(3, null, 3_000, "question");
    made({ strategy, turnLimit: 8 })({ ...call, turns: [...call.turns, asked, answered], turnNumber: 4 });
    expect(seen).toEqual([[1, 4, 2 / 5]]);
  });

  it("a proposal outside the space is never accepted, nobody hears of it, and time runs on", () => {
    let heard = 0;
    const strategy: Strategy = {
      ...accepting,
      model: {
        name: "listening",
        start: () => ({ observe: () => void heard++, utility: () => 0, weights: () => [1] }),
      },
    };
    for (const terms of [{ x: 9 }, {}, { x: 2, y: 1 }, null, "2"]) {
      const move = made({ strategy })(callAfter([terms as unknown as IssueTerms]));
      expect(move).toEqual({ action: "counter", terms: { x: 4 } });
    }
    expect(heard).toBe(0);
    made({ strategy })(callAfter([{ x: 2 }]));
    expect(heard).toBe(1);
  });

  it("reads and writes the room's own terms by a codec", () => {
    const codec = {
      read: (terms: { readonly price: number }) => ({ x: terms.price / 10 }),
      write: (values: IssueTerms) => ({ price: Number(values["x"]) * 10 }),
    };
    const agent = composeAgent({ space, preferences, strategy: accepting, seed: 0, turnLimit: 9, codec });
    expect(agent(callAfter([{ price: 10 }]))).toEqual({ action: "counter", terms: { price: 40 } });
    expect(agent(callAfter([{ price: 20 }], { negotiationId: "neg_2" }))).toEqual({ action: "accept" });
    expect(agent(callAfter([{ price: 25 }], { negotiationId: "neg_3" }))).toMatchObject({
      action: "counter",
    });
  });

  it("terms that the codec cannot read are outside the space: countered, and nobody hears of them", () => {
    const codec = {
      read: (terms: { readonly deal: { readonly price: number } }) => ({ x: terms.deal.price }),
      write: (values: IssueTerms) => ({ deal: { price: Number(values["x"]) } }),
    };
    const agent = composeAgent({ space, preferences, strategy: accepting, seed: 0, turnLimit: 9, codec });
    expect(agent(callAfter([{ hello: 1 } as never]))).toEqual({
      action: "counter",
      terms: { deal: { price: 4 } },
    });
    expect(agent(callAfter([{ deal: { price: 2 } }], { negotiationId: "neg_2" }))).toEqual({
      action: "accept",
    });
  });

  it.each(["index", "index-2026-04"] as const)(
    "in a room without terms, as of the preset %s, ends with an error that says so",
    async (preset) => {
      const room = new NegotiationService<IssueTerms>("no-terms", {
        rules: { preset },
        fallback: () => ({ action: "reject" }),
      });
      const agent = made();
      const assessment = { reasoning: "Fits.", suggestedRoles: { ownUser: "peer", otherUser: "peer" } };
      const assessing: typeof agent = async (call) => ({ ...(await agent(call)), assessment }) as never;
      const party = (id: string) => ({ id, kind: "system" as const, agent: assessing });
      const outcome = await room.negotiate({ initiator: party("ada"), responder: party("smith") });
      expect(outcome).toMatchObject({ status: "stalled", reason: "agent_error" });
      expect(room.getLatestNegotiation()?.failures.at(-1)?.error).toMatch(
        /proposals have terms, got one with/,
      );
      await room.close();
    },
  );

  it("values continuous terms as given, not at their level", () => {
    const space = outcomeSpace([{ name: "x", kind: "continuous", min: 0, max: 1, levels: 3 }]);
    const preferences: Preferences = {
      kind: "additive",
      weights: [1],
      values: [{ kind: "linear", slope: 1 }],
      reservation: 0.5,
    };
    const strategy: Strategy = { ...accepting, offering: scripted(2) };
    const answer = (x: number) =>
      composeAgent({ space, preferences, strategy, seed: 0, turnLimit: 9 })(callAfter([{ x }]));
    // Both are nearest to the level 0.5.
    expect(answer(0.51)).toEqual({ action: "accept" });
    expect(answer(0.49)).toEqual({ action: "counter", terms: { x: 1 } });
  });

  it("without a rational outcome leaves where it may, else proposes its best, and accepts nothing [BA-47]", () => {
    const { space, preferences } = listed([0, 1, 0.5], 2);
    const answer = (options: Partial<ComposeAgentOptions>, legalActions: readonly Action[]) =>
      made({ space, preferences, ...options })(callAfter([{ x: 1 }], { legalActions }));
    const staying = { whenNoRationalOutcome: "propose-best" } as const;
    const all: readonly Action[] = ["counter", "accept", "reject", "withdraw"];
    expect(answer(staying, all)).toEqual({ action: "counter", terms: { x: 1 } });
    for (const leaving of [{}, { whenNoRationalOutcome: "withdraw" } as const]) {
      expect(answer(leaving, all)).toEqual({ action: "withdraw" });
      expect(answer(leaving, ["counter", "accept", "reject"])).toEqual({ action: "reject" });
      expect(answer(leaving, ["counter", "accept"])).toEqual({ action: "counter", terms: { x: 1 } });
    }
  });

  it("BA-14: reads elapsed time from the turns, and counts proposals where the cap does", () => {
    const times: number[] = [];
    const strategy: Strategy = {
      ...accepting,
      acceptance: { name: "never", start: () => () => false },
      offering: {
        name: "telling",
        start: () => ({ next: ({ relativeTime }) => (times.push(relativeTime), 4) }),
      },
    };
    const proposals = [{ x: 1 }, { x: 4 }, { x: 1 }];
    made({ strategy, turnLimit: undefined, totalMs: 10_000 })(callAfter(proposals));
    // The turns were at 1,000, 2,000 and 3,000 ms.
    expect(times).toEqual([0.2]);
    const call = callAfter(proposals);
    const asked = [4, 5].map((number) => turnOf<IssueTerms>(number, null, 4_000, "question"));
    const later = { ...call, turns: [...call.turns, ...asked], turnNumber: 6 };
    made({ strategy, turnLimit: 8, counts: "proposals" })(later);
    made({ strategy, turnLimit: 8 })(later);
    expect(times.slice(1)).toEqual([2 / 5, 3 / 5]);
  });

  it.each([1, 2, 3])(
    "BA-30: a component that throws is called for each of %i attempts; observe never again",
    async (agentAttempts) => {
      const { scenario } = twoParty[0]!;
      const count = { next: 0, observe: 0 };
      const throwing = (where: "next" | "observe"): Strategy => ({
        ...accepting,
        acceptance: { name: "never", start: () => () => false },
        offering: {
          name: "throwing",
          start: () => ({
            next: () => {
              count.next += 1;
              if (where === "next") throw new Error("no more ideas");
              return 4;
            },
            observe: () => {
              count.observe += 1;
              if (where === "observe") throw new Error("I saw nothing");
            },
          }),
        },
      });
      const play = (where: "next" | "observe") =>
        roomRun({
          scenario,
          strategies: [namedStrategies["tough"]!(), throwing(where)],
          turnLimit: 2,
          seed: 0,
          rules: { cap: { counts: "turns", limit: 2, mode: "reach", result: "expired" }, agentAttempts },
        });
      expect((await play("next")).outcome).toMatchObject({ status: "stalled", reason: "agent_error" });
      expect(count).toEqual({ next: agentAttempts, observe: 1 });
      count.observe = 0;
      const { outcome } = await play("observe");
      expect(outcome.reason).toBe(agentAttempts === 1 ? "agent_error" : "turn_cap");
      expect(count.observe).toBe(1);
    },
  );
});
