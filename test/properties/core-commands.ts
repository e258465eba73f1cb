/**
 * @module
 * SM-50: any commands on any rules, handed to the pure core one by one. After each the invariants of the
 * simulation are asked about what was committed, and everybody's legal moves are tried out.
 */

import fc from "fast-check";
import { type Decision, decide, moveCommand } from "../../src/core/index.js";
import { type Command, type CreateCommand, legalMoves, type ReadMove } from "../../src/core/moves/index.js";
import type { Action, Negotiation, NegotiationRules, Party } from "../../src/core/record/index.js";
import { ACTIONS } from "../../src/core/record/index.js";
import { describeCommand } from "../../src/fuzz/arbitraries/arbitrary-histories.js";
import {
  arbitraryCommandChoice,
  type CommandChoice,
  chosenCommand,
  chosenInstant,
} from "../../src/fuzz/arbitraries/history-commands.js";
import { arbitraryParties, arbitraryRules } from "../../src/fuzz/arbitraries/index.js";
import type { NegotiationRow } from "../../src/ports/index.js";
import { commitOf, newRow } from "../../src/service/commands/index.js";
import { outboxOf } from "../../src/service/commands/records/stored-rows.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { settledRules } from "../../src/testing/agents/index.js";
import { ASSESSMENT } from "../kit/builders.js";
import { AskedInvariants } from "./asked-invariants.js";
import { restatedLegal } from "./restated-legal.js";

/** What one negotiation is made of. */
interface Setup {
  readonly initiator: Party;
  readonly responder: Party;
  readonly rules: NegotiationRules;
  readonly isOpened: boolean;
}

/** Half of them with room for a long history: most arbitrary caps end it after a few turns. */
const setups: fc.Arbitrary<Setup> = fc
  .record({
    parties: arbitraryParties(),
    rules: arbitraryRules(),
    limit: fc.option(fc.integer({ min: 9, max: 60 }), { freq: 1 }),
    isOpened: fc.boolean(),
  })
  .map(({ parties: { initiator, responder }, rules, limit, isOpened }) => ({
    initiator: Object.freeze(initiator),
    responder: Object.freeze(responder),
    rules: settledRules(
      limit === null ? rules : { ...rules, cap: { ...rules.cap, limit } },
      initiator,
      responder,
    ),
    isOpened,
  }));

const ID = "neg_1";
const STARTED_AT = 1_700_000_000_000;

/** What is decided for real: the newest record, its store, and the clock. */
class Real {
  readonly store: MemoryStore;
  record: Negotiation;
  now: number = STARTED_AT;
  /** How many commands were handed in. */
  order = 0;
  readonly seen: Set<string>;

  constructor(setup: Setup, store: MemoryStore, model: Model, seen: Set<string>) {
    this.store = store;
    this.seen = seen;
    // An opening is refused where the responder opens; it begins without one then.
    const opened = decide(null, createCommand(setup, setup.isOpened), this.now);
    const created = opened.ok ? opened : decide(null, createCommand(setup, false), this.now);
    if (!created.ok || created.entry === null) throw new Error("Expected a creation to be possible.");
    this.record = created.negotiation;
    const answer = store.create(newRow(this.record, created.entry, []));
    if (!answer.ok) throw new Error(`Expected a first creation to be stored, got ${answer.reason}.`);
    model.observe(this, null, created);
    model.compare(this.record);
  }

  /** Hands a command in, again after each commit of deadlines that were due, as the service does. */
  hand(command: Command, model: Model): string {
    for (;;) {
      const before = this.record;
      const decision = decide(before, command, this.now);
      const text = describeCommand(command, this.now, before, decision);
      model.decided(before, command, decision, text);
      if (!decision.ok) {
        this.seen.add(`refused ${decision.refusal.code}`);
        return text;
      }
      if (decision.entry !== null) {
        const row = this.store.load(ID);
        const { entry, negotiation } = decision;
        const commandId = entry.commandId ?? `command-${negotiation.version}`;
        const commit = commitOf(negotiation, { ...entry, commandId }, []);
        const stored = this.store.commit(commit);
        if (!stored.ok) throw new Error(`${text}: not stored, ${stored.reason}`);
        this.record = negotiation;
        this.seen.add(`entry ${entry.kind}`);
        model.observe(this, row, decision);
      }
      if (decision.applied !== "deadlines") return text;
    }
  }
}

/** What has to hold: the invariants, with all that they remember, and who may do what. */
class Model {
  /** Commands handed in after the end. */
  afterEnd = 0;
  readonly #invariants: AskedInvariants;

