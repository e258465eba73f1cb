/**
 * @module
 * A history: the commands that were handed to one negotiation, and what the pure core decided on each.
 */

import { type Decision, decide } from "../../core/index.js";
import type { Json } from "../../core/json/index.js";
import { type Command, type CreateCommand, type Move, readMove } from "../../core/moves/index.js";
import type { Entry, Negotiation, NegotiationRules, Party } from "../../core/record/index.js";
import { SCHEMA } from "../../core/record/index.js";
import { LEAST_ASSESSMENT, type MoveChoice } from "./arbitrary-moves.js";
import { chosenCommand, chosenInstant } from "./chosen-command.js";
import { describeCommand } from "./describe-command.js";
import type { CommandChoice } from "./history-choices.js";

/** One decision. A command that met a due deadline is decided twice: first the deadline, then itself. */
export interface HistoryStep {
  readonly command: Command;
  /** Epoch ms; may lie before that of the step before. */
  readonly now: number;
  /** `null` before the creation. */
  readonly before: Negotiation<Json> | null;
  readonly decision: Decision<Json>;
  /** The record after it: the one before, if nothing was decided. */
  readonly after: Negotiation<Json> | null;
  toString(): string;
}

/** What happened in one negotiation. It prints as its commands, one a line. */
export interface History {
  /** The record in the end. */
  readonly negotiation: Negotiation<Json>;
  /** The record of every version, from 0. */
  readonly records: readonly Negotiation<Json>[];
  /** Every decision, also refusals and repetitions. */
  readonly steps: readonly HistoryStep[];
  /** Every command once, the creation first. */
  readonly commands: readonly Command[];
  /** What the commits add up to, one for each version; `replay(entries)` is `negotiation`, and has what is sealed besides. */
  readonly entries: readonly Entry[];
  toString(): string;
}

/** How a history begins. */
export interface HistoryStart {
  readonly initiator: Party;
  readonly responder: Party;
  readonly rules: NegotiationRules;
  /** Deep-frozen JSON. */
  readonly context: Json;
  /** If it is refused, the negotiation is created without an opening after all. */
  readonly opening: MoveChoice | null;
}

/** The history of these choices; the same ones give the same history. */
export function playHistory(start: HistoryStart, choices: readonly CommandChoice[]): History {
  const commands: Command[] = [];
  const steps: HistoryStep[] = [];
  const hand = (
    record: Negotiation<Json> | null,
    command: Command,
    now: number,
  ): Negotiation<Json> | null => {
    commands.push(command);
    let before = record;
    for (;;) {
      const step = stepOf(before, command, now);
      steps.push(step);
      if (!step.decision.ok || step.decision.applied !== "deadlines") return step.after;
      before = step.after;
    }
  };
  let now = STARTED_AT;
  let record =
    hand(null, createCommand(start, start.opening), now) ?? hand(null, createCommand(start, null), now);
  if (record === null) throw new Error("Expected a creation without an opening to be possible.");
  let afterEnd = 0;
  for (const choice of choices) {
    if (record.outcome !== null && ++afterEnd > MOST_AFTER_END) break;
    now = chosenInstant(choice.wait, record, now);
    record = hand(record, chosenCommand(choice, record, commands.length, now), now) ?? record;
  }
  return historyOf(record, steps, commands);
}

/** Chosen: what comes after the end changes nothing, and a few commands show that as well as many. */
const MOST_AFTER_END = 4;

/** Chosen: any instant will do, and this one is easy to tell. */
const STARTED_AT = 1_700_000_000_000;

function createCommand(start: HistoryStart, opening: MoveChoice | null): CreateCommand {
  const { initiator, responder, rules, context } = start;
  return Object.freeze({
    type: "create",
    id: "neg_1",
    commandId: "cmd-0",
    roomId: "room-1",
    initiator: Object.freeze({ ...initiator }),
    responder: Object.freeze({ ...responder }),
    rules,
    context,
    heldBy: null,
    opening: opening === null ? null : openingOf(opening, rules),
  });
}

/** The choice as an opening proposal, whatever action it picks elsewhere. */
function openingOf(choice: MoveChoice, rules: NegotiationRules): CreateCommand["opening"] {
  const { terms } = choice;
  const move: Move = {
    action: "propose",
    ...(rules.terms === "none" ? {} : { terms: terms ?? 0 }),
    ...(choice.message === null ? {} : { message: choice.message.slice(0, rules.maxMessageLength) }),
    ...(rules.assessmentRequired && { assessment: LEAST_ASSESSMENT }),
  };
  const reading = readMove(move, rules);
  return reading.ok ? reading.move : null;
}

function stepOf(before: Negotiation<Json> | null, command: Command, now: number): HistoryStep {
  const decision = decide(before, command, now);
  const after = decision.ok ? decision.negotiation : before;
  return Object.freeze({
    command,
    now,
    before,
    decision,
    after,
    toString: () => describeCommand(command, now, before, decision),
  });
}

function historyOf(
  negotiation: Negotiation<Json>,
  steps: readonly HistoryStep[],
  commands: readonly Command[],
): History {
  const records: Negotiation<Json>[] = [];
  const entries: Entry[] = [];
  for (const { decision } of steps) {
    if (!decision.ok || decision.entry === null) continue;
    const { version, updatedAt } = decision.negotiation;
    records.push(decision.negotiation);
    entries.push(Object.freeze({ version, schema: SCHEMA, at: updatedAt, ...decision.entry }));
  }
  return Object.freeze({
    negotiation,
    records: Object.freeze(records),
    steps: Object.freeze(steps),
    commands: Object.freeze(commands),
    entries: Object.freeze(entries),
    toString: () => steps.map(String).join("\n"),
  });
}
