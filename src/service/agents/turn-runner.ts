/**
 * @module
 * Calls agents when their party has the floor, takes their answers, and asks again or gives up when a
 * call fails (EN-28 to EN-31). Late, aborted and stale answers are dropped.
 */

import { isJsonObject } from "../../core/json/index.js";
import type { FailCommand, Refusal, Why } from "../../core/moves/index.js";
import {
  attemptsSpent,
  conservativeMove,
  earlierTurnSaying,
  failuresOfThisTurn,
  legalActions,
  whyRefused,
} from "../../core/moves/index.js";
import type { Action, FailureKind, Negotiation } from "../../core/record/index.js";
import type { RefusalCode } from "../../errors.js";
import type { Agent, AgentCallInfo, Clock, Ids, MaybePromise } from "../../ports/index.js";
import type {
  CommandHandler,
  CommandResult,
  MoveReview,
  RecordCache,
  RulesResolver,
  Submission,
} from "../commands/index.js";
import { bare, STORE_AGAIN_MS } from "../commands/index.js";
import { codeOf, type DropReason, type Observers } from "../events/index.js";
import { isPromise, PassingMap } from "../queue/index.js";
import { isDamaged } from "../timing/index.js";
import { agentCallOf, type HandInOf, RunningCall } from "./agent-call.js";
import type { RoomAgents } from "./room-agents.js";

/** What a turn runner works with. */
export interface TurnRunnerOptions<Terms> {
  readonly commands: CommandHandler<Terms>;
  readonly cache: RecordCache<Terms>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly observers: Observers;
  readonly rules: RulesResolver;
  readonly agents: RoomAgents<Terms>;
  readonly review: MoveReview<Terms>;
  readonly onDropped: (call: RunningCall<Terms>, why: DropReason) => void;
  /** Somebody else has moved on, as the answer of a call has shown: go on from this record. */
  readonly onOvertaken: (negotiation: Negotiation<Terms>) => void;
}

/** Runs the turns of a room's agents; at most one call for each negotiation. */
export class TurnRunner<Terms> {
  readonly #options: TurnRunnerOptions<Terms>;
  readonly #calls = new PassingMap<string, RunningCall<Terms>>();
  #isStopped = false;

  constructor(options: TurnRunnerOptions<Terms>) {
    this.#options = options;
  }

  /** The running call of a negotiation. */
  callOf(id: string): RunningCall<Terms> | undefined {
    return this.#calls.get(id);
  }

