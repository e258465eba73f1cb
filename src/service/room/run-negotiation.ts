/**
 * @module
 * One negotiation from its creation to its outcome, for a caller that waits for it; and a move, for one that does not.
 */

import { integerIn, readOptions } from "../../core/checks/index.js";
import { eventsOf } from "../../core/index.js";
import { isEqualJson, type Json } from "../../core/json/index.js";
import { notAParty } from "../../core/moves/index.js";
import type { Negotiation, NegotiationView, Outcome } from "../../core/record/index.js";
import { seatOf, view } from "../../core/record/index.js";
import { NegotiationError } from "../../errors.js";
import type { MaybePromise } from "../../ports/index.js";
import type { CommandResult, Submission } from "../commands/index.js";
import { answersLater, refusalError, unknownNegotiation } from "../commands/index.js";
import { codeOf } from "../events/index.js";
import { demandIds, demandSignal, readSubmit, type SubmitOptions } from "../options/index.js";
import type { WatchedVersion, WatchOptions } from "../queries/index.js";
import { deferred, isPromise } from "../queue/index.js";
import type { Room } from "./room-wiring.js";

/** How the one that is waited for is made and ended. */
export interface NegotiationRun<Terms> {
  readonly create: (id: string) => MaybePromise<Negotiation<Terms>>;
  readonly cancel: (id: string) => Promise<CommandResult<Terms>>;
}

/**
 * Creates, waits, and resolves with the outcome, whatever it is (EN-41).
 *
 * @param signal - cancels it when aborted
 * @param wantedId - `undefined`: a new one
 */
export async function runNegotiation<Terms>(
  room: Pick<Room<Terms>, "options" | "waiters" | "warnUnless" | "cache" | "arm" | "current">,
  signal: AbortSignal | undefined,
  wantedId: string | undefined,
  { create, cancel }: NegotiationRun<Terms>,
): Promise<Outcome<Terms>> {
  const { waiters } = room;
  let id = wantedId ?? room.options.ids("negotiation");
  // From before it is created on: it may end within its creation.
  let waiter = waiters.join(id, true);
  const onAbort = (): void => room.warnUnless("cancel", id, cancel(id));
  try {
    const answer = create(id);
    // Not waited for where it is there: what was made before may end, and be let go, in the meantime.
    const created = isPromise(answer) ? await answer : (answer as Negotiation<Terms>);
    const isFound = created.id !== id;
    if (isFound) {
      // A repeated commandId gives the negotiation that it made before.
      waiters.leave(id, waiter, true);
      id = created.id;
      waiter = waiters.join(id, true);
      if (created.outcome === null) room.arm(created);
    }
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
    if (isFound) return await outcomeOf(room, id, {});
    return (room.cache.known(id) ?? created).outcome ?? (await waiter.promise);
  } finally {
    signal?.removeEventListener("abort", onAbort);
    waiters.leave(id, waiter, true);
  }
}

/** How an outcome is waited for. */
export interface OutcomeOptions {
  /** Ends the wait when aborted: it rejects with the reason, and the negotiation goes on. @default none */
  readonly signal?: AbortSignal | undefined;
}

/** The outcome of a negotiation that has ended, or will, here or in another process (EN-60). */
export async function outcomeOf<Terms>(
  room: Pick<Room<Terms>, "current" | "waiters">,
  id: string,
  options: OutcomeOptions,
): Promise<Outcome<Terms>> {
  const { signal } = readOptions("options", options, ["signal"]);
  demandSignal(signal);
  const waiter = room.waiters.join(id);
  const aborted = deferred<never>();
  const onAbort = (): void => aborted.reject(signal?.reason);
  signal?.addEventListener("abort", onAbort);
  if (signal?.aborted === true) onAbort();
  const outcome = async (): Promise<Outcome<Terms>> => {
    const record = await room.current(id);
    if (record === undefined) throw refusalError(unknownNegotiation(id));
    return record.outcome ?? waiter.promise;
  };
  try {
    return await Promise.race([aborted.promise, outcome()]);
  } finally {
    signal?.removeEventListener("abort", onAbort);
    room.waiters.leave(id, waiter);
  }
}

