/**
 * @module
 * What bargaining costs: negotiations of the headless runner and of a room against a bare loop in the same process,
 * and an offer among many outcomes against one among few.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { analysisOf, metricsOf } from "../src/analysis/index.js";
import { NegotiationService } from "../src/index.js";
import type { InverseUtility } from "../src/preferences/inverse/index.js";
import type { IssueTerms } from "../src/preferences/model/index.js";
import { generateScenario, type Scenario } from "../src/preferences/scenarios/index.js";
import { composeAgent, namedStrategies } from "../src/strategies/agents/index.js";
import { Player, type Strategy } from "../src/strategies/play/index.js";
import { bargainingScenario } from "../src/testing/bargaining/index.js";
import { runNegotiation, scenarioInverses } from "../src/tournament/index.js";
import { BARE_STRATEGIES, type BareParty, bareNegotiation } from "./bare-loop.js";
import { type Contestant, costOf, inPairs, median, ratioOf, timed } from "./measure.js";
import { hand } from "./report.js";

const TURN_LIMIT = 200;

/** Cycles of all eleven two-party scenarios together. */
const CYCLES: Readonly<Record<string, number>> = {
  "boulware-conceder": 376,
  "boulware-boulware": 685,
  "linear-linear": 347,
  "conceder-conceder": 141,
  "tough-tough": 902,
};

const scenarios = fixtures().filter(({ parties }) => parties.length === 2);
checkCycles();

/** 5x5x5 outcomes. */
const scenario = scenarios[0]!;
const inverses = scenarioInverses(scenario);
const analysis = analysisOf(scenario);
const bareParties = bareOf(scenario);

const ratios: Record<string, number> = {};
const figures: Record<string, number> = {};
await measurePair("boulware-conceder", "");
await measurePair("boulware-boulware", "BoulwareBoulware");
await measurePair("micro-micro", "MicroMicro");
await measureRoom();
ratios["offerAt100000ToAt1000"] = offerCost([10, 100, 100]) / offerCost([10, 10, 10]);

hand({
  ratios,
  figures,
  goals: {
    headlessToBareLoop: "at least 0.7, better 1",
    headlessToBareLoopBoulwareBoulware: "at least 0.7, better 1",
    headlessToBareLoopMicroMicro: "at least 0.7, better 1",
    headlessReusedToBareLoop: "at least 1",
    headlessReusedToBareLoopMicroMicro: "at least 1",
    traceToBareLoop: "at least 0.35",
    roomToBareLoop: "at least 0.03, better 0.05, wish 0.1",
    offerAt100000ToAt1000: "at most 3",
  },
});

/** The ratios are speeds: above 1 the library is the faster one. */
async function measurePair(pair: string, suffix: string): Promise<void> {
  const names = pair.split("-");
  const strategies = names.map(strategyOf);
  const bareStrategies = names.map((name) => BARE_STRATEGIES[name]!);
  const options = { scenario, strategies, turnLimit: TURN_LIMIT };
  const contestants: readonly Contestant[] = [
    contestant("bare", () => bareNegotiation(bareParties, bareStrategies, TURN_LIMIT)),
    contestant("rebuilt", () => runNegotiation(options)),
    contestant("reused", () => runNegotiation({ ...options, inverses })),
    contestant("traced", () => {
      const { trace } = runNegotiation({ ...options, trace: true });
      return metricsOf(trace ?? [], analysis);
    }),
  ];
  const costs = await inPairs(contestants, { count: 5_000 });
  ratios[`headlessToBareLoop${suffix}`] = ratioOf(costs, "bare", "rebuilt");
  ratios[`headlessReusedToBareLoop${suffix}`] = ratioOf(costs, "bare", "reused");
  ratios[`traceToBareLoop${suffix}`] = ratioOf(costs, "bare", "traced");
  figures[`bareLoop${suffix}Us`] = costOf(costs, "bare") / 1e3;
  figures[`headless${suffix}Us`] = costOf(costs, "rebuilt") / 1e3;
}

