/**
 * @module
 * Wake-ups as jobs of pg-boss: one new job for each deadline that a commit writes, in that commit's own
 * transaction if the store is given `onCommit`. The deadline column stays the truth; a sweep stays on.
 */

import type { Deadline } from "../core/deadlines.js";
import { NegotiationError, shown } from "../errors.js";
import type { Clock } from "../ports/clock.js";
import type { DeadlineTimer, Delivery, WakeUp, WakeUpHandler } from "../ports/deadline-timer.js";
import type { NegotiationStore } from "../ports/store.js";
import type { Boss, BossJob, JobResult, SqlExecutor } from "./boss.js";
import { OverdueSweep } from "./overdue-sweep.js";

/** What a `pgBossTimer` is made of. */
export interface PgBossTimerOptions {
  /** A started `PgBoss` of version 12.35; stays the caller's to stop. */
  readonly boss: Boss;
  /** @default "concordat-deadlines" */
  readonly queue?: string | undefined;
  /**
   * Where overdue negotiations are looked for: the store itself, or a function where the store is made after
   * the timer, as it is with `onCommit`. Without one there is no sweep. @default none
   */
  readonly store?: SweptStore | (() => SweptStore | undefined) | undefined;
  /** Ms between two looks into the store. @default 30_000 */
  readonly sweepIntervalMs?: number | undefined;
  /** Rows a look. @default 100 */
  readonly sweepLimit?: number | undefined;
  /** Ms for which a row found is nobody else's. @default 10_000 */
  readonly leaseMs?: number | undefined;
  /** Of the sweep; jobs go by the server's clock. @default the system's */
  readonly clock?: Clock | undefined;
  /** Hears what handlers, pg-boss or the store threw. @default errors are dropped: a wake-up may be lost */
  readonly onError?: ((error: unknown) => void) | undefined;
}

type SweptStore = Pick<NegotiationStore, "claimDue">;

/** A commit as a store's `onCommit` hook hears of it. */
export interface CommittedDeadline extends Pick<WakeUp, "id" | "version" | "roomId"> {
  readonly deadline: Deadline | null;
}

/** A timer over pg-boss. */
export interface PgBossTimer extends DeadlineTimer {
  /** To be given to `openPostgresStore`, so that the job is written with the deadline or not at all. */
  readonly onCommit: (committed: CommittedDeadline, db: SqlExecutor) => Promise<void>;
}

/**
 * Wakes through jobs of pg-boss, across processes: lateness about 0.2 s, at most about 900 turns a second;
 * beyond that use the sweep alone.
 *
 * @throws {TypeError} when `boss` has not the methods of a `PgBoss`
 * @throws {RangeError} when a number is not an integer of at least 1
 * @see storage.md, ST-70 to ST-74
 * @example
 * const boss = new PgBoss(url);
 * await boss.start();
 * const timer = pgBossTimer({ boss, store: () => store });
 * const store = await openPostgresStore({ client: pool, onCommit: timer.onCommit });
 * const rooms = new NegotiationRooms({ store, timer });
 */
export function pgBossTimer(options: PgBossTimerOptions): PgBossTimer {
  return new JobTimer(options);
}

/** Of ST-72: a killed worker's job is another's after 10 s; done ones are gone after an hour. */
const QUEUE_OPTIONS = { retryLimit: 3, heartbeatSeconds: 10, deleteAfterSeconds: 3_600 };

