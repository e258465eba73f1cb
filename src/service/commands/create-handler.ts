/**
 * @module
 * Creates negotiations: reads what the caller gave, judges the opening, and stores both in one commit.
 * Unlike a refused move, a refused opening is an error, since there is no record to answer about.
 */

import { demandText } from "../../core/checks/index.js";
import { decide, openRecord } from "../../core/index.js";
import { demandJson, isEqualJson, isPlainObject, type Json } from "../../core/json/index.js";
import type { CreateCommand, MoveFields, ReadMove, Refusal } from "../../core/moves/index.js";
import { readMove } from "../../core/moves/index.js";
import type { Negotiation, NegotiationRules, NewEntry } from "../../core/record/index.js";
import { NegotiationError, shown } from "../../errors.js";
import type { CreateResult, MaybePromise } from "../../ports/index.js";
import type { Observers } from "../events/index.js";
import { isPromise, runSteps, type Steps, settled } from "../queue/index.js";
import type { CommandHandlerOptions, Committed } from "./command-handler.js";
import type { ReadParties } from "./read-parties.js";
import type { ServiceRules } from "./records/index.js";
import { refusalError } from "./review/index.js";

/** What a negotiation may be created with, beside its parties and opening terms. */
export interface CreationOptions {
  /** 1 to 256 characters. @default a new id */
  readonly id?: string | undefined;
  /** The same id again gives the first negotiation again; 1 to 128 characters. @default a new one */
  readonly commandId?: string | undefined;
  /** JSON that both agents are shown (a preset may project it); pinned. @default null */
  readonly context?: unknown;
  /** Laid over the service's rules. @default none */
  readonly rules?: ServiceRules | undefined;
  /** The group that will have to confirm an acceptance. @default none */
  readonly heldBy?: string | undefined;
  /** The opening's other fields: message, reason, validity ... @default none */
  readonly move?: OpeningFields | undefined;
}

/** The fields of an opening beside its terms. */
export interface OpeningFields extends MoveFields {
  readonly proposalId?: string | undefined;
  /** Epoch ms. */
  readonly validUntilAt?: number | undefined;
}

/** What a create handler works with. */
export interface CreateHandlerOptions<Terms> extends Omit<CommandHandlerOptions<Terms>, "onCommitted"> {
  readonly roomId: string;
  readonly observers: Observers;
  /** Called after the commit; `agents` are the parties' own. */
  readonly onCreated: (decision: Committed<Terms>, agents: ReadParties<Terms>["agents"]) => void;
  /** Called for a negotiation that was created before: by a process or an answer that is gone, or without these agents. */
  readonly onFound: (existing: Negotiation<Terms>, agents: ReadParties<Terms>["agents"]) => void;
  /** Lets what is due on a blocking negotiation take effect. */
  readonly wake: (id: string) => MaybePromise<void>;
}

/** Creates the negotiations of a room. */
export class CreateHandler<Terms> {
  readonly #options: CreateHandlerOptions<Terms>;

  constructor(options: CreateHandlerOptions<Terms>) {
    this.#options = options;
  }

  /** @throws {NegotiationError} `busy`, `id_taken`, or the code of the refused opening */
  create(
    parties: ReadParties<Terms>,
    proposal: unknown,
    given: CreationOptions,
  ): MaybePromise<Negotiation<Terms>> {
    const { rules, ids, queue, roomId, observers } = this.#options;
    const resolved = rules.rulesFor(parties.initiator, parties.responder, given.rules);
    let command: CreateCommand = {
      type: "create",
      id: checkedId("id", given.id, 256) ?? this.newId(resolved.preset),
      commandId: checkedId("commandId", given.commandId, 128) ?? ids("command"),
      roomId,
      initiator: parties.initiator,
      responder: parties.responder,
      rules: resolved,
      context: demandJson("context", given.context ?? null, resolved.maxTermsBytes),
      heldBy: checkedId("heldBy", given.heldBy, 256) ?? null,
      opening: this.#identified(readOpening(proposal, given.move, resolved), resolved.preset),
    };
    const created = (refused: Refusal | undefined): MaybePromise<Negotiation<Terms>> =>
      queue.run(command.id, () => runSteps(this.#created(command, parties.agents, refused)));
    const info = { negotiationId: command.id, roomId, preset: resolved.preset };
    return observers.aroundCreation<MaybePromise<Negotiation<Terms>>>(info, () => {
      // A schema or a hook that takes time does so outside the queue, as for moves (EN-63).
      const judging = runSteps(
        this.#judged(command, given.commandId !== undefined, (opening) => {
          command = { ...command, opening };
        }),
      );
      return isPromise(judging) ? queue.beside(Promise.resolve(judging).then(created)) : created(judging);
    });
  }

