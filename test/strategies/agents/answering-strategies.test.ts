import { expect, it } from "vitest";
import type { InverseUtility } from "../../../src/preferences/inverse/index.js";
import {
  averagedTitForTat,
  hybrid,
  monotonicConcession,
  namedStrategies,
  niceTitForTat,
  randomAbsoluteTitForTat,
  relativeTitForTat,
  tradeOff,
  zeuthen,
} from "../../../src/strategies/agents/index.js";
import { bayesian, frequencyLinear } from "../../../src/strategies/models/index.js";
import { ACCEPT, type Strategy } from "../../../src/strategies/play/index.js";
import { runNegotiation } from "../../../src/tournament/index.js";
import { inverseOf, soloParty, stubborn } from "../solo-party.js";
import { twoPartyFixtures } from "../two-party-fixtures.js";

const names = Object.keys(namedStrategies);

function named(name: string): Strategy {
  return namedStrategies[name]!();
}

function traceOf(fixture: (typeof twoPartyFixtures)[number], first: Strategy, second: Strategy) {
  const { scenario, inverses } = fixture;
  return runNegotiation({
    scenario,
    inverses,
    strategies: [first, second],
    turnLimit: 200,
    seed: 3,
    trace: true,
  });
}

it("D-1: no two named strategies play alike against boulware, conceder, tough and micro", () => {
  expect(twoPartyFixtures.length).toBe(11);
  const traces = new Map<string, string>();
  for (const name of names) {
    const rows = ["boulware", "conceder", "tough", "micro"].flatMap((partner) =>
      twoPartyFixtures.map((fixture) => traceOf(fixture, named(name), named(partner)).trace),
    );
    const text = JSON.stringify(rows);
    expect(traces.get(text), `${name} plays like ${traces.get(text)}`).toBeUndefined();
    traces.set(text, name);
  }
});

it("D-15: all pairs end without an error, and nobody accepts or proposes below its reservation", () => {
  for (const fixture of twoPartyFixtures) {
    for (const first of names) {
      for (const second of names) {
        const result = traceOf(fixture, named(first), named(second));
        expect(result.error).toBeNull();
        for (const row of result.trace ?? []) {
          const inverse = fixture.inverses[row.party as 0 | 1];
          const isFine = row.outcome !== null && inverse.isRational(row.outcome);
          if (!isFine) expect.fail(`${fixture.key}: ${first} against ${second}, turn ${row.turnNumber}`);
        }
      }
    }
  }
});

it("D-19: no zone expires after 200 offers; two outcomes and one issue are agreed on", () => {
  const fixture = (key: string) => twoPartyFixtures.find((one) => one.key === key)!;
  const ours = names.filter((name) => !["micro", "random"].includes(name));
  for (const first of ours) {
    for (const second of ours) {
      const result = traceOf(fixture("s09-no-zone"), named(first), named(second));
      expect([result.status, result.trace?.length]).toEqual(["expired", 200]);
    }
  }
  // The two utilities of either outcome are 0 and 1 or equal, so that a party that concedes agrees.
  for (const key of ["s04-two-outcomes", "s05-one-issue-8"]) {
    for (const name of ["hybrid", "trade-off", "monotonic-concession", "zeuthen", "nice-tit-for-tat"]) {
      expect(traceOf(fixture(key), named(name), named("conceder")).status, `${key} ${name}`).toBe("accepted");
    }
  }
});

/** Every answering strategy, with options that reach its other paths. */
const answering: readonly (() => Strategy)[] = [
  () => relativeTitForTat(),
  () => relativeTitForTat({ delay: 2 }),
  () => randomAbsoluteTitForTat(),
  () => averagedTitForTat(),
  () => niceTitForTat(),
  () => niceTitForTat({ model: bayesian() }),
  () => hybrid(),
  () => tradeOff(),
  () => tradeOff({ weights: "model" }),
  () =>
    tradeOff({ level: { exponent: 2 }, measure: "euclidean", weights: "model", model: frequencyLinear() }),
  () => monotonicConcession(),
  () => monotonicConcession({ model: bayesian() }),
  () => zeuthen(),
  () => zeuthen({ model: frequencyLinear(), disagreement: 0.3 }),
];

