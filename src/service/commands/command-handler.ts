/**
 * @module
 * Where commands become commits: load, decide, commit, and decide again on a conflict (ST-30 to ST-33).
 * One command at a time for each negotiation; what follows a commit is the service's business.
 */

import { type Decision, decide, moveCommand } from "../../core/index.js";
import type { Json } from "../../core/json/index.js";
import type {
  ClaimCommand,
  Command,
  ConsultCommand,
  FailCommand,
  MoveCommand,
  ParkCommand,
  ReadMove,
  Refusal,
} from "../../core/moves/index.js";
import { closedBy, notAParty, readMove, staleVersion, withMergedTerms } from "../../core/moves/index.js";
import { type Negotiation, type NewEntry, seatOf, type Turn } from "../../core/record/index.js";
import type { Clock, CommitResult, Ids, MaybePromise } from "../../ports/index.js";
import { isPromise, PassingMap, runSteps, type SerialQueue, type Steps, settled } from "../queue/index.js";
import type { InDoubt, RecordCache } from "./records/index.js";
import { type RulesResolver, WIDEST_LIMITS } from "./records/index.js";
import type { MoveReview } from "./review/index.js";
import {
  answersLater,
  commandOn,
  contention,
  doorProblem,
  malformed,
  type PendingMove,
  queueFull,
  type Submission,
  unknownNegotiation,
  withParsedTerms,
} from "./review/index.js";

/** A command that took effect, now or before. */
export interface Done<Terms = unknown> {
  readonly ok: true;
  readonly negotiation: Negotiation<Terms>;
  /** The recorded turn; `null` where none was, as for a move that closed by an exceeded cap. */
  readonly turn: Turn<Terms> | null;
  /** Whether it had taken effect before. */
  readonly duplicate: boolean;
}

/** What a command comes to. */
export type CommandResult<Terms = unknown> = Done<Terms> | Refusal;

/** A decision that was committed. */
export type Committed<Terms> = Extract<Decision<Terms>, { readonly ok: true }>;

/** What a command handler works with. */
export interface CommandHandlerOptions<Terms> {
  readonly cache: RecordCache<Terms>;
  readonly queue: SerialQueue;
  readonly review: MoveReview<Terms>;
  readonly rules: RulesResolver;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly uuid?: (() => string) | undefined;
  /** @throws {NegotiationError} `service_closed` when nothing may start any more */
  readonly assertOpen: () => void;
  /** Called after each commit, before anything else of this negotiation runs. */
  readonly onCommitted: (decision: Committed<Terms>) => void;
  /** The writes in doubt of the whole room: nothing is decided on a record before what is unsure of it is known. */
  readonly inDoubt: InDoubt<Terms>;
  /** Tells what other processes have committed up to a record, before it is decided on. @default nothing is heard */
  readonly catchUp?: ((record: Negotiation<Terms>) => Steps<void>) | undefined;
}

/** Decisions on one command before it gives up (ST-31). */
const MAX_DECISIONS = 5;

/** Turns commands into commits. */
export class CommandHandler<Terms> {
  readonly #options: CommandHandlerOptions<Terms>;
  /** Moves whose schema or admission takes time, by party, command and negotiation. */
  readonly #judging = new PassingMap<string, Promise<CommandResult<Terms>>>();
  /** Records that are read for the first commands on them. */
  readonly #reading = new Map<string, Promise<Negotiation<Terms> | undefined>>();

  constructor(options: CommandHandlerOptions<Terms>) {
    this.#options = options;
  }

  /** Hands a move in: the one operation behind every door. */
  submit(submission: Submission): MaybePromise<CommandResult<Terms>> {
    const { id, partyId } = submission;
    const { review, cache } = this.#options;
    const answer = this.#submitted(submission);
    if (!review.hasPolicies) return answer;
    const narrowed = (result: CommandResult<Terms>): CommandResult<Terms> =>
      result.ok ? result : review.narrowed(cache.known(id), partyId, result);
    return isPromise(answer) ? answer.then(narrowed) : narrowed(answer);
  }