  /** The id of a new negotiation of this preset. */
  newId(preset: string): string {
    const { ids, uuid } = this.#options;
    return preset === "bindu" && uuid !== undefined ? uuid() : ids("negotiation");
  }

  #identified(opening: ReadMove | null, preset: string): ReadMove | null {
    const { uuid } = this.#options;
    if (opening?.proposalId !== null || preset !== "bindu" || uuid === undefined) return opening;
    return Object.freeze({ ...opening, proposalId: uuid() });
  }

  *#created(
    command: CreateCommand,
    agents: ReadParties<Terms>["agents"],
    refused: Refusal | undefined,
  ): Steps<Negotiation<Terms>> {
    const { clock, cache } = this.#options;
    let hasWoken = false;
    for (;;) {
      this.#options.assertOpen();
      const decision = decide<Terms>(null, command, clock.now());
      const refusal = refused ?? (decision.ok ? undefined : decision.refusal);
      // What it created before, it gives again, whatever would be said of its opening by now (EN-36).
      const twin = refusal && (yield* cache.createdBy(command.commandId));
      if (refusal !== undefined && twin === undefined) throw refusalError(refusal);
      const created = decision as Committed<Terms>;
      const result: CreateResult =
        twin === undefined
          ? yield* this.#stored(created, agents)
          : { ok: false, reason: "duplicate", id: twin };
      if (result.ok) {
        this.#options.onCreated(created, agents);
        return created.negotiation;
      }
      const isNews = cache.known(result.id) === undefined;
      const inTheWay = yield* cache.read(result.id);
      if (result.reason === "duplicate") {
        const existing = repeated(command, inTheWay);
        const wasUnsure = this.#options.inDoubt.settle({ ...existing, version: 0 });
        const isLive = existing.outcome === null;
        // It threw, now or before, and had taken effect after all: nobody was told yet, of what was stored then.
        const proposalId = existing.turns[0]?.proposalId ?? null;
        const opening = command.opening && { ...command.opening, proposalId };
        const lost = decide<Terms>(null, { ...command, opening, id: existing.id }, existing.createdAt);
        if (isNews && wasUnsure && isLive && lost.ok) this.#options.onCreated(lost, agents);
        else if (isNews || (isLive && agents !== null)) this.#options.onFound(existing, agents);
        return existing;
      }
      if (result.reason === "exists") throw idTaken(command.id);
      // What blocks the room may be overdue already, with its wake-up still to come.
      const settledAlready = inTheWay === undefined || inTheWay.outcome !== null;
      if (hasWoken || settledAlready) throw busy(command.rules, result.id);
      hasWoken = true;
      yield* settled(this.#options.wake(result.id));
    }
  }

  *#stored(decision: Committed<Terms>, agents: ReadParties<Terms>["agents"]): Steps<CreateResult> {
    const { cache, onCreated, inDoubt } = this.#options;
    const { negotiation, events } = decision;
    const entry = decision.entry as NewEntry;
    const attempt = (): Steps<CreateResult> => settled(cache.create(negotiation, entry, events));
    try {
      return yield* attempt();
    } catch (error) {
      // The very same creation again (ST-32).
      const tell = (): void => onCreated(decision, agents);
      const result = yield* inDoubt.again({ negotiation, entry, tell }, error, attempt);
      // A duplicate may be this very one: it is settled where that is looked at.
      if (result.ok || result.reason !== "duplicate") inDoubt.settle(negotiation);
      return result;
    }
  }

  /** Checks 16 and 17 of the opening. The rest is the core's. */
  *#judged(
    command: CreateCommand,
    mayBeRepeated: boolean,
    onParsed: (opening: ReadMove) => void,
  ): Steps<Refusal | undefined> {
    const { review, clock, cache } = this.#options;
    const { initiator, commandId } = command;
    let { opening } = command;
    if (opening === null) return undefined;
    const tentative = decide<Terms>(null, command, clock.now());
    if (!tentative.ok) return tentative.refusal;
    const open = openRecord(command, clock.now(), 0) as Negotiation<Terms>;
    // What was judged before is shown to no hook again (EN-46).
    const isKnown = mayBeRepeated && review.seeRecords && (yield* cache.createdBy(commandId)) !== undefined;
    if (review.parses(opening)) {
      const came = opening;
      const masked = isKnown ? undefined : review.masked(open, initiator.id, came);
      const parsed = (terms: Json): void => {
        opening = Object.freeze({ ...came, terms, isParsed: true });
      };
      // What it was parsed to tells whether a creation is one that comes again.
      const refused = masked ?? (yield* settled(review.parse(open, initiator.id, came, parsed)));
      if (refused !== undefined) return refused;
      onParsed(opening);
    }
    if (isKnown) return undefined;
    return (
      review.masked(open, initiator.id, opening) ??
      (yield* settled(review.judge(open, initiator.id, opening)))
    );
  }
}