it("BA-15: a party rebuilt before every turn plays on identically", () => {
  for (const { inverses } of twoPartyFixtures.filter(({ key }) => /s02|s07|s14/.test(key))) {
    for (const make of answering) {
      const strategy = make();
      const inverse: InverseUtility = inverses[0];
      const partner = soloParty(inverses[1], namedStrategies["conceder"]!());
      const party = soloParty(inverse, strategy);
      const turns: (readonly [isOwn: boolean, outcome: number])[] = [];
      for (let cycle = 0; cycle < 25; cycle += 1) {
        const rebuilt = soloParty(inverse, strategy);
        for (const [isOwn, outcome] of turns) replay(rebuilt, isOwn, outcome);
        const decision = party.decide();
        expect(rebuilt.decide(), `${strategy.name}, cycle ${cycle}`).toBe(decision);
        if (decision === ACCEPT) break;
        turns.push([true, decision]);
        replay(party, true, decision);
        partner.hear(decision);
        const answer = partner.decide();
        if (answer === ACCEPT) break;
        partner.sheet.outcomes.push(-1);
        partner.sheet.relativeTimes.push(0);
        turns.push([false, answer]);
        party.hear(answer);
      }
      expect(turns.length).toBeGreaterThan(0);
    }
  }
});

function replay(party: ReturnType<typeof soloParty>, isOwn: boolean, outcome: number): void {
  if (isOwn) party.say(outcome);
  else party.hear(outcome);
}

it("BA-16: asking twice at one turn changes nothing", () => {
  const [fixture] = twoPartyFixtures;
  for (const make of answering) {
    const once = soloParty(fixture!.inverses[0], make());
    const twice = soloParty(fixture!.inverses[0], make());
    for (const heard of [3, 90, 17, 17, 60, 61, 62, 5]) {
      twice.decide();
      twice.decide();
      const decision = once.decide();
      expect(twice.decide()).toBe(decision);
      if (decision === ACCEPT) break;
      for (const party of [once, twice]) {
        party.say(decision);
        party.hear(heard);
      }
    }
  }
});

it("each is frozen, bears its name, and is made anew each time", () => {
  expect(Object.isFrozen(namedStrategies)).toBe(true);
  for (const [name, factory] of Object.entries(namedStrategies)) {
    const strategy = factory();
    expect(strategy.name).toBe(name);
    expect(factory()).not.toBe(strategy);
    for (const part of [strategy, strategy.offering, strategy.acceptance])
      expect(Object.isFrozen(part)).toBe(true);
  }
});

it("one strategy object serves both parties, and any number of negotiations", () => {
  for (const factory of Object.values(namedStrategies)) {
    const { scenario } = twoPartyFixtures[0]!;
    const shared = factory();
    const options = { scenario, turnLimit: 60, seed: 1, trace: true };
    const apart = runNegotiation({ ...options, strategies: [factory(), factory()] });
    expect(runNegotiation({ ...options, strategies: [shared, shared] })).toEqual(apart);
    expect(runNegotiation({ ...options, strategies: [shared, shared] })).toEqual(apart);
  }
});

const inverse = inverseOf([0, 0.25, 0.5, 0.75, 1]);

it("BA-38: a trade-off refers to the proposal that it was made like", () => {
  const party = soloParty(inverse, stubborn(tradeOff()));
  expect(party.justification("propose", party.propose())).toBeUndefined();
  party.hear(1);
  party.hear(2);
  const sent = party.decide();
  expect(party.justification("counter", sent)).toEqual({ type: "trade_off", references: ["proposal-3"] });
  expect(party.justification("accept", 2)).toBeUndefined();
});

it("BA-38: without ids, as in the headless runner, a trade-off refers to nothing", () => {
  const party = soloParty(inverse, stubborn(tradeOff()));
  (party.sheet as { proposalIds?: string[] | undefined }).proposalIds = undefined;
  party.hear(2);
  expect(party.justification("counter", party.decide())).toEqual({ type: "trade_off", references: [] });
});

it("BA-38: concessions are explained as such, accepts need no explanation", () => {
  for (const strategy of [monotonicConcession(), zeuthen()]) {
    const party = soloParty(inverse, stubborn(strategy));
    expect(party.justification("propose", party.propose())).toEqual({ type: "concession_explanation" });
    expect(party.justification("accept", 0)).toBeUndefined();
  }
});

it("BA-38: `justify: false` turns it off, a function replaces it", () => {
  for (const make of [tradeOff, monotonicConcession, zeuthen]) {
    expect(make({ justify: false }).justify).toBeUndefined();
    const own = (): string => "because";
    expect(make({ justify: own }).justify).toBe(own);
  }
});

it("refuses a strategy whose model was taken away before the first turn", () => {
  for (const strategy of [niceTitForTat(), zeuthen(), tradeOff({ weights: "model" })]) {
    const bare = { ...strategy, model: undefined };
    expect(() => soloParty(inverseOf([0, 1]), bare)).toThrow(
      expect.objectContaining({ code: "strategy_invalid" }),
    );
  }
});
