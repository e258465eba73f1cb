/**
 * A coordinator splits a job over four specialists under a budget: one answers late, one declines, one counters twice.
 *
 *   npx tsx examples/task-delegation.ts            all required specialists agree, and are booked together
 *   npx tsx examples/task-delegation.ts --strict   the one who declines is required: what was held is released
 */
import { parseArgs } from "node:util";
import { type Agent, NegotiationService } from "concordat";
import { createNegotiationGroup, type GroupRecord } from "concordat/group";

interface Task {
  readonly taskType: string;
  readonly costCredits: number;
}

const BUDGET = 260;
const { values } = parseArgs({ options: { strict: { type: "boolean", default: false } } });
const isLive = process.stdout.isTTY === true;

/** Takes what it is offered, after a while. */
const willing =
  (ms: number): Agent<Task> =>
  () =>
    new Promise((resolve) => setTimeout(() => resolve({ action: "accept" }), ms));

const busy: Agent<Task> = () =>
  new Promise((resolve) => setTimeout(() => resolve({ action: "reject", message: "Booked out." }), 100));

/** Asks for less each time, and takes what is near enough. */
const haggling: Agent<Task> = ({ standing, turnNumber }) => {
  const offered = standing?.terms.costCredits ?? 0;
  const asks = turnNumber === 2 ? 90 : 78;
  return offered >= 72
    ? { action: "accept" }
    : { action: "counter", terms: { taskType: "training", costCredits: asks } };
};

/** Meets a specialist half way, within what the budget leaves. */
const coordinator: Agent<Task> = ({ standing, turns }) => {
  const mine = turns.filter(({ seat }) => seat === "initiator").at(-1)?.terms?.costCredits ?? 0;
  const asked = standing?.terms.costCredits ?? 0;
  const costCredits = Math.min(Math.ceil((mine + asked) / 2), 80);
  return { action: "counter", terms: { taskType: standing?.terms.taskType ?? "", costCredits } };
};

const room = new NegotiationService<Task>("studio");
const specialist = (id: string, agent: Agent<Task>) => ({ id, kind: "system", agent }) as const;
const group = createNegotiationGroup<Task>(room, {
  coordinator: { id: "lead", kind: "system", agent: coordinator },
  tracks: [
    { id: "data", member: specialist("Ada", willing(10)), proposal: { taskType: "data", costCredits: 80 } },
    {
      id: "training",
      member: specialist("Bo", haggling),
      proposal: { taskType: "training", costCredits: 50 },
    },
    {
      id: "review",
      member: specialist("Cy", willing(300)),
      proposal: { taskType: "review", costCredits: 40 },
    },
    {
      id: "poster",
      member: specialist("Di", busy),
      proposal: { taskType: "poster", costCredits: 30 },
      required: values.strict,
    },
  ],
  commitment: "all-or-nothing",
  deadlineMs: 5_000,
  confirm: ({ memberId }, { terms }) => say(`  booked ${memberId} for ${terms.costCredits}`),
  release: ({ memberId }) => say(`  let ${memberId} go`),
});

let shown = 0;

/** A table that is drawn again in its place in a terminal, and line by line in a pipe. */
function show({ status, tracks }: GroupRecord): void {
  const rows = tracks.map(({ id, memberId, state, reason }) => {
    const offers =
      group.negotiation(id)?.turns.flatMap(({ terms }) => (terms === null ? [] : [terms.costCredits])) ?? [];
    return `  ${memberId.padEnd(4)}${id.padEnd(10)}${state.padEnd(12)}${offers.join(" -> ")}${reason === null ? "" : ` (${reason})`}`;
  });
  if (isLive && shown > 0) process.stdout.write(`\x1b[${shown}A\x1b[0J`);
  shown = rows.length + 1;
  console.log([`${status}:`, ...rows].join("\n"));
}

function say(line: string): void {
  shown = 0;
  console.log(line);
}

group.on("group:started", show);
group.on("group:updated", show);
const { status, reason, accepted } = await group.run();
const cost = Object.values(accepted).reduce((sum, { costCredits }) => sum + costCredits, 0);
say(`${status} (${reason}): ${Object.keys(accepted).length} specialists for ${cost} of ${BUDGET} credits`);
await room.close();
