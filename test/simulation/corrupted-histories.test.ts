import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryHistory } from "../../src/fuzz/arbitraries/index.js";
import { invariantsWith } from "../../src/simulation/invariants/index.js";
import type { ObservedWrite } from "../../src/simulation/observation/index.js";
import { CORRUPTIONS, type Corruption } from "./corruptions.js";
import { finders, findingsIn, writesOf } from "./observed-histories.js";

const thorough = invariantsWith({ replayEvery: 1 });

/** The same 3,000 histories for every kind: the seed is part of the test's name. */
const SEED = 20_260_726;
const histories: readonly (readonly ObservedWrite[])[] = fc
  .sample(arbitraryHistory({ maxCommands: 40 }), { numRuns: 3_000, seed: SEED })
  .map(writesOf);

/** Of how many places at most one kind is tried at. */
const MOST_PLACES = 40;

interface Trial {
  readonly name: string;
  readonly places: number;
  readonly missed: readonly string[];
}

/** One place a history, in as many as it takes. */
function tried({ by, name, fits, corrupted }: Corruption, salt: number): Trial {
  const missed: string[] = [];
  let places = 0;
  for (const [number, writes] of histories.entries()) {
    if (places === MOST_PLACES) break;
    const fitting = writes.flatMap((write, index) => (fits(write, index, writes) ? [index] : []));
    if (fitting.length === 0) continue;
    const index = fitting[(number * 7 + salt) % fitting.length] as number;
    places += 1;
    const found = finders(findingsIn(corrupted(writes, index), { invariants: thorough }));
    if (found.includes(by)) continue;
    missed.push(`history ${number}, version ${index}, ${writes[index]?.entry.kind}: only ${found.join(" ")}`);
  }
  return { name, places, missed };
}

describe(`histories with one thing wrong (seed ${SEED})`, () => {
  it.each(CORRUPTIONS.map((one, index) => [one.by, one.name, one, index] as const))(
    "%s sees every time: %s",
    (_, __, one, index) => {
      const { places, missed } = tried(one, index);
      expect(missed).toEqual([]);
      // A kind that fits nowhere shows nothing.
      expect(places).toBeGreaterThanOrEqual(5);
    },
  );
});
