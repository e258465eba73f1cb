/**
 * @module
 * The worker threads of a tournament: the one file here that needs Node, loaded only when workers are asked for.
 * A thread runs this same file, which then serves jobs.
 */

import type { Scenario } from "../preferences/scenario.js";
import { errorText } from "../strategies/player.js";
import { Arena } from "./arena.js";
import { type PortableEntrant, strategiesOf } from "./entrant.js";
import type { Job } from "./jobs.js";
import { failedRow, playedRow } from "./play-job.js";
import type { Played } from "./run-tournament.js";
import type { TournamentRow } from "./tournament-row.js";
import { type Thread, workerThreads } from "./worker-threads.js";

/** What a thread is given at its start. */
interface Assignment {
  readonly isConcordatTournament: true;
  readonly scenarios: readonly Scenario[];
  readonly strategies: readonly PortableEntrant[];
  readonly turnLimit: number;
  readonly trace: boolean;
}

/** A job on its way to a thread. */
interface Order {
  readonly index: number;
  readonly job: Job;
  readonly hash: number;
}

/** What a thread answers: that it can play, or not at all, and then row after row. */
type Answer =
  | { readonly isReady: true }
  | { readonly failure: string }
  | { readonly index: number; readonly row: TournamentRow };

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

/** Orders that a thread has in hand: enough that it never waits for the next one to arrive. */
const IN_HAND = 8;

/** How often a job is played whose thread dies of it. */
const MOST_TRIES = 2;

class Pool {
  readonly #played: Played;
  readonly #queue: number[];
  readonly #tries = new Map<number, number>();
  /** What each thread has in hand, in the order in which it plays them; `undefined` before it is ready. */
  readonly #threads = new Map<Thread, number[] | undefined>();
  readonly #finished: Promise<void>;
  #resolve: () => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  #left: number;
  #isOver = false;

  constructor(played: Played) {
    this.#played = played;
    this.#queue = played.missing.toReversed();
    this.#left = played.missing.length;
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
      await this.#finished;
    } finally {
      signal?.removeEventListener("abort", this.#resolve);
    }
  }

  /** Resolves when every thread has gone. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#threads.keys()].map((thread) => thread.terminate()));
  }

  #hire(): void {
    const { scenarios, strategies, turnLimit, trace } = this.#played.plan;
    const given: Assignment = {
      isConcordatTournament: true,
      scenarios,
      strategies: strategies as readonly PortableEntrant[],
      turnLimit,
      trace,
    };
    const { Worker } = workerThreads();
    const thread = new Worker(thisFile(), { workerData: given });
    this.#threads.set(thread, undefined);
    let cause = "";
    thread.on("message", (answer) => this.#guarded(() => this.#take(thread, answer as Answer)));
    thread.on("error", (error) => {
      cause = errorText(error);
    });
    thread.on("exit", (code) => this.#guarded(() => this.#bury(thread, cause || `exit code ${code}`)));
  }

  #fill(thread: Thread): void {
    const { jobs, hashes } = this.#played.plan;
    const inHand = this.#threads.get(thread) ?? [];
    while (inHand.length < IN_HAND) {
      const index = this.#queue.pop();
      if (index === undefined) return;
      inHand.push(index);
      thread.postMessage({ index, job: jobs[index] as Job, hash: hashes[index] as number } satisfies Order);
    }
  }

  #take(thread: Thread, answer: Answer): void {
    if (this.#isOver) return;
    if ("failure" in answer) throw new Error(answer.failure);
    if ("isReady" in answer) {
      this.#threads.set(thread, []);
      this.#fill(thread);
      return;
    }
    const inHand = this.#threads.get(thread) ?? [];
    inHand.splice(inHand.indexOf(answer.index), 1);
    this.#fill(thread);
    this.#put(answer.index, answer.row);
  }

  /** The first job in hand is the one that was being played. */
  #bury(thread: Thread, cause: string): void {
    const inHand = this.#threads.get(thread);
    this.#threads.delete(thread);
    if (this.#isOver) return;
    // Another would fare no better.
    if (inHand === undefined) throw new Error(`Expected a thread to begin its work, got its end: ${cause}`);
    const [current, ...waiting] = inHand;
    this.#queue.push(...waiting.reverse());
    if (current !== undefined) {
      const tries = (this.#tries.get(current) ?? 0) + 1;
      this.#tries.set(current, tries);
      if (tries < MOST_TRIES) this.#queue.push(current);
      else this.#give(current, cause);
    }
    if (this.#left > 0) this.#hire();
  }

  #give(index: number, cause: string): void {
    const { jobs, hashes } = this.#played.plan;
    this.#put(index, failedRow(jobs[index] as Job, hashes[index] as number, `The thread died: ${cause}`));
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
async function serve({ scenarios, strategies, turnLimit, trace }: Assignment): Promise<void> {
  const { parentPort: port } = workerThreads();
  if (port === null) return;
  const answer = (value: Answer): void => port.postMessage(value);
  try {
    const arena = new Arena(scenarios, await strategiesOf(strategies), { turnLimit, trace });
    port.on("message", (order) => {
      const { index, job, hash } = order as Order;
      answer({ index, row: playedRow(job, hash, arena) });
    });
    answer({ isReady: true });
  } catch (error) {
    answer({ failure: errorText(error) });
  }
}

const assignment = workerThreads().workerData as Partial<Assignment> | null;
if (assignment?.isConcordatTournament === true) void serve(assignment as Assignment);
