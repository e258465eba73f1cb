/**
 * @module
 * Those who wait for outcomes, by negotiation: from before it is created until it ends or the room does.
 * While somebody waits, what other processes may have done meanwhile is looked for.
 */

import { NEVER } from "../../core/deadlines/index.js";
import type { CommitEvents } from "../../core/index.js";
import type { Negotiation, NegotiationView, Outcome } from "../../core/record/index.js";
import type { NegotiationError } from "../../errors.js";
import type { Clock } from "../../ports/index.js";
import { type Deferred, deferred, PassingMap } from "../queue/index.js";
import { LongTimer } from "../timing/index.js";

/** A promised outcome. */
export interface Waiter<Terms> extends Deferred<Outcome<Terms>> {
  /** How many wait; the last to go takes it along. */
  count: number;
  /** For how many of them the process is to stay alive. */
  keeping: number;
  /** Are told of each record on the way there. */
  readonly watchers: Set<(record: Negotiation<Terms>) => void>;
}

/** For whom a negotiation is watched, and from where on. */
export interface WatchOptions {
  /** The party whose views they are to be. */
  readonly viewer: string;
  /** Only versions above this one. @default all from the record as it is now */
  readonly after?: number | undefined;
  /** How many versions wait for a slow reader; of more, the newest do. @default 1 */
  readonly backlog?: number | undefined;
  /** Ends it when aborted. @default nothing but the outcome ends it */
  readonly signal?: AbortSignal | undefined;
}

/** A negotiation as it was at a version. */
export interface WatchedVersion<Terms = unknown> {
  readonly version: number;
  /** The first event of its commit, or of those since the last version that was heard; `null` for the record as it was found. */
  readonly event: keyof CommitEvents | null;
  /** As the viewer may see it. */
  readonly view: NegotiationView<Terms>;
}

/** The waiters of a room. */
export class Waiters<Terms> {
  readonly #waiters = new PassingMap<string, Waiter<Terms>>();
  readonly #clock: Clock;
  #everyMs: number;
  readonly #look: (id: string) => Promise<void>;
  readonly #timer: LongTimer;

  /**
   * @param everyMs - ms between two looks at what is waited for; `Infinity` where nobody else can end it
   * @param look - never rejects
   */
  constructor(clock: Clock, everyMs: number, look: (id: string) => Promise<void>) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#look = look;
    this.#timer = new LongTimer(clock, () => {
      void this.#lookAtAll();
      return NEVER;
    });
  }

  /** Whether nobody waits. */
  get isEmpty(): boolean {
    return this.#waiters.size === 0;
  }

  /** Whether somebody waits for this one who keeps the process alive. */
  keepAlive(id: string): boolean {
    return (this.#waiters.get(id)?.keeping ?? 0) > 0;
  }

  /**
   * Waits for the outcome of an id; to be ended by `leave`.
   *
   * @param keeps - whether the process is to stay alive for it
   */
  join(id: string, keeps = false): Waiter<Terms> {
    const waiter = this.#waiters.get(id) ?? newWaiter<Terms>();
    waiter.count += 1;
    waiter.keeping += Number(keeps);
    this.#waiters.set(id, waiter);
    this.#lookLater();
    return waiter;
  }

  /** Tells those who watch it of a newer record. */
  tell(record: Negotiation<Terms>): void {
    for (const watcher of this.#waiters.get(record.id)?.watchers ?? NOBODY) watcher(record);
  }

  /** One less waits. */
  leave(id: string, waiter: Waiter<Terms>, keeps = false): void {
    waiter.count -= 1;
    waiter.keeping -= Number(keeps);
    if (waiter.count === 0 && this.#waiters.get(id) === waiter) this.take(id);
  }

  /** Whoever waits for this one, to be told; nobody does any more. */
  take(id: string): Waiter<Terms> | undefined {
    const waiter = this.#waiters.get(id);
    if (this.#waiters.delete(id) && this.isEmpty) this.#timer.ringBy(NEVER);
    return waiter;
  }

  /** There will be no outcome any more, and nothing is looked for: the room refuses who asks from now on. */
  rejectAll(reason: NegotiationError): void {
    this.#everyMs = NEVER;
    for (const id of this.#waiters.keys()) this.take(id)?.reject(reason);
  }

  async #lookAtAll(): Promise<void> {
    await Promise.all(this.#waiters.keys().map(this.#look));
    if (!this.isEmpty) this.#lookLater();
  }

  #lookLater(): void {
    this.#timer.ringBy(this.#clock.now() + this.#everyMs);
  }
}

const NOBODY: readonly never[] = [];

/** A waiter whose promise may fail unheard: whoever stopped waiting has another error to tell. */
function newWaiter<Terms>(): Waiter<Terms> {
  const waiter = { count: 0, keeping: 0, watchers: new Set<never>(), ...deferred<Outcome<Terms>>() };
  waiter.promise.catch(() => undefined);
  return waiter;
}
