/**
 * @module
 * The pinned negotiations: every scenario analysed, played by all named strategies without a room, and by some of
 * them in one.
 */

import { analysisOf, metricsOf } from "../../../src/analysis/index.js";
import { MemoryStore, NegotiationService } from "../../../src/index.js";
import { type IssueTerms, outcomeSpace, type Scenario } from "../../../src/preferences/index.js";
import { composeAgent } from "../../../src/strategies/index.js";
import { ManualClock } from "../../../src/testing/index.js";
import { runNegotiation, scenarioInverses, traceOf } from "../../../src/tournament/index.js";
import { EVENT_NAMES } from "../../kit/open-room.js";
import { type Digests, digestOf, roundedText, textOf } from "./digest.js";
import { STRATEGY_NAMES, strategyAt } from "./played.js";
import { storedIn } from "./worlds.js";

const TURN_LIMIT = 40;
/** How far from each other in the list the strategies are that meet. */
const STRIDES: readonly number[] = [0, 1, 5];

/** For each scenario its analysis, what was played over it, and what a room stored and told. */
export async function scenarioDigests(scenarios: ReadonlyMap<string, Scenario>): Promise<Digests> {
  const digests: Record<string, string> = {};
  const byStrategy = new Map(STRATEGY_NAMES.map((name) => [name, [] as string[]]));
  let place = 0;
  for (const [name, scenario] of scenarios) {
    const inverses = scenarioInverses(scenario);
    const analysis = analysisOf(scenario, { inverses });
    digests[`${name}: analysis`] = digestOf([
      roundedText(analysis),
      roundedText(analysisOf(scenario, OTHERWISE)),
    ]);
    const texts = STRATEGY_NAMES.flatMap((strategy, first) =>
      STRIDES.map((stride) => {
        const strategies = scenario.parties.map((_, party) => strategyAt(first + party * stride));
        const seed = first + stride;
        const result = runNegotiation({
          scenario,
          inverses,
          strategies,
          turnLimit: TURN_LIMIT,
          seed,
          trace: true,
        });
        // What a negotiation cost came later, and no strategy of ours says.
        const { costs: _, ...played } = result;
        const text = roundedText([played, metricsOf(result.trace ?? [], analysis)]);
        byStrategy.get(strategy)?.push(text);
        return text;
      }),
    );
    digests[`${name}: played`] = digestOf(texts);
    if (scenario.parties.length === 2)
      digests[`${name}: in a room`] = digestOf(await inRoom(scenario, place));
    place += 1;
  }
  for (const [name, texts] of byStrategy) digests[`${name} opens`] = digestOf(texts);
  return digests;
}

const OTHERWISE = { disagreement: "reservation-or-minimum", over: "all" } as const;

/** One negotiation in a room whose clock stands still: what it stored, what it told, and its trace. */
async function inRoom(scenario: Scenario, place: number): Promise<readonly string[]> {
  const store = new MemoryStore();
  let count = 0;
  const room = new NegotiationService<IssueTerms>("room", {
    store,
    clock: new ManualClock(),
    ids: (kind) => `${kind}_${++count}`,
    rules: { cap: { limit: TURN_LIMIT }, agentAttempts: 1 },
    outbox: true,
    warnings: false,
  });
  const told: string[] = [];
  for (const name of EVENT_NAMES) room.on(name, (payload: unknown) => told.push(textOf([name, payload])));
  const space = outcomeSpace(scenario.issues);
  const [initiator, responder] = scenario.parties.map(({ preferences }, party) => {
    const strategy = strategyAt(place + 3 * party);
    const message = party === 0 ? "We could do this." : undefined;
    const agent = composeAgent({ space, preferences, strategy, seed: place, turnLimit: TURN_LIMIT, message });
    return { id: `party-${party}`, kind: party === 0 ? "personal" : "system", agent } as const;
  });
  if (initiator === undefined || responder === undefined) throw new Error("Expected two parties.");
  const outcome = await room.negotiate({ initiator, responder });
  const [row] = (await store.list({ limit: 1 })).items;
  const record = await room.getNegotiation(row?.id ?? "");
  await room.close();
  const trace = record === undefined ? null : traceOf(record, scenario);
  return [outcome, record, await storedIn(store), trace]
    .map(roundedText)
    .concat(told.map((text) => roundedText(JSON.parse(text))));
}
