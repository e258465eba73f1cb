/**
 * @module
 * Arbitrary whole negotiations: random rules, parties and commands at random instants, decided by the pure core, and
 * printed as their commands. How a choice becomes a command is in `history-commands.ts`.
 */

import type { Arbitrary } from "fast-check";
import { integerIn, readOptions } from "../../core/checks/index.js";
import { type Decision, decide } from "../../core/index.js";
import { copyJson, type Json } from "../../core/json/index.js";
import { type Command, type CreateCommand, type Move, readMove } from "../../core/moves/index.js";
import {
  type Entry,
  type Negotiation,
  type NegotiationRules,
  type Party,
  SCHEMA,
  seatOf,
} from "../../core/record/index.js";
import { shown } from "../../errors.js";
import { knownPresets, type PresetName } from "../../presets/registry/index.js";
import { type PresetRules, settledRules } from "../../testing/agents/index.js";
import { arbitraryJson, arbitraryMoveChoice, LEAST_ASSESSMENT, type MoveChoice } from "./arbitrary-moves.js";
import { arbitraryParties, type Parties } from "./arbitrary-parties.js";
import { arbitraryRules } from "./arbitrary-rules.js";
import { fc } from "./fast-check.js";
import {
  arbitraryCommandChoice,
  type CommandChoice,
  chosenCommand,
  chosenInstant,
} from "./history-commands.js";

/** What arbitrary histories are made of. */
export interface ArbitraryHistoryOptions {
  /** @default arbitraryRules() */
  readonly rules?: Arbitrary<PresetRules> | undefined;
  /** @default arbitraryParties() */
  readonly parties?: Arbitrary<Parties> | undefined;
  /** Commands after the creation, at least 0. @default 24 */
  readonly maxCommands?: number | undefined;
}

/**
 * Whole histories: a negotiation that was created and then asked to do anything at any time, by its
 * parties and by strangers, before and after its end.
 *
 * Most moves are legal, so that histories get somewhere. They are made of plain data and shrink to few
 * commands; they print as the commands with what became of each.
 *
 * @throws {RangeError} when `maxCommands` is not an integer of at least 0
 * @throws {TypeError} when an option is unknown
 * @example
 * fc.assert(
 *   fc.property(arbitraryHistory(), ({ negotiation, entries }) => {
 *     expect(replay(entries)).toEqual(negotiation);
 *   }),
 * );
 */
export function arbitraryHistory(options: ArbitraryHistoryOptions = {}): Arbitrary<History> {
  const given = readOptions("options", options, ["rules", "parties", "maxCommands"]);
  const { rules = arbitraryRules(), parties = arbitraryParties(), maxCommands = 24 } = given;
  integerIn("maxCommands", maxCommands, 0);
  return fc
    .record({
      parties,
      rules,
      context: fc.option(arbitraryJson()),
      opening: fc.option(arbitraryMoveChoice()),
      choices: fc.array(arbitraryCommandChoice(), { maxLength: maxCommands, size: "max" }),
    })
    .map(({ parties: { initiator, responder }, rules: given, context, opening, choices }) =>
      playHistory(
        {
          initiator,
          responder,
          rules: settledRules(given, initiator, responder),
          context: frozen(context),
          opening,
        },
        choices,
      ),
    );
}

function frozen(context: Json): Json {
  const copy = copyJson(context, 65_536);
  return copy.ok ? copy.value : null;
}

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

/**
 * One line: how long after the creation, who does what, and what came of it.
 *
 * @example
 * describeCommand(command, now, negotiation, decision);
 * // +30000 ms  initiator: accept -> refused, own_proposal
 */
export function describeCommand(
  command: Command,
  now: number,
  before: Negotiation | null,
  decision: Decision,
): string {
  const since = now - (before?.createdAt ?? now);
  return `${since < 0 ? "" : "+"}${since} ms  ${what(command, before)} -> ${result(decision)}`;
}

function what(command: Command, before: Negotiation | null): string {
  switch (command.type) {
    case "create": {
      const { rules, initiator, responder, opening } = command;
      const parties = `${initiator.kind} initiator, ${responder.kind} responder`;
      const first = opening === null ? "" : `, opening ${shown(opening.terms)}`;
      return `create (preset ${rules.preset}${differing(command)}, ${parties}${first})`;
    }
    case "move": {
      const { move, source, expectedVersion, claim } = command;
      const said = [
        ...(move.terms === null ? [] : [shown(move.terms)]),
        ...(move.message === null ? [] : [shown(move.message)]),
        ...(move.replyTo === null ? [] : [`replyTo ${shown(move.replyTo)}`]),
        ...(move.validUntilAt === null || before === null
          ? []
          : [`valid until +${move.validUntilAt - before.createdAt} ms`]),
        ...(expectedVersion === null ? [] : [`on version ${expectedVersion}`]),
        ...(claim === null ? [] : [`with ${claim.claimId}`]),
        ...(source === "external" ? [] : [`from ${source}`]),
        `(${command.commandId})`,
      ];
      return `${who(command.partyId, before)}: ${move.action} ${said.join(" ")}`;
    }
    case "fail":
      return `${who(command.partyId, before)}: fail (${command.kind}) on turn ${command.turnNumber}`;
    case "consult":
    case "answer":
      return `${who(command.partyId, before)}: ${command.type}`;
    case "claim":
    case "release":
      return `${command.agentId}: ${command.type} ${command.claimId}`;
    default:
      return command.type;
  }
}

/** What differs from the known preset, if it is one. */
function differing({ rules, initiator, responder }: CreateCommand): string {
  if (!Object.hasOwn(knownPresets, rules.preset)) return "";
  const usual = settledRules({ preset: rules.preset as PresetName }, initiator, responder);
  const names = Object.keys(rules) as (keyof NegotiationRules)[];
  const changed = names.filter((name) => JSON.stringify(rules[name]) !== JSON.stringify(usual[name]));
  return changed.map((name) => `, ${name} ${JSON.stringify(rules[name])}`).join("");
}

function who(partyId: string, before: Negotiation | null): string {
  return (before === null ? undefined : seatOf(before, partyId)) ?? "a stranger";
}

function result(decision: Decision): string {
  if (!decision.ok) return `refused, ${decision.refusal.code}`;
  const { applied, negotiation } = decision;
  if (applied === "nothing") return "nothing";
  const reason = negotiation.outcome === null ? "" : ` (${negotiation.outcome.reason})`;
  const due = applied === "deadlines" ? "a deadline first, " : "";
  return `${due}version ${negotiation.version}, ${negotiation.status}${reason}`;
}
