/**
 * @module
 * What a group costs on top of its negotiations: a coordinator and seven members, against the same seven bilateral
 * negotiations without one; on the default store, with agents that answer by a script.
 */

import { createNegotiationGroup } from "../src/group/index.js";
import { type Agent, NegotiationService } from "../src/index.js";
import { costOf, race, ratioOf, timed } from "./measure.js";
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

hand({
  ratios: { groupToBilateral: ratioOf(costs, "group", "bilateral") },
  figures: {
    groupUs: costOf(costs, "group") / 1_000,
    bilateralUs: costOf(costs, "bilateral") / 1_000,
  },
  goals: { groupToBilateral: "<= 1.6" },
});

function times(work: () => Promise<void>): (count: number) => Promise<void> {
  return async (count) => {
    for (let index = 0; index < count; index += 1) await work();
  };
}