/** Memory store, two listeners, frozen records and terms that a schema checks. */
async function measureRoom(): Promise<void> {
  const room = new NegotiationService<IssueTerms>("bargaining", {
    terms: inSpace(inverses[0]!),
    rules: {
      cap: { counts: "turns", limit: TURN_LIMIT, mode: "reach", result: "expired" },
      agentAttempts: 1,
    },
    keepSettled: 100,
  });
  let heardCount = 0;
  room.on("turn:recorded", () => void heardCount++);
  room.on("negotiation:settled", () => void heardCount++);
  const names = ["boulware", "conceder"];
  const party = (index: number) => ({
    id: scenario.parties[index]!.name,
    kind: "system" as const,
    agent: composeAgent({
      space: inverses[index]!.space,
      preferences: scenario.parties[index]!.preferences,
      inverse: inverses[index]!,
      strategy: strategyOf(names[index]!),
      seed: 0,
      turnLimit: TURN_LIMIT,
    }),
  });
  const parties = { initiator: party(0), responder: party(1) };
  const { turnCount } = await room.negotiate(parties);
  const bareStrategies = names.map((name) => BARE_STRATEGIES[name]!);
  const expected = bareNegotiation(bareParties, bareStrategies, TURN_LIMIT).turnCount;
  if (turnCount !== expected || heardCount !== expected + 1) {
    throw new Error(`Expected ${expected} turns and their events, got ${turnCount} and ${heardCount}.`);
  }
  const contestants: readonly Contestant[] = [
    contestant("bare", () => bareNegotiation(bareParties, bareStrategies, TURN_LIMIT)),
    {
      name: "room",
      cost: timed(async (count) => {
        for (let index = 0; index < count; index += 1) await room.negotiate(parties);
      }),
    },
  ];
  const costs = await inPairs(contestants, { count: 400 });
  await room.close();
  ratios["roomToBareLoop"] = ratioOf(costs, "bare", "room");
  figures["roomUs"] = costOf(costs, "room") / 1e3;
}

/** The median cost of an opening or counter in negotiations of 1,000 cycles, each by a party that begins anew. */
function offerCost(sizes: readonly number[]): number {
  const cycles = 1_000;
  const large = generateScenario(12, sizes, 2);
  const inverse = scenarioInverses(large)[0]!;
  const strategy = strategyOf("boulware");
  const costs: number[] = [];
  for (let block = 0; block < 15; block += 1) {
    let sum = 0;
    for (let time = 0; time < 50; time += 1) {
      const player = new Player({
        strategy,
        inverse,
        partyId: "ada",
        seat: "initiator",
        parties: 2,
        seed: 0,
        sheet: { outcomes: [], relativeTimes: [] },
        whenNoRationalOutcome: "propose-best",
        onHookFailure: () => {},
      });
      const before = performance.now();
      for (let cycle = 1; cycle <= cycles; cycle += 1) player.decide(2 * cycle - 1, cycle / (cycles + 1), 1);
      sum += performance.now() - before;
    }
    if (block >= 5) costs.push(sum);
  }
  return median(costs);
}

/** Both play all two-party scenarios to the same ends, or nothing is measured. */
function checkCycles(): void {
  for (const [pair, expected] of Object.entries(CYCLES)) {
    const names = pair.split("-");
    let bareSum = 0;
    let ourSum = 0;
    for (const one of scenarios) {
      const ours = runNegotiation({
        scenario: one,
        strategies: names.map(strategyOf),
        turnLimit: TURN_LIMIT,
      });
      const bare = bareNegotiation(
        bareOf(one),
        names.map((name) => BARE_STRATEGIES[name]!),
        TURN_LIMIT,
      );
      if (bare.turnCount !== ours.turnCount || bare.agreement !== (ours.agreement ?? -1)) {
        throw new Error(
          `Expected ${pair} on ${one.name} to end alike, got ${bare.cycles} and ${ours.cycles} cycles.`,
        );
      }
      bareSum += bare.cycles;
      ourSum += ours.cycles;
    }
    if (bareSum !== expected || ourSum !== expected) {
      throw new Error(`Expected ${pair} to take ${expected} cycles, got ${bareSum} (bare) and ${ourSum}.`);
    }
  }
}

function contestant(name: string, run: () => unknown): Contestant {
  return {
    name,
    cost: timed((count) => {
      for (let index = 0; index < count; index += 1) run();
    }),
  };
}

function strategyOf(name: string): Strategy {
  const factory = namedStrategies[name];
  if (factory === undefined) throw new Error(`Expected a named strategy, got ${name}.`);
  return factory();
}

function bareOf({ parties }: Scenario): readonly BareParty[] {
  return parties.map(({ preferences }) => {
    if (preferences.kind !== "additive") throw new Error(`Expected tables, got ${preferences.kind}.`);
    const { weights, values, reservation } = preferences;
    const evaluations = values.map((one) => (one.kind === "table" ? [...one.values] : []));
    return { weights: [...weights], evaluations, reservation: reservation ?? Number.NEGATIVE_INFINITY };
  });
}

/** A Standard Schema of the outcomes of a space. */
function inSpace({ space }: InverseUtility) {
  const validate = (value: unknown) =>
    space.indexOf(value) === -1
      ? { issues: [{ message: "Expected an outcome of the space." }] }
      : { value: value as IssueTerms };
  return { "~standard": { version: 1 as const, vendor: "concordat", validate } };
}

function fixtures(): readonly Scenario[] {
  // The bundle stands in .tmp/bench.
  const folder = join(import.meta.dirname, "..", "..", "test", "fixtures", "bargaining", "scenarios");
  return readdirSync(folder)
    .sort()
    .map((name) => bargainingScenario(readFileSync(join(folder, name), "utf8")));
}
