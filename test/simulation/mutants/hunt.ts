/**
 * @module
 * Runs worlds with a mutant in them until an invariant sees it.
 */

import { platformPause } from "../../../src/simulation/nodes/index.js";
import { SimWorld, type WorldReport } from "../../../src/simulation/run/index.js";
import { type Mutations, type SimWorldOptions, WORLD_START } from "../../../src/simulation/world/index.js";
import { loadPatched } from "../patched-source.js";
import type { Mutant, WorldKind } from "./mutant.js";

/** What came of a hunt. */
export interface Catch extends WorldKind {
  readonly mutant: string;
  readonly expected: readonly string[];
  /** `null` when it survived. */
  readonly seed: number | null;
  /** Milliseconds of the hunt, the loading of its sources included. */
  readonly ms: number;
  /** What saw it, in the order of asking; empty when it survived. */
  readonly invariants: readonly string[];
  readonly detail: string;
}

/** Worlds with a mutant in them; without one they are as they are. */
export type MutatedOptions = (options: SimWorldOptions) => SimWorldOptions;

/** Loads what a mutant needs, once for all its worlds. */
export async function mutatedBy({
  name,
  patches = [],
  mutations,
  without = [],
}: Mutant): Promise<MutatedOptions> {
  const source = patches.length === 0 ? undefined : await loadPatched(name.replaceAll(":", "-"), patches);
  return (options) => {
    const service: Mutations["service"] =
      source && ((roomId, given) => new source.NegotiationService(roomId, { warnings: false, ...given }));
    const mutate = { service, ...mutations?.() };
    return { ...options, mutate, without: [...without, ...(options.without ?? [])] };
  };
}

/** Runs a world, and where asked to once more, which shows what I9 says. */
export async function runTwice(
  mutated: MutatedOptions,
  options: SimWorldOptions,
  times: 1 | 2 = 2,
): Promise<WorldReport> {
  const first = await new SimWorld(mutated(options)).run();
  if (times === 1) return first;
  const second = await new SimWorld(mutated(options)).run();
  if (second.traceHash === first.traceHash && second.events === first.events) return first;
  const detail = `expected the same trace of the same seed, got ${first.traceHash} and ${second.traceHash}`;
  const violation = { invariant: "I9", at: WORLD_START, negotiationId: null, detail };
  return { ...first, violations: [violation, ...first.violations], evidence: null };
}

/** What is said of a mutant that could not even be loaded. */
export function notHunted({ name, expected, worlds }: Mutant, error: unknown): Catch {
  const detail = error instanceof Error ? error.message : String(error);
  const nowhere = { ...(worlds[0] as WorldKind), seed: null, ms: 0, invariants: [] };
  return { mutant: name, expected, ...nowhere, detail };
}

/** Chosen: some megabytes of worlds. */
const PAUSE_EVERY = 20;

/**
 * Hunts a mutant through seeds from 1 on, and stops at the first that an expected invariant sees; one that
 * only another one sees is answered when no expected one ever does.
 *
 * @param now - ms of a clock that goes on
 */
export async function hunt(mutant: Mutant, now: () => number, mostSeeds = 5_000): Promise<Catch> {
  const startedAt = now();
  const { name, expected, worlds } = mutant;
  const mutated = await mutatedBy(mutant);
  const needsTwo = expected.includes("I9");
  let other: Catch | undefined;
  for (let seed = 1; seed <= mostSeeds; seed++) {
    const kind = worlds[(seed - 1) % worlds.length] as WorldKind;
    // What weak references point to is only let go of between turns of the platform's own loop.
    if (seed % PAUSE_EVERY === 0) await platformPause();
    const options: SimWorldOptions = { seed, ...kind };
    const report = needsTwo ? await runTwice(mutated, options) : await new SimWorld(mutated(options)).run();
    const [first] = report.violations;
    if (first === undefined) continue;
    // What happens without the mutant too is not its doing.
    if (!needsTwo && (await new SimWorld(options).run()).violations.length > 0) continue;
    const invariants = [...new Set(report.violations.map(({ invariant }) => invariant))];
    const seen = report.violations.find(({ invariant }) => expected.includes(invariant)) ?? first;
    const ms = now() - startedAt;
    const caught: Catch = { mutant: name, expected, ...kind, seed, ms, invariants, detail: seen.detail };
    if (expected.includes(seen.invariant)) return caught;
    other ??= caught;
  }
  const survived = { seed: null, ms: now() - startedAt, invariants: [], detail: "" };
  return other ?? { mutant: name, expected, ...(worlds[0] as WorldKind), ...survived };
}
