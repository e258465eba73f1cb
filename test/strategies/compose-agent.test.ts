import { describe, expect, it } from "vitest";
import { namedStrategies } from "../../src/strategies/named-strategies.js";
import { runNegotiation } from "../../src/tournament/run-negotiation.js";
import { scenarioInverses } from "../../src/tournament/scenario-inverses.js";
import { fixturesFolder, oracleCases } from "../tournament/oracle.js";
import { type PlainTurn, roomRun } from "./room-run.js";

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