  constructor(store: MemoryStore) {
    this.#invariants = new AskedInvariants(store, ID);
  }

  notes(command: Command): void {
    if (command.type === "move") this.#invariants.notesReply(command);
  }

  /** EN-40: what is refused or needless changes nothing, and a refusal tells of the record as it is. */
  decided(before: Negotiation, command: Command, decision: Decision, text: string): void {
    if (decision.ok) {
      if (decision.entry !== null) return;
      if (decision.negotiation !== before || decision.events.length > 0)
        throw new Error(`${text}: changed something`);
      return;
    }
    const { legal, code } = decision.refusal;
    const partyId = "partyId" in command ? command.partyId : null;
    const isParty = partyId === before.initiator.id || partyId === before.responder.id;
    if ((legal !== null) !== isParty)
      throw new Error(`${text}: legal moves for ${partyId}: ${JSON.stringify(legal)}`);
    if (isParty && legal !== null)
      differ(`${text}: the refusal's legal moves`, restatedLegal(before, partyId), legal.actions);
    if (code === "negotiation_over" && before.outcome === null) throw new Error(`${text}: it is not over`);
  }

  /** Asks the invariants about a commit and the events that it causes. */
  observe(real: Real, before: NegotiationRow | null, decision: Decision & { readonly ok: true }): void {
    const { events, negotiation } = decision;
    this.#invariants.written(before, before?.version ?? null, real.now, outboxOf(events));
    for (const { type } of events) this.#invariants.told(type, negotiation.version, real.now);
  }

  /** EN-11: what is listed, what the spec says, and what is taken are the same, for both parties. */
  compare(record: Negotiation): void {
    for (const { id } of [record.initiator, record.responder]) {
      const legal = restatedLegal(record, id);
      differ(`the legal moves of ${id}`, legal, legalMoves(record, id)?.actions);
      const taken = ACTIONS.filter((action) => isTaken(record, id, action));
      differ(`what is taken from ${id}`, legal.concat(declining(record, id, legal)), taken);
    }
  }

  /** Asks the invariants about the whole. */
  end(real: Real): void {
    this.#invariants.ended(STARTED_AT);
    this.compare(real.record);
  }
}

/** One command of a run; it is made when its turn comes, and prints what came of it. */
class Handed implements fc.Command<Model, Real> {
  readonly #choice: CommandChoice;
  readonly #echoes: boolean;
  #text: string;

  /** @param echoes - whether a move says what the first turn said */
  constructor(choice: CommandChoice, echoes = false) {
    this.#choice = choice;
    this.#echoes = echoes;
    this.#text = `not run: ${choice.does}`;
  }

  /** What comes after the end changes nothing, and a few commands show that as well as many. */
  check({ afterEnd }: Readonly<Model>): boolean {
    return afterEnd < 4;
  }