/** Of ST-72; two workers, so that a handler that never ends does not stop the rest. */
const WORK_OPTIONS = {
  pollingIntervalSeconds: 0.5,
  batchSize: 100,
  localConcurrency: 2,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/** Ms for which a job waits for its handler; chosen: below the 10 s of a heartbeat. */
const HANDLER_MS = 5_000;

type Woken = Pick<WakeUp, "id" | "version" | "roomId">;

class JobTimer implements PgBossTimer {
  readonly #boss: Boss;
  readonly #queue: string;
  readonly #clock: Clock;
  readonly #onError: (error: unknown) => void;
  readonly #sweep: OverdueSweep;
  readonly #rooms = new Map<string, Set<WakeUpHandler>>();
  readonly #others = new Set<WakeUpHandler>();
  readonly #running = new Set<Promise<unknown>>();
  /** What the hook has sent last for each id: `arm` need not send it again. */
  readonly #sent = new Map<string, string>();
  #queueMade: Promise<unknown> | undefined;
  #worker: Promise<string> | undefined;

  constructor(options: PgBossTimerOptions) {
    const { boss, queue = "concordat-deadlines", store, onError = () => {} } = options;
    if (typeof boss?.send !== "function" || typeof boss.work !== "function")
      throw new TypeError(`Expected boss to be a started PgBoss of pg-boss 12.35, got ${shown(boss)}.`);
    this.#boss = boss;
    this.#queue = queue;
    this.#clock = options.clock ?? HOST_CLOCK;
    this.#onError = onError;
    this.#sweep = new OverdueSweep({
      store: typeof store === "function" ? store : () => store,
      clock: this.#clock,
      intervalMs: atLeastOne("sweepIntervalMs", options.sweepIntervalMs ?? 30_000),
      limit: atLeastOne("sweepLimit", options.sweepLimit ?? 100),
      leaseMs: atLeastOne("leaseMs", options.leaseMs ?? 10_000),
      roomIds: () => (this.#others.size > 0 ? undefined : [...this.#rooms.keys()]),
      wake: (wakeUp) => this.#deliver(wakeUp),
      onError,
    });
  }

  readonly onCommit = async (committed: CommittedDeadline, db: SqlExecutor): Promise<void> => {
    const { id, version, roomId, deadline } = committed;
    if (deadline === null) return;
    await this.#send({ id, version, roomId }, deadline.at, db);
    this.#sent.set(id, stampOf(version, deadline.at));
  };

  async arm({ id, version, roomId, at }: WakeUp): Promise<void> {
    if (at === Number.POSITIVE_INFINITY) return;
    if (!Number.isInteger(at) || at < 0) {
      throw new RangeError(`Expected at to be a non-negative integer (epoch ms) or Infinity, got ${at}.`);
    }
    // An agent's own timeout is earlier than the deadline of the commit, and has a job of its own.
    if (this.#sent.get(id) === stampOf(version, at)) return;
    await this.#send({ id, version, roomId }, at);
  }

  disarm(id: string): void {
    this.#sent.delete(id);
  }

  async start(handler: WakeUpHandler, scope?: { readonly roomId: string }): Promise<Delivery> {
    const isFirst = this.#rooms.size === 0 && this.#others.size === 0;
    const handlers = this.#handlersOf(scope?.roomId);
    // Of its own, so that one function may be started twice.
    const own: WakeUpHandler = (wakeUp) => handler(wakeUp);
    handlers.add(own);
    if (isFirst) {
      this.#sweep.begin();
      this.#worker = this.#work();
    }
    await this.#worker;
    return { stop: () => this.#stop(own, handlers, scope?.roomId) };
  }

  #handlersOf(roomId: string | undefined): Set<WakeUpHandler> {
    if (roomId === undefined) return this.#others;
    const known = this.#rooms.get(roomId) ?? new Set();
    this.#rooms.set(roomId, known);
    return known;
  }

  async #stop(own: WakeUpHandler, handlers: Set<WakeUpHandler>, roomId: string | undefined): Promise<void> {
    handlers.delete(own);
    if (roomId !== undefined && handlers.size === 0 && this.#rooms.get(roomId) === handlers)
      this.#rooms.delete(roomId);
    if (this.#rooms.size === 0 && this.#others.size === 0 && this.#worker !== undefined) {
      const worker = this.#worker;
      this.#worker = undefined;
      const swept = this.#sweep.end();
      await this.#boss.offWork(this.#queue, { id: await worker, wait: true });
      await swept;
    }
    await Promise.allSettled(this.#running);
  }

  async #work(): Promise<string> {
    await this.#made();
    return this.#boss.work(this.#queue, WORK_OPTIONS, (jobs) =>
      Promise.all(jobs.map((job) => this.#take(job))),
    );
  }

  async #take({ id, data }: BossJob): Promise<JobResult> {
    // A job of a room that nobody serves here goes back to the queue: another process may.
    const isHeard = isWakeUp(data) && (await this.#deliver(data)) > 0;
    return { id, status: isHeard ? "completed" : "failed" };
  }

  /** Calls the handlers of the room, or else those of all rooms; answers how many there were. */
  async #deliver({ id, version, roomId }: Woken): Promise<number> {
    const handlers = [...(this.#rooms.get(roomId) ?? this.#others)];
    await Promise.all(handlers.map((handler) => this.#call(handler, { id, version, roomId })));
    return handlers.length;
  }

  /** Waits for a handler, but not for ever: one that hangs must not hold up a worker. */
  #call(handler: WakeUpHandler, wakeUp: Woken): Promise<void> {
    const called = (async () => handler(wakeUp))().catch((error: unknown) => this.#onError(error));
    this.#running.add(called);
    void called.then(() => this.#running.delete(called));
    return new Promise((resolve) => {
      const handle = this.#clock.setTimeout(resolve, HANDLER_MS);
      (handle as { unref?: () => void }).unref?.();
      void called.then(() => {
        this.#clock.clearTimeout(handle);
        resolve();
      });
    });
  }

  async #send(wakeUp: Woken, at: number, db?: SqlExecutor): Promise<void> {
    await this.#made();
    const startAfter = new Date(at);
    await this.#boss.send(this.#queue, wakeUp, db === undefined ? { startAfter } : { startAfter, db });
  }

  #made(): Promise<unknown> {
    this.#queueMade ??= Promise.resolve(this.#boss.createQueue(this.#queue, QUEUE_OPTIONS)).catch(
      (cause: unknown) => {
        this.#queueMade = undefined;
        const message =
          "Expected pg-boss to make its queue, got an error. Start the boss before the timer is used.";
        throw new NegotiationError("store_failed", message, { cause, details: { attempts: 1 } });
      },
    );
    return this.#queueMade;
  }
}

/** Looked up at the time of the call, so that fake timers work. */
const HOST_CLOCK: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
};

function stampOf(version: number, at: number): string {
  return `${version} ${at}`;
}

function isWakeUp(data: unknown): data is Woken {
  const { id, version, roomId } = (data ?? {}) as Partial<Woken>;
  return typeof id === "string" && typeof version === "number" && typeof roomId === "string";
}

function atLeastOne(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new RangeError(`Expected ${name} to be an integer of at least 1, got ${value}.`);
}