  /**
   * Looks at a record after a commit: ends a call that it no longer waits for, begins one that it does.
   *
   * @param standIn - takes the turn of a party whose own agents cannot
   */
  consider(negotiation: Negotiation<Terms>, standIn?: Agent<Terms>): void {
    const running = this.#calls.get(negotiation.id);
    if (running !== undefined) {
      if (!running.isOver && running.isFor(negotiation)) return;
      this.#calls.delete(negotiation.id);
      running.abandon(dropReason(negotiation));
    }
    const kind = negotiation.awaiting?.kind;
    if (this.#isStopped || (kind !== "move" && kind !== "fallback")) return;
    // Who stands in for a turn does so until it is taken.
    const asked =
      standIn ?? (running?.isStandIn && running.isTurnOf(negotiation) ? running.agent : undefined);
    const agent = asked ?? this.#options.agents.of(negotiation);
    if (agent === undefined) return;
    const failures = negotiation.failures.length === 0 ? [] : failuresOfThisTurn(negotiation);
    const now = this.#options.clock.now();
    const call = new RunningCall(agent, negotiation, failures.length + 1, now, running);
    call.isStandIn = asked !== undefined;
    if (running !== undefined && failures.at(-1)?.kind === "repetition") call.repeated = running.repeated;
    this.#calls.set(negotiation.id, call);
    const isSpent = attemptsSpent(failures) >= negotiation.rules.agentAttempts;
    // On a turn of its own: whoever committed gets its answer before an agent's code runs.
    // A resolved promise rather than `queueMicrotask`, which costs Node several times as much.
    SOON.then(() => void (isSpent ? this.#standIn(call) : this.#invoke(call)));
  }

  /** Ends the call whose agent timeout has passed, as a failure. */
  async timeOut(call: RunningCall<Terms>): Promise<void> {
    const ms = call.negotiation.rules.agentTimeoutMs;
    call.abandon("late");
    await this.#failed(call, "timeout", { error: `No answer within ${ms} ms.` });
  }

  /** Aborts the call of a negotiation, if one runs. */
  end(id: string): void {
    this.#calls.get(id)?.abandon("aborted");
    this.#calls.delete(id);
  }

  /** Aborts every call; nothing runs afterwards. */
  stop(): void {
    this.#isStopped = true;
    for (const id of this.#calls.keys()) this.end(id);
  }

  async #invoke(call: RunningCall<Terms>): Promise<void> {
    if (call.isOver) return;
    let answer: unknown;
    try {
      const answered = this.#ask(call);
      answer = isPromise(answered) ? await answered : answered;
    } catch (error) {
      if (call.isOver) this.#drop(call);
      else await this.#failed(call, "threw", { error: textOf(error), cause: error });
      return;
    }
    if (call.isOver || call.isHandedIn) this.#drop(call);
    else await this.#take(call, membersOf(answer));
  }

  /** Apart from what waits for the answer, which would hold all that the agent was told until it comes (ST-106). */
  #ask(call: RunningCall<Terms>): unknown {
    const { negotiation, partyId, agent } = call;
    const { rules, review, observers } = this.#options;
    const lastFailure =
      negotiation.failures.length === 0 ? undefined : failuresOfThisTurn(negotiation).at(-1);
    const permitted = review.permitted(negotiation, partyId, legalActions(negotiation, partyId));
    call.handIn = this.#handIn;
    const told = agentCallOf(call, permitted, lastFailure, rules.projectionOf(negotiation));
    return observers.isEmpty ? agent(told) : observers.around(infoOf(call), () => agent(told));
  }

  async #take(call: RunningCall<Terms>, answer: object | undefined): Promise<void> {
    call.answered();
    if (answer === undefined) {
      const error = "Expected a move or { consult }, got neither.";
      await this.#failed(call, "invalid", {
        code: "move_invalid",
        error,
        issues: [{ path: [], message: error }],
      });
      return;
    }
    const result = await this.#stored(call, answer);
    if (result === undefined) this.#drop(call);
    else if (!result.ok) await this.#refused(call, answer, result);
  }

  /** Takes a person's answer: what is refused leaves the question open, and counts no attempt (EN-56). */
  readonly #handIn: HandInOf<Terms> = async (call, answer) => {
    call.isHandedIn = true;
    const result = await this.#stored(call, membersOf(answer) ?? {});
    call.isHandedIn = result?.ok === true;
    if (result?.ok === false && OLD_NEWS.includes(result.code)) this.#overtaken(call);
    return result;
  };

  #stored(call: RunningCall<Terms>, answer: object): Promise<CommandResult<Terms> | undefined> {
    let handIn: (() => MaybePromise<CommandResult<Terms>>) | undefined;
    return this.#insisted("agent answer not stored", call, () => {
      // The same command each time, so that it takes effect once.
      handIn ??= this.#handingIn(call, answer);
      return handIn();
    });
  }

  /**
   * Does what the store may fail at, again and again while the turn waits for this call: an agent is not asked
   * twice because its answer cannot be stored yet.
   *
   * @returns `undefined` when the turn has passed, or the room has ended
   */
  async #insisted<T>(
    what: string,
    call: RunningCall<Terms>,
    work: () => MaybePromise<T>,
  ): Promise<T | undefined> {
    while (this.#calls.get(call.negotiation.id) === call) {
      try {
        const answer = work();
        return isPromise(answer) ? await answer : (answer as T);
      } catch (error) {
        this.#warn(what, call, codeOf(error));
        // There is nothing that could be stored on it.
        if (isDamaged(error)) this.end(call.negotiation.id);
        else await this.#options.cache.pause(STORE_AGAIN_MS).catch(() => undefined);
      }
    }
    return undefined;
  }

  #handingIn(call: RunningCall<Terms>, answer: object): () => MaybePromise<CommandResult<Terms>> {
    const { commands, ids } = this.#options;
    const { negotiation, partyId } = call;
    const question = questionOf(answer);
    // Who stands in has no principal to ask: as a move, its question is none.
    if (question !== undefined && !call.isStandIn) {
      const command = { type: "consult", partyId, id: ids("consult"), question } as const;
      return () => commands.ifVersion(negotiation, command);
    }
    const { move, coercedFrom } =
      negotiation.standing === null ? openingAnswer(answer) : { move: answer, coercedFrom: null };
    const submission: Submission = {
      id: negotiation.id,
      partyId,
      move,
      coercedFrom,
      source: call.isStandIn || negotiation.awaiting?.kind === "fallback" ? "fallback" : "agent",
      expectedVersion: negotiation.version,
      commandId: ids("command"),
    };
    return () => commands.submit(submission);
  }

  async #refused(call: RunningCall<Terms>, answer: object, refusal: Refusal): Promise<void> {
    if (call.isOver || OLD_NEWS.includes(refusal.code)) {
      call.abandon(refusal.code === "stale_version" ? "stale" : "late");
      this.#drop(call);
      this.#overtaken(call);
      return;
    }
    if (refusal.code === "repeated_message") {
      const message = String((answer as { message?: unknown }).message);
      call.repeated = earlierTurnSaying(call.negotiation, message)?.message ?? message;
      await this.#failed(call, "repetition", whyRefused(refusal));
      return;
    }
    await this.#failed(call, INVALID.includes(refusal.code) ? "invalid" : "illegal", whyRefused(refusal));
  }

  async #failed(call: RunningCall<Terms>, kind: FailureKind, why: Why): Promise<void> {
    const { negotiation, partyId, turnNumber } = call;
    const { commands } = this.#options;
    const since = negotiation.awaiting?.since;
    const failure: FailCommand = { type: "fail", partyId, turnNumber, kind, ...why, since };
    let tries = 0;
    const result = await this.#insisted("agent failure not stored", call, () =>
      // It may have been stored although the store threw: it is not to count twice.
      tries++ === 0 ? commands.command(negotiation.id, failure) : commands.ifVersion(negotiation, failure),
    );
    if (result?.ok === false && result.code === "stale_version") this.#overtaken(call);
  }

  /** Somebody else has moved on. */
  #overtaken(call: RunningCall<Terms>): void {
    call.abandon("stale");
    const current = this.#options.cache.known(call.negotiation.id);
    if (current !== undefined && this.#calls.get(current.id) === call) this.#options.onOvertaken(current);
  }

  /** The careful move for an agent whose attempts are spent (EN-29); the end where no move is left to make. */
  async #standIn(call: RunningCall<Terms>): Promise<void> {
    if (call.isOver) return;
    const { negotiation, partyId } = call;
    const legal = legalActions(negotiation, partyId);
    const move = conservativeMove(negotiation, this.#options.review.permitted(negotiation, partyId, legal));
    if (move === undefined) {
      await this.#failed(call, "threw", { error: "No careful move is legal." });
      return;
    }
    const { commands, ids } = this.#options;
    let commandId: string | undefined;
    const result = await this.#insisted("careful move not stored", call, () => {
      commandId ??= ids("command");
      return commands.submit({
        id: negotiation.id,
        partyId,
        move: bare(move),
        source: "fallback",
        expectedVersion: negotiation.version,
        commandId,
      });
    });
    if (result?.ok === false && !call.isOver) await this.#failed(call, "threw", whyRefused(result));
  }

  #drop(call: RunningCall<Terms>): void {
    if (!this.#isStopped && !call.isHandedIn) this.#options.onDropped(call, call.why);
  }

  #warn(what: string, call: RunningCall<Terms>, code: string): void {
    // After the end of the room nothing fires.
    if (code === "service_closed") return;
    this.#options.observers.warn(what, { ...infoOf(call), code });
  }
}