/** The record as it is, then after each commit; who reads slowly gets the newest (EN-60). */
export function watched<Terms>(
  room: Pick<Room<Terms>, "current" | "rules" | "waiters">,
  id: string,
  options: WatchOptions,
): AsyncIterableIterator<WatchedVersion<Terms>> {
  const { viewer, after = -1, backlog = 1, signal } = readOptions("options", options, WATCH_KEYS);
  demandIds({ viewer });
  integerIn("after", after, -1);
  integerIn("backlog", backlog, 1);
  demandSignal(signal);
  const news: News<Terms>[] = [];
  let newest: Negotiation<Terms> | undefined;
  let isOver = false;
  let lost: unknown;
  let wake = (): void => undefined;
  const end = (): void => {
    isOver = true;
    wake();
  };
  const watcher = (record: Negotiation<Terms>): void => {
    if (record.version <= (newest?.version ?? -1)) return;
    news.push({ record, event: newest === undefined ? null : firstEventOf(newest, record) });
    newest = record;
    if (news.length > backlog) news.shift();
    wake();
  };
  async function* versions(): AsyncGenerator<WatchedVersion<Terms>, undefined> {
    const waiter = room.waiters.join(id);
    waiter.watchers.add(watcher);
    waiter.promise.then(end, (reason: unknown) => {
      // Deleted: there is no last version that could end it.
      if (codeOf(reason) !== "service_closed") lost = reason;
      end();
    });
    signal?.addEventListener("abort", end);
    let seen = after;
    let isFinal = false;
    try {
      const record = await room.current(id);
      if (record === undefined) throw refusalError(unknownNegotiation(id));
      if (seatOf(record, viewer) === undefined) throw refusalError(notAParty(record, viewer));
      watcher(record);
      while (signal?.aborted !== true) {
        const next = news.shift();
        if (next !== undefined) {
          const { record, event } = next;
          const { version, outcome } = record;
          isFinal = outcome !== null;
          if (version <= seen) continue;
          seen = version;
          const seenBy = view(record, viewer, room.rules.projectionOf(record)) as NegotiationView<Terms>;
          yield Object.freeze({ version, event, view: seenBy });
        } else if (lost !== undefined) throw lost;
        else if (isOver || isFinal) return;
        else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      signal?.removeEventListener("abort", end);
      waiter.watchers.delete(watcher);
      room.waiters.leave(id, waiter);
    }
  }
  const steps = versions();
  return {
    next: () => steps.next(),
    return: () => {
      // It may wait for the next commit, which need not come.
      end();
      return steps.return(undefined);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

const WATCH_KEYS = ["viewer", "after", "backlog", "signal"] as const;

interface News<Terms> {
  readonly record: Negotiation<Terms>;
  readonly event: WatchedVersion["event"];
}

/** The event that is told first of the way from one record to another; a failed call is known by its note. */
function firstEventOf(before: Negotiation, after: Negotiation): WatchedVersion["event"] {
  const [failed, earlier] = [after.failures.at(-1), before.failures.at(-1)];
  const isFailure =
    failed !== undefined && !isEqualJson(failed as unknown as Json, (earlier ?? null) as Json);
  const [first] = isFailure ? [] : eventsOf(before, after);
  return first?.type ?? "turn:failed";
}

/**
 * Hands a move in, and answers at once (EN-61).
 *
 * @throws {TypeError} naming what would answer later, before anything is done
 * @throws {NegotiationError} `store_failed` when the store threw, or its commit answers later: it goes on
 */
export function submitAtOnce<Terms>(
  room: Pick<Room<Terms>, "commands" | "options">,
  given: Pick<Submission, "id" | "partyId" | "move">,
  options: SubmitOptions,
): CommandResult<Terms> {
  const { store, ownsStore, ids } = room.options;
  const { commandId = ids("command"), expectedVersion } = readSubmit(options);
  if (!ownsStore && isLate(() => store.load(given.id))) throw answersLater("the store");
  const answer = room.commands.submit({ ...given, commandId, expectedVersion, atOnce: true });
  if (!isPromise(answer)) return answer as CommandResult<Terms>;
  answer.then(undefined, () => undefined);
  const message = "Expected the store to answer at once, got a delay. Submit again with details.commandId.";
  throw new NegotiationError("store_failed", message, { details: { commandId } });
}

/** Whether a port answers later; one that throws has answered. */
function isLate(ask: () => unknown): boolean {
  try {
    const answer = ask();
    if (!isPromise(answer)) return false;
    answer.then(undefined, () => undefined);
    return true;
  } catch {
    return false;
  }
}