  run(model: Model, real: Real): void {
    real.now = chosenInstant(this.#choice.wait, real.record, real.now);
    real.order += 1;
    if (real.record.outcome !== null) model.afterEnd += 1;
    const command = this.#made(real);
    this.#text = `${command.type} at +${real.now - STARTED_AT} ms`;
    model.notes(command);
    this.#text = real.hand(command, model);
    real.seen.add(real.record.status);
    if (real.record.outcome !== null) real.seen.add(`because of ${real.record.outcome.reason}`);
    if (real.record.awaiting !== null) real.seen.add(`awaiting ${real.record.awaiting.kind}`);
    model.compare(real.record);
  }

  #made({ record, order, now }: Real): Command {
    const command = chosenCommand(this.#choice, record, order, now);
    const message = record.turns[0]?.message ?? null;
    if (!this.#echoes || command.type !== "move" || message === null) return command;
    return { ...command, move: { ...command.move, message } };
  }

  toString(): string {
    return this.#text;
  }
}

/** One in six as it is drawn; the others do not end things, so that most histories get far. */
const choices: fc.Arbitrary<CommandChoice> = fc
  .tuple(arbitraryCommandChoice(), fc.nat(5))
  .map(([choice, rarely]) => (rarely === 5 ? choice : calmer(choice)));

/** Any action of anybody at any time. */
const wild = choices.map(
  (choice): CommandChoice =>
    choice.does === "move" ? { ...choice, move: { ...choice.move, abides: false } } : choice,
);

/** An agent that says the same again and again: else two such failures on one turn are too rare. */
const stubborn = choices.map(
  (choice): CommandChoice =>
    choice.does === "move"
      ? choice
      : { wait: choice.wait, does: "fail", kind: "repetition", by: "floor", isLate: false },
);

const usual = choices.map((choice) => new Handed(choice));
const commands = fc.commands(
  [
    ...[usual, usual, usual, usual],
    wild.map((choice) => new Handed(choice)),
    wild.map((choice) => new Handed(choice)),
    stubborn.map((choice) => new Handed(choice)),
    choices.map((choice) => new Handed(choice, true)),
  ],
  { maxCommands: 60, size: "max" },
);

/** The same without a leap to the next deadline, and without a cancellation or an answer that decides. */
function calmer(choice: CommandChoice): CommandChoice {
  const wait = choice.wait.from === "deadline" ? ({ from: "last", ms: 1 } as const) : choice.wait;
  if (choice.does === "cancel") return { does: "wake", wait };
  if (choice.does !== "move") return { ...choice, wait };
  const { pick } = choice.move;
  // Of the six actions the third, the fourth and the last decide.
  const decides = [2, 3, 5].includes(pick % 6);
  return { ...choice, wait, move: { ...choice.move, pick: decides ? pick - (pick % 6) + 1 : pick } };
}

/** What became of all runs. */
export interface Tally {
  runs: number;
  commands: number;
  commits: number;
  longestRun: number;
  /** Statuses, reasons, states of waiting, kinds of entries, codes of refusals. */
  readonly seen: Set<string>;
}

/** Plays random commands on random rules, and throws as fast-check does when something does not hold. */
export function assertCommands(parameters: {
  readonly numRuns: number;
  readonly seed: number;
  /** Whether the first failure is told as it is, without looking for a smaller one. */
  readonly endOnFailure?: boolean;
}): Tally {
  const tally: Tally = { runs: 0, commands: 0, commits: 0, longestRun: 0, seen: new Set() };
  const property = fc.property(setups, commands, (setup, list) => {
    const store = new MemoryStore();
    const model = new Model(store);
    const real = new Real(setup, store, model, tally.seen);
    fc.modelRun(() => ({ model, real }), list);
    model.end(real);
    tally.runs += 1;
    tally.commands += real.order;
    tally.commits += real.record.version + 1;
    tally.longestRun = Math.max(tally.longestRun, real.order);
  });
  fc.assert(property, parameters);
  return tally;
}

function createCommand({ initiator, responder, rules }: Setup, isOpened: boolean): CreateCommand {
  return {
    type: "create",
    id: ID,
    commandId: "cmd-0",
    roomId: "room-1",
    initiator,
    responder,
    rules,
    context: null,
    heldBy: null,
    opening: isOpened ? properMove("propose", rules, 0) : null,
  };
}

/** A move with all that its action may need, and nothing that was said before. */
function properMove(action: Action, rules: NegotiationRules, turnCount: number): ReadMove {
  const isProposal = action === "propose" || action === "counter";
  return {
    action,
    terms: isProposal && rules.terms !== "none" ? 0 : null,
    termsIssue: null,
    reason: null,
    // One letter, as there may be no room for more.
    message: String.fromCodePoint(0x5000 + turnCount),
    assessment: rules.assessmentRequired ? ASSESSMENT : null,
    justification: null,
    extra: null,
    sealed: null,
    proposalId: null,
    replyTo: null,
    validUntilAt: null,
  };
}

/** Whether such a move would be recorded now. */
function isTaken(record: Negotiation, partyId: string, action: Action): boolean {
  const { awaiting, floor, rules, turns, updatedAt } = record;
  const command = moveCommand(
    partyId,
    properMove(action, rules, turns.length),
    "a move that was never made",
    {
      source: awaiting?.kind === "fallback" && floor === partyId ? "fallback" : "external",
      claim: awaiting?.kind === "claimed" ? awaiting.claim : null,
    },
  );
  const decision = decide(record, command, updatedAt);
  return decision.ok && decision.turn !== null;
}

/** EN-14: who was asked to open may decline, whatever the lists say, but it is not offered. */
function declining(
  { standing, floor, awaiting }: Negotiation,
  partyId: string,
  legal: readonly Action[],
): readonly Action[] {
  const mayDecline = standing === null && floor === partyId && awaiting?.kind === "fallback";
  return mayDecline && !legal.includes("withdraw") ? ["withdraw"] : [];
}

function differ(what: string, expected: readonly string[], actual: readonly string[] | undefined): void {
  const [one, other] = [expected.join(" "), actual?.join(" ")];
  if (one !== other) throw new Error(`${what}: expected ${one}, got ${other}`);
}
