import { describe, expect, it } from "vitest";
import type { AgentCall } from "../../../src/ports/index.js";
import type { IssueTerms } from "../../../src/preferences/model/index.js";
import { all } from "../../../src/strategies/acceptance/index.js";
import type { ComposeAgentOptions } from "../../../src/strategies/agents/index.js";
import { composeAgent, namedStrategies } from "../../../src/strategies/agents/index.js";
import type { Strategy } from "../../../src/strategies/play/index.js";
import { runNegotiation, scenarioInverses } from "../../../src/tournament/play/index.js";
import { fixturesFolder, oracleCases } from "../../tournament/oracle.js";
import { type PlainTurn, roomRun } from "../room-run.js";
import { listed, scripted } from "../scenes.js";

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

describe("BA-16: the options", () => {
  const { space, preferences } = listed([0, 0.25, 0.5, 0.75, 1], 0.5);
  const accepting: Strategy = { name: "accepting", offering: scripted(4), acceptance: all() };
  const made = (options: Partial<ComposeAgentOptions> = {}) =>
    composeAgent({ space, preferences, strategy: accepting, seed: 0, turnLimit: 100, ...options });

  it.each([
    [{ turnLimit: undefined }],
    [{ turnLimit: 0 }],
    [{ totalMs: Number.NaN }],
    [{ strategy: { name: "half" } as never }],
  ])("refuses %o with strategy_invalid at construction", (options) => {
    expect(() => made(options)).toThrow(expect.objectContaining({ code: "strategy_invalid" }));
  });
});
