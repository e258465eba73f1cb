/**
 * @module
 * Random worlds for a gate, each drawn from a seed: candidates of every kind, limits, aborts and hooks that fail;
 * and what must hold of what comes back, whatever happened.
 */

import {
  type Candidate,
  type GateOptions,
  type GateResults,
  negotiateCandidates,
  type ResolvedCandidate,
} from "../../src/gate/index.js";
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
  let tracedAtAbort: number | undefined;
  controller.signal.addEventListener("abort", () => {
    tracedAtAbort = world.traces.length;
  });
  const concurrency = draw(8, 2) === 0 ? 1 + draw(9, 4) : Number.POSITIVE_INFINITY;
  const agreed = draw(200, 3) === 0 ? [{ userId: "u2", opportunityId: "o", conversationId: "c" }] : [];
  const askedMs = draw(201, 3) === 0 ? draw(202, 1_500) : 0;
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
    ...(Number.isFinite(concurrency) && { concurrency }),
    alreadyAccepted: () =>
      askedMs === 0
        ? agreed
        : new Promise((resolve) => void world.clock.setTimeout(() => resolve(agreed), askedMs)),
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
  return [
    ...judged(world, found, results, hooked),
    ...skips(world, results, new Set(agreed.map(({ userId }) => userId))),
    ...traced(world, results, { concurrency, tracedAtAbort }),
  ];
}

/** Of the gate that is bundled with it: how mistakes are seen that are planted in its source. */
export function violationsSeen(seed: number): Promise<readonly string[]> {
  return violationsOf(negotiateCandidates, seed);
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

/** Who is not negotiated about, and why (GT-7). */
function skips(
  { room }: GateWorld,
  { results }: GateResults,
  agreed: ReadonlySet<string>,
): readonly string[] {
  const wrong: string[] = [];
  const before = new Set<string>();
  for (const { candidate: one, status, skipped } of results) {
    const userId = one?.userId;
    if (userId === undefined) {
      if (status !== "failed") wrong.push("what is no candidate has failed");
      continue;
    }
    const why = userId === SOURCE.userId ? "self" : before.has(userId) ? "duplicate" : undefined;
    const isSaid =
      why === undefined ? !["self", "duplicate"].includes(skipped?.why ?? "") : skipped?.why === why;
    if (!isSaid)
      wrong.push(`who is skipped is skipped for its own reason: ${userId}, ${skipped?.why}, not ${why}`);
    if (agreed.has(userId) && room.getNegotiation(`gate:${userId}`) !== undefined)
      wrong.push("a pair that has agreed before does not negotiate");
    before.add(userId);
  }
  return wrong;
}

/** What was traced: sessions within the limits, each turn once and in order, each outcome once (TR-1). */
function traced(
  { traces }: GateWorld,
  { results }: GateResults,
  limits: { readonly concurrency: number; readonly tracedAtAbort: number | undefined },
): readonly string[] {
  const wrong: string[] = [];
  let running = 0;
  const turns = new Map<string, number>();
  const outcomes = new Map<string, number>();
  traces.forEach((event, index) => {
    if (event.type === "negotiation_session_start") {
      running += 1;
      if (running > limits.concurrency) wrong.push("no more run at once than may");
      if (index >= (limits.tracedAtAbort ?? traces.length)) wrong.push("nothing starts after an abort");
    }
    if (event.type === "negotiation_session_end") running -= 1;
    if (event.type === "negotiation_turn") {
      const next = turns.get(event.opportunityId) ?? 0;
      if (event.turnIndex !== next) wrong.push("each turn is told once, in order");
      turns.set(event.opportunityId, next + 1);
    }
    if (event.type === "negotiation_outcome" && event.outcome !== "waiting_for_agent")
      outcomes.set(event.opportunityId, (outcomes.get(event.opportunityId) ?? 0) + 1);
  });
  for (const { candidate: one, outcome, status, turns: recorded } of results) {
    if (outcome === null || status === "waiting" || !one?.opportunityId) continue;
    if (outcomes.get(one.opportunityId) !== 1) wrong.push("each outcome is told once");
    if (turns.get(one.opportunityId) !== recorded.length) wrong.push("each turn that was recorded is told");
  }
  return wrong;
}
