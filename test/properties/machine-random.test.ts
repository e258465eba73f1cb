/**
 * @module
 * MA-8 (b) and (c): at least 100,000 random steps a run, through the table and through XState.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { MachineEvent } from "../../src/core/moves/index.js";
import type { Action, Negotiation } from "../../src/core/record/index.js";
import { properMove } from "../core/reachable.js";
import { eventOf, negotiationOf } from "../kit/builders.js";
import { arbitrarySetup } from "./arbitrary-histories.js";
import { EVENT_COUNT, eventFor } from "./machine-events.js";
import { compared, OURS, type Pair, snapshotOf } from "./oracle.js";
import { TWO_LEVELS } from "./two-levels.js";

const STEPS_A_RUN = 60;

/** One step: most are moves that keep it going, the others are any event at all. */
const arbitraryStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      action: fc.constantFrom<Action>("propose", "counter", "counter", "question"),
      after: fc.nat(2_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ index: fc.nat(EVENT_COUNT - 1), after: fc.nat(5_000) }) },
);

type RandomStep = typeof arbitraryStep extends fc.Arbitrary<infer T> ? T : never;

function eventOfStep(record: Negotiation, step: RandomStep): MachineEvent {
  const at = record.updatedAt + step.after;
  if ("index" in step) return eventFor(record, step.index, at);
  return eventOf(record, properMove(record, record.floor ?? "ada", step.action), at);
}

/** Walks both side by side, from the beginning again after each end; the first difference, if any. */
function walk(pair: Pair, record: Negotiation, steps: readonly RandomStep[]): string | undefined {
  let snapshot = snapshotOf(pair, record);
  for (const step of steps) {
    const { next, difference } = compared(pair, snapshot, eventOfStep(snapshot.context, step));
    if (difference !== undefined) return difference;
    // Every other event after an end is one more question to a final state.
    snapshot = snapshot.status === "done" && step.after % 2 === 0 ? snapshotOf(pair, record) : next;
  }
  return undefined;
}

describe("MA-8: random steps", () => {
  it.each([
    ["the machine", OURS, 1_700],
    ["the variant with two levels", TWO_LEVELS, 300],
  ] as const)("%s: the table equals XState", (_name, pair, runs) => {
    let steps = 0;
    fc.assert(
      fc.property(
        arbitrarySetup,
        fc.array(arbitraryStep, { minLength: STEPS_A_RUN, maxLength: STEPS_A_RUN }),
        (setup, given) => {
          expect(walk(pair, negotiationOf(setup), given)).toBeUndefined();
          steps += given.length;
        },
      ),
      { numRuns: runs },
    );
    expect(steps).toBe(runs * STEPS_A_RUN);
    if (pair === OURS) expect(steps).toBeGreaterThanOrEqual(100_000);
  });
});
