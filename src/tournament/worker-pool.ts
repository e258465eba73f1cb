/**
 * @module
 * The worker threads of a tournament: the one file here that needs Node, loaded only when workers are asked for.
 * A thread runs this same file, which then serves jobs.
 */

import { builtinModule } from "../builtin-module.js";
import { NegotiationError } from "../errors.js";
import { type Fault, refusedWith } from "../preferences/model/index.js";
import type { Scenario } from "../preferences/scenarios/index.js";
import { errorText } from "../strategies/play/index.js";
import { type PortableEntrant, strategiesOf } from "./entrant.js";
import { type Job, type JobPlan, jobList } from "./play/index.js";
import { Arena, failedRow, type Pulse, playedRow } from "./play-job.js";
import type { TournamentRow } from "./rows/index.js";
import { buffersOf, type KnownOfJob, type PackedRows, RowPacker, unpackedRows } from "./rows/index.js";
import type { Played } from "./run-tournament.js";

/** What a thread is given at its start. */
interface Assignment {
  readonly isConcordatTournament: true;
  readonly scenarios: readonly Scenario[];
  readonly strategies: readonly PortableEntrant[];
  readonly turnLimit: number;
  readonly trace: boolean;
  /** Each thread makes the jobs that it plays itself: to copy all of them took longer than to play some. */
  readonly jobPlan: JobPlan;
  /** Shared: at JOB the index of the job that is being played, so that it is known if the thread dies of it. */
  readonly current: Int32Array;
}

/** What a thread answers: that it can play, or not at all; then rows, and whether those end its batch. */
type Answer =
  | { readonly isReady: true }
  | { readonly failure: string; readonly faults: readonly Fault[] }
  | { readonly rows: PackedRows; readonly isEnd: boolean };

/** A thread and what it has in hand. */
interface Crew {
  readonly thread: Thread;
  readonly current: Int32Array;
  readonly inHand: Set<number>;
  /** Whether it has ever said that it can play. */
  isReady: boolean;
  /** Whether it was ended since a strategy did not return. */
  isLate: boolean;
  /** Whether it has nothing to do until earlier rows have come. */
  isWaiting: boolean;
  /** The turn that it was at when it was last looked at, and since when it is there. */
  seen: number;
  seenAt: number;
}

/** Places of the shared integers: the job, a number that changes with each turn, and whether strategies play. */
const JOB = 0;
const TURN = 1;
const PLAYS = 2;
const SHARED = 3;

/**
 * Plays the missing jobs in threads. A thread that dies gives its job to another, once; then the row says so.
 *
 * @throws whatever a listener of rows throws, after all threads are gone
 */
export async function playInWorkers(played: Played): Promise<void> {
  const pool = new Pool(played);
  try {
    await pool.play();
  } finally {
    await pool.end();
  }
}

/** Batches that a thread has in hand: it plays one while the next is on its way. */
const BATCHES = 2;

/** Chosen: a message costs as much as a short negotiation or two. Small tournaments have smaller batches. */
const LARGEST_BATCH = 64;
const BATCHES_A_THREAD = 8;

/** Chosen: rows do not wait longer than this for the rest of their batch. */
const FLUSH_MS = 50;

/** Chosen: how far threads may be ahead of the first row that is missing, so that rows do not pile up behind it. */
const MOST_AHEAD = 10_000;

/** Chosen: the thread loads this file and the modules of strategies before any strategy plays. */
const START_MS = 60_000;

/** How often a job is played whose thread dies of it. */
const MOST_TRIES = 2;

class Pool {
  readonly #played: Played;
  readonly #queue: number[];
  readonly #tries = new Map<number, number>();
  readonly #crews = new Set<Crew>();
  readonly #batchSize: number;
  readonly #finished: Promise<void>;
  #resolve: () => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  #left: number;
  #isOver = false;
  #watch: ReturnType<typeof setInterval> | undefined;

