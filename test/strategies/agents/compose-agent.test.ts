import { describe, expect, it } from "vitest";
import type { Agent, AgentCall } from "../../../src/ports/index.js";
import { inverseUtility } from "../../../src/preferences/inverse/index.js";
import { type IssueTerms, outcomeSpace } from "../../../src/preferences/model/index.js";
import { generateScenario } from "../../../src/preferences/scenarios/index.js";
import { NegotiationService } from "../../../src/service/room/index.js";
import {
  boulware,
  type ComposeAgentOptions,
  composeAgent,
  namedStrategies,
  tough,
} from "../../../src/strategies/agents/index.js";
import { runNegotiation, scenarioInverses } from "../../../src/tournament/index.js";
import { fixturesFolder, oracleCases } from "../../tournament/oracle.js";
import { type PlainTurn, roomRun } from "../room-run.js";
import { callAfter, listed } from "../scenes.js";

const twoParty = oracleCases(fixturesFolder).filter(({ scenario }) => scenario.parties.length === 2);
const names = Object.keys(namedStrategies);
const pairs = names.flatMap((one) => names.map((other) => [one, other] as const));
const strategiesOf = (pair: readonly string[]) => pair.map((name) => namedStrategies[name]!());

describe("a room with two composed agents", () => {
  it.each(twoParty)(
    "BA-20, BA-35: takes the turns of the headless runner, all pairs on $key",
    async (one) => {
      const { scenario } = one;
      const inverses = scenarioInverses(scenario);
      for (const pair of pairs) {
        const same = { scenario, inverses, turnLimit: 200, seed: 7 };
        const headless = runNegotiation({ ...same, strategies: strategiesOf(pair), trace: true });
        const room = await roomRun({ ...same, strategies: strategiesOf(pair) });
        const turns = headless.trace?.map(
          ({ party, action, outcome }): PlainTurn => [party, action, outcome],
        );
        expect([pair, room.outcome.status, room.outcome.reason, room.turns]).toEqual([
          pair,
          headless.status,
          headless.reason,
          turns,
        ]);
      }
    },
  );
});

describe("BA-15: an agent that is made anew before every turn", () => {
  const cases = twoParty.filter(({ key }) => /^s0[158]/.test(key));
  it.each(cases)("plays as one that remembers, all strategies on $key", async ({ scenario }) => {
    const inverses = scenarioInverses(scenario);
    for (const name of names) {
      for (const opponent of ["boulware", "micro", "random"]) {
        const pair = [name, opponent];
        const options = { scenario, inverses, turnLimit: 60, seed: 3 };
        const kept = await roomRun({ ...options, strategies: strategiesOf(pair) });
        const rebuilt = await roomRun({
          ...options,
          strategies: strategiesOf(pair),
          agentOf: (make) => (call) => make()(call),
        });
        expect([pair, rebuilt.turns]).toEqual([pair, kept.turns]);
      }
    }
  });

  it("goes on where another negotiation came between", async () => {
    const { scenario } = twoParty[0]!;
    const inverses = scenarioInverses(scenario);
    const [inverse] = inverses;
    const calls: AgentCall<IssueTerms>[] = [];
    const options = {
      scenario,
      inverses,
      strategies: strategiesOf(["micro", "micro"]),
      turnLimit: 60,
      seed: 3,
    };
    const alone = await roomRun({
      ...options,
      agentOf: (make) => {
        const agent = make();
        return (call) => {
          calls.push(call);
          return agent(call);
        };
      },
    });
    const again = composeAgent({
      space: inverse!.space,
      preferences: scenario.parties[0]!.preferences,
      strategy: namedStrategies["micro"]!(),
      seed: 3,
      turnLimit: 60,
    });
    const own = calls.filter(({ seat }) => seat === "initiator");
    const moves: unknown[] = [];
    for (const call of own) {
      moves.push(again(call));
      again({ ...call, negotiationId: "another" });
    }
    const terms = alone.turns.filter(([party, action]) => party === 0 && action !== "accept");
    expect(
      moves.slice(0, terms.length).map((move) => inverse!.space.indexOf((move as { terms: unknown }).terms)),
    ).toEqual(terms.map(([, , outcome]) => outcome));
  });
});

const { space, preferences } = listed([0, 0.25, 0.5, 0.75, 1], 0.5);
const OPTIONS: ComposeAgentOptions = { space, preferences, strategy: boulware(), seed: 0, turnLimit: 100 };

describe("BA-16: the options of a composed agent", () => {
  it.each([
    ["seed", undefined],
    ["turnLimit", undefined],
    ["turnLimit", 0],
    ["totalMs", Number.NaN],
    ["seed", 1.5],
    ["seed", Number.NaN],
    ["seed", "7"],
    ["turnLimit", 2.5],
    ["totalMs", "soon"],
    ["counts", "rounds"],
    ["whenNoRationalOutcome", "leave"],
    ["codec", {}],
    ["codec", { read: () => null }],
    ["message", 7],
    ["message", ""],
    ["onHookFailure", "log"],
    ["inverse", inverseUtility(space, { ...preferences, reservation: null })],
    ["inverse", listed([0, 1], 0.5).inverse],
  ])("SY-16: %s: %o is refused with its place", (key, value) => {
    expect(() => composeAgent({ ...OPTIONS, [key]: value } as ComposeAgentOptions)).toThrow(
      expect.objectContaining({
        code: "strategy_invalid",
        details: { issueCount: 1, issues: [expect.objectContaining({ path: [key] })] },
      }),
    );
  });

  it("SY-16: lists all faults at once", () => {
    const wrong = { ...OPTIONS, seed: 0.5, counts: "rounds", turnLimit: 0 } as never;
    expect(() => composeAgent(wrong)).toThrow(/Mend all 3 faults/);
  });

  it("SY-20: an unknown option is refused, and the nearest known one named", () => {
    const typo = { ...OPTIONS, turnLimt: 10 } as ComposeAgentOptions;
    expect(() => composeAgent(typo)).toThrow(TypeError);
    expect(() => composeAgent(typo)).toThrow(/"turnLimt"\. Did you mean turnLimit\?/);
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

  it("wait for the event loop at once, when 10 ms of turns have passed, and after 64 answers", async () => {
    const waits = (agent: Agent<IssueTerms>, at: number) =>
      agent(callAfter([space.termsAt(0)], { turnsAt: () => at })) instanceof Promise;
    const agent = agentOf(0, { totalMs: 1_000 });
    const times = [1_000, 1_001, 1_009, 1_010, 1_011, 1_019, 1_030];
    expect(times.filter((at) => waits(agent, at))).toEqual([1_000, 1_010, 1_030]);
    const still = agentOf(0, { totalMs: 1_000 });
    const waited = Array.from({ length: 193 }, (_, index) => (waits(still, 5) ? [index] : [])).flat();
    expect(waited).toEqual([0, 64, 128, 192]);
    const order: string[] = [];
    setTimeout(() => order.push("timer"), 0);
    await agentOf(0, { totalMs: 1_000 })(callAfter([space.termsAt(0)]));
    expect([...order, "answer"]).toEqual(["timer", "answer"]);
  });

  it("answer at once where there is a cap on turns", () => {
    const call = callAfter([space.termsAt(0)]);
    expect(agentOf(0, { turnLimit: 9, totalMs: 1_000 })(call)).not.toBeInstanceOf(Promise);
    expect(agentOf(0, { totalMs: 1_000 })(call)).toBeInstanceOf(Promise);
  });
});