function checkedId(what: string, id: string | undefined, most: number): string | undefined {
  if (id !== undefined) demandText(what, id, most);
  return id;
}

function readOpening(
  proposal: unknown,
  fields: OpeningFields | undefined,
  rules: NegotiationRules,
): ReadMove | null {
  if (proposal === undefined && fields === undefined) return null;
  const reading = readMove(openingOf(proposal, fields), rules);
  if (reading.ok) return reading.move;
  const message = `Expected a well-formed opening, got: ${reading.issues[0]?.message}`;
  throw new NegotiationError("move_invalid", message, { details: { issues: reading.issues } });
}

/** The opening as a move; fields that cannot be laid under one stay as they are, for `readMove` to refuse. */
function openingOf(proposal: unknown, fields: unknown): unknown {
  try {
    if (fields !== undefined && !isPlainObject(fields)) return fields;
    return { ...fields, action: "propose", terms: proposal };
  } catch {
    return fields;
  }
}

/** The negotiation that this very command made before. */
function repeated<Terms>(
  command: CreateCommand,
  existing: Negotiation<Terms> | undefined,
): Negotiation<Terms> {
  if (existing !== undefined && isSameCreation(existing, command)) return existing;
  const message = `Expected a new commandId for new content, got ${shown(command.commandId)} again. Use another id.`;
  throw new NegotiationError("command_conflict", message, {
    details: { commandId: command.commandId, turnNumber: 1 },
  });
}

function isSameCreation(existing: Negotiation, command: CreateCommand): boolean {
  const { opening } = command;
  const [first] = existing.turns;
  const opened = first?.commandId === existing.createCommandId ? first : undefined;
  if (existing.initiator.id !== command.initiator.id || existing.responder.id !== command.responder.id)
    return false;
  if (opening === null || opened === undefined) return opening === null && opened === undefined;
  return opened.message === opening.message && isEqualJson(opened.terms as Json, opening.terms);
}

function idTaken(id: string): NegotiationError {
  const message = `Expected a new id, got ${shown(id)}, which is taken. Leave it out or choose another.`;
  return new NegotiationError("id_taken", message, { details: { id } });
}

function busy(rules: NegotiationRules, activeNegotiationId: string): NegotiationError {
  // The text is the source's own: hosts and tests rely on it (RM-8).
  return new NegotiationError("busy", "Negotiation already in progress", {
    details: { scope: rules.oneActive, activeNegotiationId },
  });
}
