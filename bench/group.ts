/**
 * @module
 * What a group costs on top of its negotiations: a coordinator and seven members, against the same seven bilateral
 * negotiations without one; on the default store, with agents that answer by a script.
 */

import { createNegotiationGroup } from "../src/group/index.js";
import { type Agent, NegotiationService } from "../src/index.js";
import { costOf, cpuNow, race, ratioOf, timed } from "./measure.js";
import { hand } from "./report.js";

interface Task {
  readonly taskType: string;
  readonly costCredits: number;
}

/** A group of eight parties. */
const MEMBERS = Array.from({ length: 7 }, (_, index) => `member-${index}`);
const OFFER: Task = { taskType: "data-processing", costCredits: 100 };
const COUNTER: Task = { taskType: "data-processing", costCredits: 110 };

/** Two counters, then an acceptance: four turns in all. */
const member: Agent<Task> = async ({ turnNumber }) =>
  turnNumber === 2 ? { action: "counter", terms: COUNTER } : { action: "accept" };
const coordinator: Agent<Task> = async () => ({ action: "counter", terms: OFFER });

const options = { rules: { preset: "bindu" }, keepSettled: 0 } as const;
const grouped = new NegotiationService<Task>("grouped", options);
const bare = new NegotiationService<Task>("bare", options);
const lead = { id: "lead", kind: "system", agent: coordinator } as const;

async function inGroup(): Promise<void> {
  const { status } = await createNegotiationGroup<Task>(grouped, {
    coordinator: lead,
    tracks: MEMBERS.map((id) => ({ id, member: { id, kind: "system", agent: member }, proposal: OFFER })),
  }).run();
  if (status !== "completed") throw new Error(`Expected a group that completes, got one that ${status}.`);
}

async function oneByOne(): Promise<void> {
  const outcomes = await Promise.all(
    MEMBERS.map((id) =>
      bare.negotiate({
        initiator: lead,
        responder: { id, kind: "system", agent: member },
        proposal: OFFER,
      }),
    ),
  );
  if (outcomes.some(({ status }) => status !== "accepted")) throw new Error("Expected seven agreements.");
}

const costs = await race(
  [
    { name: "group", cost: timed(times(inGroup)) },
    { name: "bilateral", cost: timed(times(oneByOne)) },
  ],
  { rounds: 15, sliceMs: 100 },
);
await grouped.close();
await bare.close();

/** NG-22: one group of a thousand, and what is live in the midst of it. */
const TRACKS = Array.from({ length: 1_000 }, (_, index) => `track-${index}`);
const settleMs = (await costOfMany(member)) / 1e6;
const silent: Agent<Task> = () => new Promise<never>(() => {});
const bytesPerTrack = (await heldBy(inOneGroup)) - (await heldBy(allBare));

hand({
  ratios: { groupToBilateral: ratioOf(costs, "group", "bilateral") },
  figures: {
    groupUs: costOf(costs, "group") / 1_000,
    bilateralUs: costOf(costs, "bilateral") / 1_000,
    settleMsOf1000Tracks: settleMs,
    bytesPerTrack,
  },
  goals: { groupToBilateral: "<= 1.6", settleMsOf1000Tracks: "<= 5,000", bytesPerTrack: "<= 2,048" },
});

async function costOfMany(agent: Agent<Task>): Promise<number> {
  const service = new NegotiationService<Task>("many", options);
  const before = cpuNow();
  const { status } = await groupOf(service, agent).run();
  if (status !== "completed") throw new Error(`Expected a group that completes, got one that ${status}.`);
  const cost = cpuNow() - before;
  await service.close();
  return cost;
}

function groupOf(service: NegotiationService<Task>, agent: Agent<Task>) {
  const tracks = TRACKS.map((id) => ({
    id,
    member: { id, kind: "system", agent } as const,
    proposal: OFFER,
  }));
  return createNegotiationGroup<Task>(service, { coordinator: lead, tracks });
}

/** Bytes of heap for each of a thousand negotiations that wait for an answer. */
async function heldBy(open: (service: NegotiationService<Task>) => Promise<unknown>): Promise<number> {
  const service = new NegotiationService<Task>("held", options);
  const before = await usedHeap();
  const held = await open(service);
  const bytes = (await usedHeap()) - before;
  await service.close();
  return held === undefined ? 0 : bytes / TRACKS.length;
}

async function inOneGroup(service: NegotiationService<Task>): Promise<unknown> {
  const group = groupOf(service, silent);
  group.run().catch(() => undefined);
  return group;
}

function allBare(service: NegotiationService<Task>): Promise<unknown> {
  const opened = TRACKS.map((id) => {
    return service.createNegotiation(lead, { id, kind: "system", agent: silent }, OFFER);
  });
  return Promise.all(opened);
}

async function usedHeap(): Promise<number> {
  for (let time = 0; time < 3; time += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

function times(work: () => Promise<void>): (count: number) => Promise<void> {
  return async (count) => {
    for (let index = 0; index < count; index += 1) await work();
  };
}
