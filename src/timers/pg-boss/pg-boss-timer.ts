/**
 * @module
 * Wake-ups as jobs of pg-boss: one new job for each deadline that a commit writes, in that commit's own
 * transaction if the store is given `onCommit`. The deadline column stays the truth; a sweep stays on.
 */

import { demandText, integerIn, readOptions } from "../../core/checks/index.js";
import { type Deadline, NEVER } from "../../core/deadlines/index.js";
import { NegotiationError, shown } from "../../errors.js";
import type {
  Clock,
  DeadlineTimer,
  Delivery,
  NegotiationStore,
  WakeUp,
  WakeUpHandler,
} from "../../ports/index.js";
import { DeadlineSweep, LongTimer } from "../../service/timing/index.js";
import { systemClock } from "../../system-clock.js";
import type { Boss, BossJob, JobResult, SqlExecutor } from "./boss.js";
import { type JobHandler, JobHandlers, type Woken } from "./job-handlers.js";
import { SentJobs } from "./sent-jobs.js";

/** What a `pgBossTimer` is made of. */
export interface PgBossTimerOptions {
  /** A started `PgBoss` of version 12.35; stays the caller's to stop. */
  readonly boss: Boss;
  /** Of its own for processes that serve other rooms: a job goes to any of them. @default "concordat-deadlines" */
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
  /** Hears what handlers or the store threw. @default errors are dropped: a wake-up may be lost */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** What a sweep asks of a store. */
export type SweptStore = Pick<NegotiationStore, "claimDue">;

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
 * @throws {TypeError} when `boss` has not the methods of a `PgBoss`, or an option is unknown
 * @throws {RangeError} when a number is not an integer of at least 1
 * @see docs/requirements/storage.md, ST-70 to ST-74
 * @example
 * const boss = new PgBoss("postgres://localhost/deals");
 * await boss.start();
 * const timer = pgBossTimer({ boss, store: () => store });
 * const store = await openPostgresStore({ client: pool, onCommit: timer.onCommit });
 * const rooms = new NegotiationRooms({ store, timer });
 */
export function pgBossTimer(options: PgBossTimerOptions): PgBossTimer {
  return new JobTimer(resolvedOptions(options));
}

/** Of ST-72: a killed worker's job is another's after 10 s; done ones are gone after an hour. */
const QUEUE_OPTIONS = { retryLimit: 3, heartbeatSeconds: 10, deleteAfterSeconds: 3_600 } as const;

/** Of ST-72; two workers, so that a handler that never ends does not stop the rest. */
const WORK_OPTIONS = {
  pollingIntervalSeconds: 0.5,
  batchSize: 100,
  localConcurrency: 2,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

/** The end of the year 9999: what comes later PostgreSQL does not read, and the sweep is early enough for it. */
const LATEST = 253_402_300_799_999;

class JobTimer implements PgBossTimer {
  readonly #boss: Boss;
  readonly #queue: string;
  readonly #clock: Clock;
  readonly #handlers: JobHandlers;
  readonly #sweep: DeadlineSweep | undefined;
  /** Rings for the sweep alone. */
  readonly #looks: LongTimer;
  #isWaking = false;
  readonly #sent = new SentJobs();
  #queueMade: Promise<unknown> | undefined;
  #worker: Promise<string> | undefined;

  constructor({ boss, queue, store, clock, onError, ...numbers }: ResolvedOptions) {
    this.#boss = boss;
    this.#queue = queue;
    this.#clock = clock;
    const handlers = new JobHandlers(clock, (error) => {
      if (!this.#sweep?.leaves(error)) onError(error);
    });
    this.#handlers = handlers;
    this.#looks = new LongTimer(clock, (now) => this.#look(now));
    if (store === undefined) return;
    this.#sweep = new DeadlineSweep({
      // It may not be there yet.
      store: { claimDue: (query) => store()?.claimDue(query) ?? [] },
      clock,
      onError,
      ...numbers,
      roomIds: () => handlers.roomIds(),
      onAnswer: () => this.#lookAgain(),
    });
  }

  readonly onCommit = async (committed: CommittedDeadline, db: SqlExecutor): Promise<void> => {
    const { id, version, roomId, deadline } = committed;
    if (deadline === null) return;
    await this.#send({ id, version, roomId }, deadline.at, db);
    this.#sent.add(id, version, deadline.at);
  };

  async arm({ id, version, roomId, at }: WakeUp): Promise<void> {
    if (at === Number.POSITIVE_INFINITY) return;
    if (!Number.isInteger(at) || at < 0) {
      throw new RangeError(`Expected at to be a non-negative integer (epoch ms) or Infinity, got ${at}.`);
    }
    // What is not on its way yet: an agent's own timeout, say, which is earlier than the deadline of the commit.
    if (this.#sent.has(id, version, at)) return;
    this.#sent.add(id, version, at);
    try {
      await this.#send({ id, version, roomId }, at);
    } catch (error) {
      this.#sent.remove(id, version, at);
      throw error;
    }
  }

  disarm(id: string): void {
    this.#sent.forget(id);
  }

  async start(handler: WakeUpHandler, scope?: { readonly roomId: string }): Promise<Delivery> {
    const own = this.#handlers.add(handler, scope?.roomId);
    try {
      await this.#begun();
    } catch (error) {
      await this.#leave(own);
      throw error;
    }
    let leaving: Promise<void> | undefined;
    return {
      stop: () => {
        leaving ??= this.#leave(own);
        return leaving;
      },
    };
  }

  /** The workers of this timer, once they work. */
  #begun(): Promise<unknown> {
    if (this.#worker !== undefined) return this.#worker;
    this.#sweep?.begin();
    this.#lookAgain();
    const worker = this.#work();
    this.#worker = worker;
    worker.catch(() => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  async #leave(own: JobHandler): Promise<void> {
    const ended = this.#handlers.remove(own);
    if (this.#handlers.isEmpty) {
      this.#sweep?.end();
      this.#looks.ringBy(NEVER);
      const worker = this.#worker;
      this.#worker = undefined;
      if (worker !== undefined) await this.#boss.offWork(this.#queue, { id: await worker, wait: true });
    }
    await ended;
  }

  /** Asks for what is overdue, and wakes for a page of it; the next is asked for when that is done. */
  #look(now: number): number {
    if (this.#isWaking) return NEVER;
    this.#sweep?.look(now);
    const woken: Promise<number>[] = [];
    for (let due = this.#sweep?.take(); due !== undefined; due = this.#sweep?.take())
      woken.push(this.#handlers.deliver(due));
    if (woken.length === 0) return this.#sweep?.wakesAt ?? NEVER;
    this.#isWaking = true;
    void Promise.all(woken).then(() => {
      this.#isWaking = false;
      this.#lookAgain();
    });
    return NEVER;
  }

  #lookAgain(): void {
    if (!this.#isWaking) this.#looks.ringBy(this.#sweep?.wakesAt ?? NEVER);
  }

  async #work(): Promise<string> {
    await this.#made();
    return this.#boss.work(this.#queue, WORK_OPTIONS, (jobs) =>
      Promise.all(jobs.map((job) => this.#take(job))),
    );
  }

  async #take({ id, data }: BossJob): Promise<JobResult> {
    if (!isWoken(data)) return { id, status: "failed" };
    this.#sent.take(data.id, data.version);
    const heardCount = await this.#handlers.deliver(data);
    // That of a room which nobody serves here goes back to the queue: another process may.
    return { id, status: heardCount > 0 ? "completed" : "failed" };
  }

  async #send(wakeUp: Woken, at: number, db?: SqlExecutor): Promise<void> {
    if (at > LATEST) return;
    await this.#made();
    // pg-boss keeps a job for two weeks from its instant on: one that is long past would be dropped.
    const startAfter = new Date(Math.max(at, this.#clock.now()));
    await this.#boss.send(this.#queue, wakeUp, db === undefined ? { startAfter } : { startAfter, db });
  }

  #made(): Promise<unknown> {
    this.#queueMade ??= this.#make();
    return this.#queueMade;
  }

  async #make(): Promise<void> {
    try {
      await this.#boss.createQueue(this.#queue, QUEUE_OPTIONS);
    } catch (cause) {
      this.#queueMade = undefined;
      const message =
        "Expected pg-boss to make its queue, got an error. Start the boss before the timer is used.";
      throw new NegotiationError("store_failed", message, { cause, details: { attempts: 1 } });
    }
  }
}

interface ResolvedOptions {
  readonly boss: Boss;
  readonly queue: string;
  readonly store: (() => SweptStore | undefined) | undefined;
  readonly clock: Clock;
  readonly intervalMs: number;
  readonly limit: number;
  readonly leaseMs: number;
  /** Never throws. */
  readonly onError: (error: unknown) => void;
}

const KEYS: readonly (keyof PgBossTimerOptions)[] = [
  "boss",
  "queue",
  "store",
  "sweepIntervalMs",
  "sweepLimit",
  "leaseMs",
  "clock",
  "onError",
];

const BOSS_METHODS = ["createQueue", "send", "work", "offWork"] as const satisfies readonly (keyof Boss)[];

/** What a platform timer can wait (ST-81). */
const LONGEST_MS = 2_147_483_647;

function resolvedOptions(given: PgBossTimerOptions): ResolvedOptions {
  const options = readOptions("the options of a timer", given, KEYS);
  const { boss, queue = "concordat-deadlines", store, clock = systemClock, onError = () => {} } = options;
  if (!BOSS_METHODS.every((method) => typeof boss?.[method] === "function")) {
    throw new TypeError(`Expected boss to be a started PgBoss of pg-boss 12.35, got ${shown(boss)}.`);
  }
  demandText("queue", queue);
  if (store !== undefined && typeof store !== "function" && typeof store?.claimDue !== "function") {
    throw new TypeError(`Expected store to be a store or a function that gives one, got ${shown(store)}.`);
  }
  return {
    boss,
    queue,
    store: store === undefined || typeof store === "function" ? store : () => store,
    clock,
    intervalMs: integerIn("sweepIntervalMs", options.sweepIntervalMs ?? 30_000, 1, LONGEST_MS),
    limit: integerIn("sweepLimit", options.sweepLimit ?? 100, 1),
    leaseMs: integerIn("leaseMs", options.leaseMs ?? 10_000, 1, LONGEST_MS),
    onError: (error) => {
      try {
        onError(error);
      } catch {
        // The listener for errors failed: nobody is left to tell, and other wake-ups must go on.
      }
    },
  };
}

function isWoken(data: unknown): data is Woken {
  const { id, version, roomId } = (data ?? {}) as Partial<Woken>;
  return typeof id === "string" && typeof version === "number" && typeof roomId === "string";
}
