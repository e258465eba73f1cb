/**
 * @module
 * Measuring: contestants that take turns in one run, each in a process of its own by CPU time, or all in this one
 * by the clock; medians, and ratios of paired rounds. Other load on the machine hits all alike and drops out.
 */

import { type ChildProcess, fork } from "node:child_process";

/** One way to do the work. */
export interface Contestant {
  readonly name: string;
  /** Does the work `count` times. @returns the ns of CPU time that it took */
  readonly cost: (count: number) => Promise<number>;
}

/** How long and how often. */
export interface RaceOptions {
  readonly rounds: number;
  /** Ms of CPU time that one contestant gets in one round. */
  readonly sliceMs: number;
  /** Runs once, before anything is measured and apart from it: do they all do the same? */
  readonly check?: () => unknown;
  /** On the first core alone, by `taskset`. @default any */
  readonly isPinned?: boolean;
}

/** Nanoseconds of CPU time for one piece of work, a figure a round, by contestant. */
export type Costs = ReadonlyMap<string, readonly number[]>;

/** Whether this is the process of one contestant, started by `race`. */
export const isContestant: boolean = process.argv[2] !== undefined;

/**
 * Runs all contestants in each of many rounds, in another order each time.
 *
 * Each stands in a process of its own (the file of the bench, started again), so that nobody pays for another's
 * garbage or for code that another's objects have made polymorphic. CPU time is that of the whole process, with
 * collector and compiler. In the process of a contestant this never returns.
 */
export async function race(contestants: readonly Contestant[], options: RaceOptions): Promise<Costs> {
  const self = contestants.find(({ name }) => name === process.argv[2]);
  if (self !== undefined) return serve(self);
  const { rounds, sliceMs, check, isPinned = false } = options;
  await check?.();
  console.log(
    `${rounds} rounds of ${sliceMs} ms for each of ${contestants.map(({ name }) => name).join(", ")}`,
  );
  const runners = contestants.map(({ name }) => new Runner(name, isPinned));
  try {
    for (const runner of runners) await runner.warmUp(sliceMs);
    for (let round = 0; round < rounds; round += 1) {
      for (let place = 0; place < runners.length; place += 1) {
        await runners[(round + place) % runners.length]?.run();
      }
    }
  } finally {
    for (const runner of runners) runner.stop();
  }
  return new Map(runners.map(({ name, costs }) => [name, costs]));
}

/** How much work, and how often. */
export interface PairOptions {
  /** Pieces of work in one round. */
  readonly count: number;
  /** @default 5 */
  readonly rounds?: number;
}

/**
 * Runs the contestants in turn in this process, the other way round each time, after a round that does not count.
 *
 * For work that waits for a disk or a server: there CPU time says little, and a file is not shared for nothing.
 */
export async function inPairs(
  contestants: readonly Contestant[],
  { count, rounds = 5 }: PairOptions,
): Promise<Costs> {
  const costs = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, cost } of round % 2 === 0 ? contestants : contestants.toReversed()) {
      const ns = (await cost(count)) / count;
      if (round >= 0) costs.get(name)?.push(ns);
    }
  }
  return costs;
}

/** As `timed`, by the clock. */
export function clocked<Prepared = void>(
  run: (count: number, prepared: Prepared) => unknown,
  prepare?: (count: number) => Prepared | Promise<Prepared>,
): Contestant["cost"] {
  return async (count) => {
    const prepared = (await prepare?.(count)) as Prepared;
    const before = performance.now();
    await run(count, prepared);
    return (performance.now() - before) * 1e6;
  };
}

/** The CPU time of work that is done `count` times; what `prepare` makes for it is not measured. */
export function timed<Prepared = void>(
  run: (count: number, prepared: Prepared) => unknown,
  prepare?: (count: number) => Prepared,
): Contestant["cost"] {
  return async (count) => {
    const prepared = prepare?.(count) as Prepared;
    const before = cpuNow();
    await run(count, prepared);
    return cpuNow() - before;
  };
}

/** The middle value, or the mean of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Median cost of one contestant, in ns. */
export function costOf(costs: Costs, name: string): number {
  return median(costs.get(name) ?? []);
}

/** Median over the rounds of what one cost, divided by what the other cost in the same round. */
export function ratioOf(costs: Costs, name: string, toName: string): number {
  const toValues = costs.get(toName) ?? [];
  return median((costs.get(name) ?? []).map((value, round) => value / (toValues[round] ?? Number.NaN)));
}

/** CPU time of this process so far, in ns. */
export function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1_000;
}

/** The next message of a child process. */
export function answerOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null): void =>
      reject(new Error(`Expected an answer from a child process, got its exit with code ${code}.`));
    child.once("exit", onExit);
    child.once("message", (answer) => {
      child.off("exit", onExit);
      resolve(answer as T);
    });
  });
}

/** A contestant as its parent sees it. */
class Runner {
  readonly name: string;
  readonly costs: number[] = [];
  readonly #child: ChildProcess;
  #count = 1;

  constructor(name: string, isPinned: boolean) {
    this.name = name;
    const execArgv = ["-c", "0", process.execPath, ...process.execArgv];
    this.#child = fork(process.argv[1] ?? "", [name], isPinned ? { execPath: "taskset", execArgv } : {});
  }

  /** Finds how much work fills a slice by doubling, and runs that a few times more. */
  async warmUp(sliceMs: number): Promise<void> {
    let ms = (await this.#ask()) / 1e6;
    while (ms < sliceMs / 2) {
      this.#count *= 2;
      ms = (await this.#ask()) / 1e6;
    }
    for (let time = 0; time < 3; time += 1) {
      this.#count = Math.max(1, Math.round((this.#count * sliceMs) / ((await this.#ask()) / 1e6)));
    }
  }

  async run(): Promise<void> {
    this.costs.push((await this.#ask()) / this.#count);
  }

  stop(): void {
    this.#child.disconnect();
  }

  #ask(): Promise<number> {
    const answer = answerOf<number>(this.#child);
    this.#child.send(this.#count);
    return answer;
  }
}

/** In the process of a contestant: does as much work as asked, until the parent goes. */
function serve(contestant: Contestant): Promise<never> {
  process.on("message", async (count) => process.send?.(await contestant.cost(Number(count))));
  process.on("disconnect", () => process.exit());
  return new Promise(() => {});
}
