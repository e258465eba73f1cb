/**
 * @module
 * What a whole negotiation costs, of six turns between two asynchronous agents: our service with its events,
 * deadlines and memory store, a bare loop, an XState actor with eventemitter3, and a LangGraph.js graph.
 */

import { NegotiationService, type Outcome } from "../src/index.js";
import { type Contestant, costOf, isContestant, race, ratioOf, timed } from "./measure.js";
import { negotiateInLoop } from "./peers/bare-loop.js";
import { graphNegotiation } from "./peers/langgraph-graph.js";
import { ActorRoom } from "./peers/xstate-actor.js";
import { hand } from "./report.js";
import { ACTIONS_TAKEN, buyer, type SupplyContract, seller } from "./supply-contract.js";

const EVENTS = [
  "negotiation:started",
  "turn:awaited",
  "turn:recorded",
  "negotiation:updated",
  "negotiation:agreed",
  "negotiation:settled",
] as const;

/** Default options: the preset `room`, and the last 10,000 settled negotiations are kept. */
const room = new NegotiationService<SupplyContract>("market-7");
/** As the actor does, it lets go of a negotiation with its outcome. */
const forgetfulRoom = new NegotiationService<SupplyContract>("market-8", { keepSettled: 0 });
const actorRoom = new ActorRoom();
let heardCount = 0;
for (const event of EVENTS) {
  for (const one of [room, forgetfulRoom]) one.on(event, () => void heardCount++);
  actorRoom.on(event, () => void heardCount++);
}
/** Loaded only where it runs: it slows every promise of its process. */
let graph: ReturnType<typeof graphNegotiation> | undefined;
const loadedGraph = (): NonNullable<typeof graph> => (graph ??= graphNegotiation());

const contestants: Contestant[] = [
  { name: "service", cost: timed(times(() => negotiateIn(room))) },
  { name: "forgetfulService", cost: timed(times(() => negotiateIn(forgetfulRoom))) },
  { name: "actor", cost: timed(times(() => actorRoom.negotiate())) },
  { name: "bareLoop", cost: timed(times(negotiateInLoop)) },
];
const hasGraph = isContestant || (await loadedGraph()) !== undefined;
if (hasGraph) contestants.push({ name: "langgraph", cost: costOfGraph });

const costs = await race(contestants, { rounds: 25, sliceMs: 100, check });
await room.close();
await forgetfulRoom.close();
const usOf = (name: string): number => costOf(costs, name) / 1_000;

hand({
  ratios: {
    serviceToActor: ratioOf(costs, "service", "actor"),
    forgetfulServiceToActor: ratioOf(costs, "forgetfulService", "actor"),
    serviceToBareLoop: ratioOf(costs, "service", "bareLoop"),
    ...(hasGraph && { langgraphToService: ratioOf(costs, "langgraph", "service") }),
  },
  figures: {
    serviceUs: usOf("service"),
    forgetfulServiceUs: usOf("forgetfulService"),
    actorUs: usOf("actor"),
    bareLoopUs: usOf("bareLoop"),
    ...(hasGraph && { langgraphUs: usOf("langgraph") }),
  },
  goals: { serviceToActor: "at most 2.5 as a median of 9 runs, wish 1", langgraphToService: "at least 40" },
});
if (!hasGraph) {
  console.log(
    "LangGraph.js is not installed, so langgraphToService is left out: run `npm run bench:setup` first.",
  );
}

function negotiateIn(one: NegotiationService<SupplyContract>): Promise<Outcome<SupplyContract>> {
  return one.negotiate({
    initiator: { id: "ada", kind: "system", agent: buyer },
    responder: { id: "smith", kind: "system", agent: seller },
  });
}

async function costOfGraph(count: number): Promise<number> {
  const negotiateInGraph = await loadedGraph();
  if (negotiateInGraph === undefined) throw new Error("Expected LangGraph.js, got none.");
  return timed(times(negotiateInGraph))(count);
}

function times(negotiate: () => Promise<unknown>): (count: number) => Promise<void> {
  return async (count) => {
    for (let index = 0; index < count; index += 1) await negotiate();
  };
}

/** All come to the same agreement by the same turns, and the two rooms tell the same number of events. */
async function check(): Promise<void> {
  console.log(
    `one room, one negotiation after the other, ${ACTIONS_TAKEN.length} turns each; ${EVENTS.length} listeners`,
  );
  const outcome = await negotiateIn(room);
  const terms = outcome.status === "accepted" ? outcome.proposal.terms : null;
  const taken = room.getLatestNegotiation()?.turns.map(({ action }) => action);
  const heardOfRoom = heardCount;
  const { status, context } = await actorRoom.negotiate();
  const loop = await negotiateInLoop();
  const graphed = await (await loadedGraph())?.();
  const seen = [
    [outcome.status, terms, taken],
    [status, context.standing?.terms, context.turns.map(({ action }) => action)],
    [loop.status, loop.terms, loop.turnCount === ACTIONS_TAKEN.length ? ACTIONS_TAKEN : null],
    ...(graphed === undefined
      ? []
      : [[graphed.outcome?.status, graphed.standing?.terms, graphed.turns.map(({ action }) => action)]]),
  ].map((one) => JSON.stringify(one));
  const expected = JSON.stringify(["accepted", terms, ACTIONS_TAKEN]);
  if (seen.some((one) => one !== expected) || heardCount !== 2 * heardOfRoom) {
    throw new Error(
      `Expected all to negotiate alike, got ${seen.join("\n")}, ${heardOfRoom} of ${heardCount} events.`,
    );
  }
}