  constructor(played: Played) {
    this.#played = played;
    this.#queue = played.missing.toReversed();
    this.#left = played.missing.length;
    const share = Math.ceil(this.#left / (played.plan.workers * BATCHES_A_THREAD));
    this.#batchSize = Math.min(share, LARGEST_BATCH);
    this.#finished = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  async play(): Promise<void> {
    const { plan, signal, missing } = this.#played;
    if (signal?.aborted === true) return;
    signal?.addEventListener("abort", this.#resolve);
    try {
      for (let count = Math.min(plan.workers, missing.length); count > 0; count -= 1) this.#hire();
      const everyMs = Math.max(1, Math.min(plan.strategyMs / 4, 1_000));
      this.#watch = setInterval(() => this.#guarded(() => this.#lookAfter()), everyMs);
      await this.#finished;
    } finally {
      clearInterval(this.#watch);
      signal?.removeEventListener("abort", this.#resolve);
    }
  }

  /** Resolves when every thread has gone. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#crews].map(({ thread }) => thread.terminate()));
  }

  #hire(): void {
    const { scenarios, strategies, turnLimit, trace, jobPlan } = this.#played.plan;
    const current = new Int32Array(new SharedArrayBuffer(SHARED * Int32Array.BYTES_PER_ELEMENT));
    const given: Assignment = {
      isConcordatTournament: true,
      scenarios,
      strategies: strategies as readonly PortableEntrant[],
      turnLimit,
      trace,
      jobPlan,
      current,
    };
    const { Worker } = workerThreads();
    const thread = new Worker(thisFile(), { workerData: given });
    const seenAt = performance.now();
    const flags = { isReady: false, isLate: false, isWaiting: false };
    const crew: Crew = { thread, current, inHand: new Set(), ...flags, seen: 0, seenAt };
    this.#crews.add(crew);
    let cause = "";
    thread.on("message", (answer) => this.#guarded(() => this.#take(crew, answer as Answer)));
    thread.on("error", (error) => {
      cause = errorText(error);
    });
    thread.on("exit", (code) => this.#guarded(() => this.#bury(crew, cause || `exit code ${code}`)));
  }

  #send(crew: Crew): void {
    const { thread, inHand } = crew;
    const first = this.#queue.at(-1) ?? 0;
    crew.isWaiting = first > this.#played.rows.next + MOST_AHEAD;
    if (crew.isWaiting) return;
    const batch = this.#queue.splice(-this.#batchSize).reverse();
    if (batch.length === 0) return;
    for (const index of batch) inHand.add(index);
    thread.postMessage(batch);
  }

  #take(crew: Crew, answer: Answer): void {
    if (this.#isOver) return;
    if ("failure" in answer) throw failureOf(answer.failure, answer.faults);
    if ("isReady" in answer) {
      crew.isReady = true;
      for (let count = 0; count < BATCHES; count += 1) this.#send(crew);
      return;
    }
    if (answer.isEnd) this.#send(crew);
    const rows = unpackedRows(answer.rows, (index) => this.#known(index));
    answer.rows.indices.forEach((index, place) => {
      if (crew.inHand.delete(index)) this.#put(index, rows[place] as TournamentRow);
    });
    for (const other of this.#crews) if (other.isWaiting) this.#send(other);
  }

  /** Ends the threads in which a strategy does not return. */
  #lookAfter(): void {
    const now = performance.now();
    const { strategyMs } = this.#played.plan;
    for (const crew of this.#crews) {
      const turn = Atomics.load(crew.current, TURN);
      const isIdle = crew.isReady && Atomics.load(crew.current, PLAYS) === 0;
      if (isIdle || turn !== crew.seen) {
        crew.seen = turn;
        crew.seenAt = now;
      } else if (now - crew.seenAt >= (crew.isReady ? strategyMs : strategyMs + START_MS) && !crew.isLate) {
        crew.isLate = true;
        crew.thread.terminate().catch((error) => this.#reject(error));
      }
    }
  }

  /** What was in hand is played again, by another; the job that was being played not more often than twice. */
  #bury(crew: Crew, cause: string): void {
    this.#crews.delete(crew);
    if (this.#isOver) return;
    // Another would fare no better.
    if (!crew.isReady) throw new Error(`Expected a thread to begin its work, got its end: ${cause}`);
    const { inHand } = crew;
    const current = crew.current[JOB] ?? -1;
    if (crew.isLate && inHand.delete(current)) {
      this.#give(current, `no turn within ${this.#played.plan.strategyMs} ms`, "timeout");
    } else if (inHand.has(current)) {
      const tries = (this.#tries.get(current) ?? 0) + 1;
      this.#tries.set(current, tries);
      if (tries >= MOST_TRIES) {
        inHand.delete(current);
        this.#give(current, `The thread died: ${cause}`, "agent_error");
      }
    }
    this.#queue.push(...[...inHand].reverse());
    if (this.#left > 0) this.#hire();
  }

  #known(index: number): KnownOfJob {
    const { jobs, hashOf, scenarios } = this.#played.plan;
    const job = jobs.at(index) as Job;
    const parties = scenarios[job.scenario]?.parties ?? [];
    const partyNames = job.key.profiles.map((profile) => parties[profile]?.name ?? "");
    return { job, hash: hashOf(job), partyNames };
  }

  #give(index: number, error: string, reason: "agent_error" | "timeout"): void {
    const { jobs, hashOf } = this.#played.plan;
    const job = jobs.at(index) as Job;
    this.#put(index, failedRow(job, hashOf(job), error, reason));
  }

  #put(index: number, row: TournamentRow): void {
    this.#left -= 1;
    this.#played.rows.put(index, row);
    if (this.#left === 0) this.#resolve();
  }

  #guarded(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#reject(error);
    }
  }
}

/** In the CommonJS build a file has a name and no URL. */
declare const __filename: string | undefined;

function thisFile(): string | URL {
  return typeof __filename === "string" ? __filename : new URL(import.meta.url);
}

/** The other side: plays what it is sent until its thread is ended. */
async function serve(assignment: Assignment): Promise<void> {
  const { parentPort: port } = workerThreads();
  if (port === null) return;
  const answer = (value: Answer): void => {
    port.postMessage(value, "rows" in value ? buffersOf(value.rows) : []);
  };
  try {
    const { scenarios, strategies, turnLimit, trace } = assignment;
    const { current } = assignment;
    const pulse: Pulse = {
      beat() {
        Atomics.add(current, TURN, 1);
        Atomics.store(current, PLAYS, 1);
      },
      rest: () => void Atomics.store(current, PLAYS, 0),
    };
    const arena = new Arena(scenarios, await strategiesOf(strategies), { turnLimit, trace }, pulse);
    const jobs = jobList(assignment.jobPlan);
    const play = (index: number): TournamentRow => {
      Atomics.store(current, JOB, index);
      // The other side knows the hash.
      return playedRow(jobs.at(index) as Job, 0, arena);
    };
    port.on("message", (batch) => playBatch(batch as readonly number[], play, answer));
    answer({ isReady: true });
  } catch (error) {
    const issues = NegotiationError.isInstance(error) ? error.details["issues"] : undefined;
    answer({ failure: errorText(error), faults: Array.isArray(issues) ? issues : [] });
  }
}

/** The error that kept a thread from playing: as it would be without threads, where it was one of a strategy. */
function failureOf(failure: string, faults: readonly Fault[]): Error {
  return faults.length > 0 ? refusedWith("strategy_invalid", "the tournament", faults) : new Error(failure);
}

function playBatch(
  batch: readonly number[],
  play: (index: number) => TournamentRow,
  answer: (value: Answer) => void,
): void {
  const packer = new RowPacker();
  let flushedAt = performance.now();
  batch.forEach((index, place) => {
    packer.add(index, play(index));
    const isEnd = place === batch.length - 1;
    if (!isEnd && performance.now() - flushedAt < FLUSH_MS) return;
    answer({ rows: packer.take(), isEnd });
    flushedAt = performance.now();
  });
}

const assignment = workerThreads().workerData as Partial<Assignment> | null;
if (assignment?.isConcordatTournament === true) void serve(assignment as Assignment);

/** A thread, seen from the one that started it. */
interface Thread {
  on(event: "message", listener: (value: unknown) => void): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
  on(event: "exit", listener: (code: number) => void): unknown;
  postMessage(value: unknown): void;
  terminate(): Promise<unknown>;
}

/** The door to the thread that started this one. */
interface ParentPort {
  on(event: "message", listener: (value: unknown) => void): unknown;
  /** What is transferred is not copied, and empty here afterwards. */
  postMessage(value: unknown, transferred: readonly ArrayBuffer[]): void;
}

/** `node:worker_threads`. */
interface WorkerThreads {
  readonly Worker: new (file: string | URL, options: { readonly workerData: unknown }) => Thread;
  /** `null` in the main thread. */
  readonly parentPort: ParentPort | null;
  readonly workerData: unknown;
}

/**
 * The threads of this platform.
 *
 * @throws {NegotiationError} `dependency_missing` where there are none
 */
function workerThreads(): WorkerThreads {
  const threads = builtinModule<WorkerThreads>("node:worker_threads");
  if (threads !== undefined) return threads;
  throw new NegotiationError(
    "dependency_missing",
    "Expected node:worker_threads for workers above 0, got a platform without it. Use workers: 0, or Node 20.19.",
    { details: { package: "node:worker_threads" } },
  );
}
