/**
 * @module
 * Random worlds for a gate, each drawn from a seed: candidates of every kind, limits, aborts and hooks that fail;
 * and what must hold of what comes back, whatever happened.
 */

import type { Candidate, GateOptions, GateResults, ResolvedCandidate } from "../../src/gate/index.js";
import { randomDraw } from "../../src/preferences/random/index.js";
import { candidate, type Deed, type GateWorld, gateWorld, SOURCE } from "./gate-world.js";

/** A gate like `negotiateCandidates`. */
export type GateUnderTest = (options: GateOptions) => Promise<GateResults>;

const DEEDS: readonly (readonly Deed[])[] = [
  ["propose", "accept"],
  ["propose", "reject"],
  ["propose", "counter", "accept"],
  ["propose", "counter"],
  ["propose", "throws"],
  ["propose", "hangs"],
  ["50 ms propose", "700 ms accept"],
  ["propose", "30000 ms accept"],
];

/** Runs one world. @returns what does not hold */
export async function violationsOf(gate: GateUnderTest, seed: number): Promise<readonly string[]> {
  const draw = (number: number, below: number): number =>
    Math.floor(randomDraw(seed, "world", 1, number) * below);
  const world = gateWorld();
  const found = Array.from({ length: 1 + draw(0, 12) }, (_, index): Candidate => {
    const deeds = DEEDS[draw(10 + index, DEEDS.length)] as readonly Deed[];
    const sort = draw(100 + index, 10);
    if (sort === 0) return SOURCE;
    if (sort === 1) return null as never;
    const name = `u${sort === 2 ? 0 : index}`;
    return candidate(name, deeds, sort === 3 ? { kind: "personal" } : {});
  });
  if (draw(1, 4) === 0) await world.room.createNegotiation({ id: "u1", kind: "personal" }, SOURCE.userId);
  const controller = new AbortController();
  if (draw(2, 3) === 0) world.clock.setTimeout(() => controller.abort(), draw(3, 2_000));
  const trigger = draw(4, 2) === 0 ? "ambient" : "orchestrator";
  const hooked: ResolvedCandidate[] = [];
  let results: GateResults | undefined;
  const passing = gate({
    service: world.room,
    id: "gate",
    source: SOURCE,
    candidates: found,
    indexContext: { networkId: "n", prompt: "p" },
    agents: world.advocate,
    trigger,
    signal: controller.signal,
    ...(draw(5, 2) === 0 && { budgetMs: 100 + draw(6, 2_000), keepParked: draw(7, 2) === 0 }),
    ...(draw(8, 2) === 0 && { concurrency: 1 + draw(9, 4) }),
    alreadyAccepted: () =>
      draw(200, 3) === 0 ? [{ userId: "u2", opportunityId: "o", conversationId: "c" }] : [],
    onTrace: (event) => void world.traces.push(event),
    onCandidateResolved: (resolved) => {
      hooked.push(resolved);
      if (draw(300 + hooked.length, 6) === 0) throw new Error("No table.");
    },
  }).then((given) => {
    results = given;
  });
  for (let step = 0; step < 40 && results === undefined; step += 1)
    await world.clock.advance(1_000 * 4 ** Math.min(step, 6));
  if (results === undefined) return ["it never returned"];
  await passing;
  return judged(world, found, results, hooked);
}

function judged(
  { room, traces }: GateWorld,
  found: readonly Candidate[],
  { results, accepted, skipped }: GateResults,
  hooked: readonly ResolvedCandidate[],
): readonly string[] {
  const wrong: string[] = [];
  const must = (holds: boolean, what: string): void => void (holds || wrong.push(what));
  must(
    results.length === found.length && results.every((result, index) => result.candidate === found[index]),
    "each candidate has one result, in order",
  );
  const told = [...hooked].map(({ suppressed: _, ...resolved }) => JSON.stringify(resolved)).sort();
  must(
    JSON.stringify(told) === JSON.stringify([...results].map((result) => JSON.stringify(result)).sort()),
    "each candidate is resolved by its hook exactly once, as it was returned",
  );
  const sums: Record<string, number> = {};
  for (const { status } of results) sums[status] = (sums[status] ?? 0) + 1;
  must((sums["accepted"] ?? 0) === accepted.length, "what is let through is what was accepted");
  must((sums["skipped"] ?? 0) === skipped.length, "what is skipped is said to be");
  const sum = Object.values(sums).reduce((total, count) => total + count, 0);
  must(sum === found.length, "the sum of the results equals the candidates");
  for (const { negotiationId, status, outcome } of results) {
    const record = negotiationId === null ? undefined : room.getNegotiation(negotiationId);
    const isLive = record !== undefined && record.outcome === null;
    must(isLive === (status === "waiting"), "what is not waiting has settled");
    if (status === "timed_out" && record !== undefined)
      must(record.outcome?.reason === "cancelled", "what ran out of time is cancelled");
    must(
      (record?.status === "accepted") === (outcome?.hasOpportunity === true),
      "an opportunity is an acceptance",
    );
  }
  const countOf = (type: string): number => traces.filter((event) => event.type === type).length;
  must(
    countOf("negotiation_session_start") === countOf("negotiation_session_end"),
    "each session that begins ends",
  );
  return wrong;
}
