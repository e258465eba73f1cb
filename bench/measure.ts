/**
 * @module
 * Measuring: CPU time of contestants that take turns in one run, medians, and ratios of paired rounds. Other
 * load on the machine then hits all of them alike and drops out of the ratio.
 */

/** One way to do the work. */
export interface Contestant<Prepared = unknown> {
  readonly name: string;
  /** Makes what `count` times the work need; not measured. */
  readonly prepare?: (count: number) => Prepared;
  /** Does the work `count` times. */
  readonly run: (count: number, prepared: Prepared) => unknown;
}

/** How long and how often. */
export interface RaceOptions {
  readonly rounds: number;
  /** Ms of CPU time that one contestant gets in one round. */
  readonly sliceMs: number;
}

/** Nanoseconds of CPU time for one piece of work, a figure a round, by contestant. */
export type Costs = ReadonlyMap<string, readonly number[]>;

/**
 * Runs all contestants in each of many rounds, in another order each time.
 *
 * Each gets as much work as fills its slice, after a warm-up. CPU time is that of the whole process, with
 * collector and compiler. No collection is forced between slices: it would throw optimized code away with the
 * hidden classes of which no object happens to live, and everyone would begin each slice cold.
 */
export async function race(contestants: readonly Contestant[], options: RaceOptions): Promise<Costs> {
  const { rounds, sliceMs } = options;
  const costs = new Map<string, number[]>(contestants.map(({ name }) => [name, []]));
  const counts = new Map<string, number>();
  for (const contestant of contestants) counts.set(contestant.name, await fittingCount(contestant, sliceMs));
  for (let round = 0; round < rounds; round += 1) {
    for (let place = 0; place < contestants.length; place += 1) {
      const contestant = contestants[(round + place) % contestants.length];
      if (contestant === undefined) continue;
      const count = counts.get(contestant.name) ?? 1;
      costs.get(contestant.name)?.push((await cpuNs(contestant, count)) / count);
    }
  }
  return costs;
}

/** The middle value, or the mean of the two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Median cost of one contestant. */
export function costOf(costs: Costs, name: string): number {
  return median(costs.get(name) ?? []);
}

/** Median over the rounds of what one cost, divided by what the other cost in the same round. */
export function ratioOf(costs: Costs, name: string, toName: string): number {
  return pairedRatio(costs.get(name) ?? [], costs.get(toName) ?? []);
}

/** Median of the quotients of values with the same index. */
export function pairedRatio(values: readonly number[], toValues: readonly number[]): number {
  return median(values.map((value, index) => value / (toValues[index] ?? Number.NaN)));
}

/** CPU time of this process so far, in ns. */
export function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) * 1_000;
}

/** Collects all garbage; needs `node --expose-gc`. */
export function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error("Expected node --expose-gc, got no gc().");
  globalThis.gc();
}

async function cpuNs(contestant: Contestant, count: number): Promise<number> {
  const prepared = contestant.prepare?.(count);
  const before = cpuNow();
  await contestant.run(count, prepared);
  return cpuNow() - before;
}

/** So much work as fills the slice; found by doubling, which warms up as well. */
async function fittingCount(contestant: Contestant, sliceMs: number): Promise<number> {
  let count = 16;
  for (;;) {
    const ms = (await cpuNs(contestant, count)) / 1e6;
    if (ms >= sliceMs / 2) {
      // Once more at about full length: by now the compiler is done with it.
      const settled = (await cpuNs(contestant, count)) / 1e6;
      return Math.max(1, Math.round((count * sliceMs) / settled));
    }
    count *= 2;
  }
}
