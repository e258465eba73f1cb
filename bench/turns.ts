/**
 * @module
 * What one transition costs: our table, a hand-written reducer over the same guards and updates, XState's
 * pure `transition()` and an XState actor, on the same six events and the same records.
 */

import { execFileSync } from "node:child_process";
import { isDeepStrictEqual } from "node:util";
import type { Actor, AnyMachineSnapshot, AnyStateMachine } from "xstate";
import { createActor, initialTransition, transition } from "xstate";
import { negotiationTable } from "../src/core/decide.js";
import { openRecord } from "../src/core/index.js";
import { step } from "../src/core/machine/index.js";
import { negotiationMachine } from "../src/core/machine/xstate/index.js";
import { type MoveEvent, readMove } from "../src/core/moves/index.js";
import type { Action, Negotiation, Party } from "../src/core/record/index.js";
import { RulesResolver } from "../src/service/commands/index.js";
import { type Contestant, costOf, median, race, ratioOf, timed } from "./measure.js";
import { type ReducedEvent, reduce } from "./peers/hand-written-reducer.js";
import { hand } from "./report.js";
import { OPENING } from "./supply-contract.js";

const COLD_PROCESSES = 9;

const ada: Party = Object.freeze({ id: "ada", kind: "system" });
const smith: Party = Object.freeze({ id: "smith", kind: "system" });
const AT = 1_900_000_000_000;

/** The preset `room`, with a question allowed, and the withdrawal that the comparison below looks at. */
const rules = new RulesResolver(
  { actions: ["propose", "counter", "accept", "reject", "question", "withdraw"] },
  false,
).rulesFor(ada, smith, undefined);

const start: Negotiation = openRecord(
  {
    type: "create",
    id: "neg_1",
    commandId: "create_1",
    roomId: "market-7",
    initiator: ada,
    responder: smith,
    rules,
    context: null,
    heldBy: null,
    opening: null,
  },
  AT,
  0,
);

const script: readonly MoveEvent[] = (
  ["propose", "counter", "counter", "question", "counter", "accept"] as const
).map((action, index) => moveEvent(action, index % 2 === 0 ? ada : smith, index + 1));

const machine = negotiationMachine as unknown as AnyStateMachine;
const initialSnapshot: AnyMachineSnapshot = initialTransition(machine, start)[0];

const contestants: readonly Contestant[] = [
  { name: "table", cost: timed((count) => repeat(count, () => byTable(start))) },
  { name: "reducer", cost: timed((count) => repeat(count, () => byReducer(start))) },
  { name: "transition", cost: timed((count) => repeat(count, () => byTransition(initialSnapshot))) },
  // One actor a negotiation, made and started beforehand, so that only its transitions count.
  { name: "actor", cost: timed((_, actors) => actors.forEach(byActor), startedActors) },
];

const costs = await race(contestants, { rounds: 25, sliceMs: 60, check });
const nsOf = (name: string): number => costOf(costs, name) / script.length;

hand({
  ratios: {
    tableToReducer: ratioOf(costs, "table", "reducer"),
    transitionToTable: ratioOf(costs, "transition", "table"),
    actorToTable: ratioOf(costs, "actor", "table"),
  },
  figures: {
    tableNs: nsOf("table"),
    reducerNs: nsOf("reducer"),
    transitionNs: nsOf("transition"),
    actorNs: nsOf("actor"),
    compileMs: coldCompileMs(),
  },
  goals: { tableToReducer: "at most 2", transitionToTable: "at least 50", compileMs: "at most 5" },
});

/** Keeps the last record alive: hidden classes without any object take the optimized code with them. */
function repeat(count: number, negotiate: () => Negotiation): Negotiation {
  let last = start;
  for (let index = 0; index < count; index += 1) last = negotiate();
  return last;
}

function startedActors(count: number): readonly Actor<AnyStateMachine>[] {
  return Array.from({ length: count }, () => createActor(machine, { input: start }).start());
}

function byTable(from: Negotiation): Negotiation {
  let record = from;
  for (const event of script) {
    const taken = step(negotiationTable, record.status, record, event);
    if (taken === undefined) throw new Error(`No step by ${event.type}.`);
    record = taken.context;
  }
  return record;
}

function byReducer(from: Negotiation): Negotiation {
  let record = from;
  for (const event of script) {
    const reduced = reduce(record, event);
    if (reduced === undefined) throw new Error(`No step by ${event.type}.`);
    record = reduced;
  }
  return record;
}

function byTransition(from: AnyMachineSnapshot): Negotiation {
  let snapshot = from;
  for (const event of script) snapshot = transition(machine, snapshot, event)[0];
  return snapshot.context;
}

function byActor(started: Actor<AnyStateMachine>): Negotiation {
  for (const event of script) started.send(event);
  return started.getSnapshot().context;
}

/** All four end in the same record, and the reducer leaves nothing out that it is said to understand. */
function check(): void {
  console.log(`script: ${script.map(({ type }) => type).join(", ")}`);
  const expected = byTable(start);
  const ends = [
    byReducer(start),
    byTransition(initialSnapshot),
    byActor(createActor(machine, { input: start }).start()),
  ];
  if (expected.status !== "accepted" || !ends.every((end) => isDeepStrictEqual(end, expected))) {
    throw new Error("Expected all contestants to come to the same record.");
  }
  let record = start;
  for (const next of script) {
    for (const event of eventsAt(record)) {
      const taken = step(negotiationTable, record.status, record, event)?.context;
      if (isDeepStrictEqual(reduce(record, event), taken)) continue;
      throw new Error(`Expected the reducer to do as the table by ${event.type} when ${record.status}.`);
    }
    record = reduce(record, next) ?? record;
  }
}

/** Every move of either party, and what clock and host may say. */
function eventsAt(record: Negotiation): readonly ReducedEvent[] {
  const at = AT + 100;
  const failure = { partyId: "ada", turnNumber: 1, attempt: 1, kind: "threw", error: "Error", at } as const;
  const moves = rules.actions.all.flatMap((action) =>
    [ada, smith].map((party) => moveEvent(action, party, record.turns.length + 1)),
  );
  return [
    ...moves,
    { type: "turn.timeout", at },
    { type: "total.timeout", at },
    { type: "proposal.expired", at },
    { type: "agent.failed", at, failure, closes: null },
    { type: "agent.failed", at, failure, closes: "agent_error" },
    { type: "closed", at, details: null },
  ];
}

function moveEvent(action: Action, party: Party, turnNumber: number): MoveEvent {
  const terms = { ...OPENING, minimumCommitmentMonths: turnNumber };
  const isProposal = action === "propose" || action === "counter";
  const reading = readMove(
    {
      action,
      ...(isProposal && { terms }),
      ...(action === "question" && { message: "Who pays for peaks?" }),
    },
    rules,
  );
  if (!reading.ok) throw new Error(reading.issues[0]?.message);
  return {
    type: action,
    at: AT + turnNumber,
    partyId: party.id,
    seat: party === ada ? "initiator" : "responder",
    move: reading.move,
    source: "agent",
    coercedFrom: null,
    commandId: `cmd_${turnNumber}`,
    claim: null,
  };
}

/** The table is compiled when the module loads, by code that runs for the first time: in a process of its own. */
function coldCompileMs(): number {
  const file = new URL("cold-compile.mjs", import.meta.url);
  const times = Array.from({ length: COLD_PROCESSES }, () =>
    Number(execFileSync(process.execPath, [file.pathname], { encoding: "utf8" })),
  );
  return median(times);
}