/** What is done `then` is done on the next turn of the microtask queue. */
const SOON: Promise<void> = Promise.resolve();

/** Refusals that say that the turn has passed. */
const OLD_NEWS: readonly RefusalCode[] = ["negotiation_over", "stale_version"];

/** Refusals that say that the answer itself was unusable, rather than out of order. */
const INVALID: readonly RefusalCode[] = [
  "move_invalid",
  "terms_invalid",
  "terms_required",
  "terms_not_allowed",
  "message_required",
  "consult_unavailable",
];

function dropReason({ outcome, awaiting }: Negotiation): DropReason {
  // The fallback agent has the turn once its deadline has passed.
  if (outcome === null) return awaiting?.kind === "fallback" ? "late" : "stale";
  return outcome.reason.endsWith("timeout") || outcome.reason === "proposal_expired" ? "late" : "aborted";
}

/** The answer's own members, each read once; `undefined` for what is no object, or throws when it is read. */
function membersOf(answer: unknown): object | undefined {
  if (!isJsonObject(answer)) return undefined;
  try {
    return { ...answer };
  } catch {
    return undefined;
  }
}

function questionOf(answer: object): string | undefined {
  const { consult, action } = answer as { readonly consult?: unknown; readonly action?: unknown };
  return action === undefined && typeof consult === "string" && consult !== "" ? consult : undefined;
}

function infoOf<Terms>(call: RunningCall<Terms>): AgentCallInfo {
  const { negotiation, partyId, turnNumber, attempt } = call;
  return { negotiationId: negotiation.id, roomId: negotiation.roomId, partyId, turnNumber, attempt };
}

function textOf(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  } catch {
    return "Something without a text.";
  }
}

/** An answer as it is handed in, and what the agent had called it if that was changed. */
export interface OpeningAnswer {
  readonly move: unknown;
  readonly coercedFrom: Action | null;
}

/**
 * The answer as an opening: `counter`, `accept` and `question` become `propose`, a refusal `withdraw`.
 *
 * Whether it brought what a proposal needs is judged as for any other move.
 */
export function openingAnswer(answer: object): OpeningAnswer {
  const { action } = answer as { readonly action?: unknown };
  switch (action) {
    case "counter":
    case "accept":
    case "question":
      return { move: { ...answer, action: "propose" }, coercedFrom: action };
    case "reject":
      return { move: { ...answer, action: "withdraw" }, coercedFrom: action };
    default:
      return { move: answer, coercedFrom: null };
  }
}