  #submitted(submission: Submission): MaybePromise<CommandResult<Terms>> {
    const { id, partyId } = submission;
    const { cache, ids, uuid } = this.#options;
    const shown = cache.known(id);
    const limits = shown?.rules ?? WIDEST_LIMITS;
    const reading = readMove(submission.move, limits);
    if (!reading.ok) return malformed(shown, id, partyId, reading.issues);
    const problem = doorProblem(submission);
    if (problem !== undefined) return malformed(shown, id, partyId, [problem]);
    if (typeof id !== "string") return unknownNegotiation(id);
    const commandId = submission.commandId ?? ids("command");
    const command = moveCommand(partyId, reading.move, commandId, submission);
    return this.#enqueued({ id, command, limits, shown, judgements: 0, uuid, atOnce: submission.atOnce });
  }

  /** Gives any other command. */
  command(
    id: string,
    command: Exclude<Command, { type: "create" | "move" }>,
    partyId: string | null = "partyId" in command ? command.partyId : null,
  ): MaybePromise<CommandResult<Terms>> {
    return this.#bounded(id, partyId, () => runSteps(this.#command(id, command)));
  }

  /**
   * Gives a command on this version of the record only: an agent's question is an answer to it (EN-30), and
   * whether a turn is parked, or may be claimed by this agent, was judged by it.
   */
  ifVersion(
    { id, version, floor }: Negotiation<Terms>,
    command: ConsultCommand | FailCommand | ParkCommand | ClaimCommand,
  ): MaybePromise<CommandResult<Terms>> {
    const onlyNow = (record: Negotiation<Terms>): typeof command | Refusal =>
      record.version === version ? command : staleVersion(record, floor ?? "", version);
    const nothing = (): undefined => undefined;
    return this.#bounded(id, floor, () => runSteps(this.#decided<never>(id, onlyNow, nothing)));
  }

  /** Lets what is due take effect; outside the bound on waiting commands, which would starve the clock. */
  wake(id: string): MaybePromise<CommandResult<Terms>> {
    return this.#options.queue.run(id, () => runSteps(this.#command(id, { type: "wake" })));
  }

  /** Runs work of a negotiation when no command of it runs, and after what was in doubt is known. */
  inTurn(id: string, work: () => void): MaybePromise<void> {
    const { queue, inDoubt } = this.#options;
    return queue.run(id, () => {
      const known = runSteps(inDoubt.ascertained(id));
      return isPromise(known) ? known.then(work) : work();
    });
  }

  #enqueued(pending: PendingMove<Terms>): MaybePromise<CommandResult<Terms>> {
    const { id, command } = pending;
    const { partyId } = command;
    // It may be anything yet.
    const keyed = (): string =>
      JSON.stringify([typeof partyId === "string" && partyId, command.commandId, id]);
    const twin = pending.isJudging || this.#judging.size === 0 ? undefined : this.#judging.get(keyed());
    // The same command is being judged already: what it comes to, this one then finds done (EN-46).
    const again = (): MaybePromise<CommandResult<Terms>> => this.#enqueued(pending);
    if (pending.atOnce && (twin || !this.#options.queue.isFree(id))) throw answersLater("another command");
    if (twin !== undefined) return twin.then(again, again);
    const answer = this.#bounded(id, partyId, () => runSteps(this.#move(pending)));
    const judgedLater = (result: CommandResult<Terms> | Judging): MaybePromise<CommandResult<Terms>> => {
      if (!("judging" in result)) return result;
      pending.isJudging = true;
      // A schema or a hook that takes time does so outside the queue; the rest is then decided again.
      const later = this.#options.queue.beside(
        Promise.resolve(result.judging)
          .then((refused) => {
            pending.verdict = refused;
            return again();
          })
          .finally(() => this.#judging.delete(keyed())),
      );
      this.#judging.set(keyed(), later);
      return later;
    };
    return isPromise(answer)
      ? answer.then(judgedLater as never)
      : judgedLater(answer as CommandResult<Terms> | Judging);
  }

  *#move(pending: PendingMove<Terms>): Steps<CommandResult<Terms> | Judging> {
    const { review } = this.#options;
    const { id } = pending;
    const { partyId } = pending.command;
    let current: MoveCommand | Refusal | undefined;
    let move: ReadMove = pending.command.move;
    return yield* this.#decided<Judging>(
      id,
      (record) => {
        current ??= commandOn(pending, record);
        if (!("type" in current)) return current;
        move = withParsedTerms(withMergedTerms(current.move, record), pending.parsed);
        return move.isParsed ? { ...current, move } : current;
      },
      (record, decision) => {
        const isJudged = pending.judgedVersion === record.version;
        if (!decision.ok) {
          // A command that comes again may be known by what the schema made of it.
          if (decision.refusal.code === "command_conflict" && review.parses(move) && !isJudged) {
            const parsed = this.#parsed(pending, record, move);
            return parsed !== AGAIN && "ok" in parsed ? undefined : parsed;
          }
          if (decision.refusal.code !== "terms_invalid") return undefined;
          return review.masked(record, partyId, move);
        }
        if (decision.applied !== "command") return undefined;
        const masked = review.masked(record, partyId, move);
        if (masked !== undefined) return masked;
        // What was said holds for the version that it was said of, and no other (EN-46).
        if (isJudged) return pending.verdict;
        if (review.parses(move)) return this.#parsed(pending, record, move);
        if (pending.judgements === MAX_DECISIONS) throw contention(MAX_DECISIONS);
        pending.judgements += 1;
        pending.judgedVersion = record.version;
        const judging = review.judge(record, partyId, move, pending.atOnce);
        if (isPromise(judging)) return { judging: judging as PromiseLike<Refusal | undefined> };
        pending.verdict = judging;
        return judging;
      },
      review.seeRecords,
    );
  }

  /** Has the terms parsed; the move is then decided on again, with what came of it. */
  #parsed(
    pending: PendingMove<Terms>,
    record: Negotiation<Terms>,
    move: ReadMove,
  ): Refusal | Judging | typeof AGAIN {
    const { partyId } = pending.command;
    let isParsed = false;
    const onParsed = (to: Json): void => {
      isParsed = true;
      pending.judgedVersion = undefined;
      pending.parsed = { from: move.terms, to };
    };
    pending.judgedVersion = record.version;
    const judging = this.#options.review.parse(record, partyId, move, onParsed, pending.atOnce);
    if (isPromise(judging)) return { judging: judging as PromiseLike<Refusal | undefined> };
    pending.verdict = judging as Refusal | undefined;
    return isParsed ? AGAIN : (judging as Refusal);
  }

  *#command(id: string, command: Exclude<Command, { type: "create" | "move" }>): Steps<CommandResult<Terms>> {
    return yield* this.#decided<never>(
      id,
      () => command,
      () => undefined,
    );
  }

  /**
   * The loop behind every command: decide on the newest record, commit, and again if it was not the newest
   * or a deadline went first.
   *
   * @param check - a further refusal, or something to wait for outside the queue
   * @param isFresh - whether the first look is at what the store has, not at what is remembered
   */
  *#decided<Wait>(
    id: string,
    commandOn: (record: Negotiation<Terms>) => Exclude<Command, { type: "create" }> | Refusal,
    check: (
      record: Negotiation<Terms>,
      decision: Decision<Terms>,
    ) => Refusal | Wait | typeof AGAIN | undefined,
    isFresh = false,
  ): Steps<CommandResult<Terms> | Wait> {
    const { cache, clock, ids, catchUp, inDoubt } = this.#options;
    if (!inDoubt.isEmpty) yield* inDoubt.ascertained(id);
    let record = yield* cache[isFresh ? "current" : "read"](id);
    let decisions = 0;
    let isNewest = isFresh;
    let commandId: string | undefined;
    for (;;) {
      this.#options.assertOpen();
      if (record === undefined) return unknownNegotiation(id);
      const command = commandOn(record);
      if ("ok" in command) return command;
      if (catchUp !== undefined) yield* catchUp(record);
      const decision = decide<Terms>(record, command, clock.now());
      const stop = check(record, decision);
      if (stop === AGAIN) continue;
      if (stop !== undefined && !("ok" in (stop as object))) return stop as Wait;
      if (!decision.ok || stop !== undefined) {
        // Refused on what this room remembers: another process may have moved since.
        const newest: Negotiation<Terms> | undefined = isNewest ? record : yield* cache.current(id);
        if (newest === record) {
          const refusal = (stop ?? (decision as { readonly refusal?: Refusal }).refusal) as Refusal;
          const mayBeRepeated = command.type === "move" && refusal.code === "negotiation_over";
          if (!mayBeRepeated || record.outcome?.reason !== "turn_cap") return refusal;
          const last = yield* cache.entryOf(record);
          return closedBy(command, last) ? done(record, null, true) : refusal;
        }
        record = newest;
        isNewest = true;
        continue;
      }
      if (decision.entry === null) {
        return done(decision.negotiation, decision.turn, true);
      }
      const isDeadline = decision.applied === "deadlines";
      // Every entry has a command id, so that a commit of unknown outcome can be tried again safely.
      commandId ??= decision.entry.commandId ?? ids("command");
      const entry = withCommandId(decision.entry, isDeadline ? ids("command") : commandId);
      let result: CommitResult;
      try {
        const answer = cache.commit(decision.negotiation, entry, decision.events);
        result = isPromise(answer) ? yield* settled(answer) : (answer as CommitResult);
      } catch (error) {
        const { negotiation } = decision;
        const tell = (): void => this.#options.onCommitted(decision);
        const again = (): Steps<CommitResult> => this.#committedAgain(decision, entry);
        result = yield* inDoubt.again({ negotiation, entry, tell }, error, again);
        inDoubt.settle(negotiation);
      }
      if (result.ok) {
        // Nothing else can have been stored as this version, and this is told now.
        inDoubt.forget(id);
        this.#options.onCommitted(decision);
        if (isDeadline) {
          record = cache.known(id) ?? decision.negotiation;
          if (command.type !== "wake") continue;
        }
        return done(decision.negotiation, decision.turn, false);
      }
      if (result.reason === "missing") {
        cache.lose(id);
        return unknownNegotiation(id);
      }
      decisions += 1;
      if (decisions >= MAX_DECISIONS) throw contention(decisions);
      // What stood in the way may be the very commit that nobody was sure of.
      yield* inDoubt.ascertained(id);
      record = yield* cache.load(id);
    }
  }

  /**
   * The very same commit again. If it was stored after all, the store knows its command: `duplicate` is then success
   * (ST-32), unless its sender has meanwhile come by another process.
   */
  *#committedAgain({ negotiation, events }: Committed<Terms>, entry: NewEntry): Steps<CommitResult> {
    const { cache, assertOpen } = this.#options;
    yield* cache.load(negotiation.id);
    assertOpen();
    const result = yield* settled(cache.commit(negotiation, entry, events));
    if (result.ok || result.reason !== "duplicate") return result;
    const isOurs = yield* cache.wasStored(negotiation, entry);
    return isOurs ? { ok: true, version: negotiation.version } : { ok: false, reason: "conflict" };
  }

  /** Each party has places of its own, the host too, and strangers have none (EN-62). */
  #bounded<T>(id: string, partyId: string | null, task: () => MaybePromise<T>): MaybePromise<T | Refusal> {
    const { queue, cache } = this.#options;
    const enter = (record: Negotiation<Terms> | undefined): MaybePromise<T | Refusal> => {
      if (record === undefined) return unknownNegotiation(id);
      if (partyId !== null && seatOf(record, partyId) === undefined) return notAParty(record, partyId);
      return queue.isFull(id, partyId) ? queueFull(record, id, partyId) : queue.run(id, task, partyId);
    };
    let reading = this.#reading.get(id);
    if (reading === undefined) {
      const read = cache.known(id) ?? runSteps(cache.read(id));
      if (!isPromise(read)) return enter(read as Negotiation<Terms> | undefined);
      // Those that come meanwhile go in behind it, in their order.
      reading = queue.beside(Promise.resolve(read as Promise<Negotiation<Terms> | undefined>));
      const done = (): void => void this.#reading.delete(id);
      reading.then(done, done);
      this.#reading.set(id, reading);
    }
    return reading.then(enter);
  }
}

function withCommandId(entry: NewEntry, commandId: string): NewEntry {
  return entry.commandId === null ? Object.freeze({ ...entry, commandId }) : entry;
}

/** What is decided on has changed. */
const AGAIN = Symbol("again");

/** Something to wait for outside the queue: a refusal, or `undefined` for "nothing against it". */
interface Judging {
  readonly judging: PromiseLike<Refusal | undefined>;
}

function done<Terms>(
  negotiation: Negotiation<Terms>,
  turn: Turn<Terms> | null,
  duplicate: boolean,
): Done<Terms> {
  return { ok: true, negotiation, turn, duplicate };
}
