/**
 * @module
 * Small parts of a world for the tests of its other parts: a loop, a life, faults that occur as told.
 */

import { type ByFault, FAULT_KINDS, type FaultKind, Faults } from "../../src/simulation/faults/index.js";
import { EventLoop, NodeLife, platformPause, Trace } from "../../src/simulation/nodes/index.js";

export const START = 1_000;

/** Rates of 1 for these faults, and 0 for all others. */
export function always(...kinds: readonly FaultKind[]): ByFault {
  return Object.fromEntries(FAULT_KINDS.map((kind) => [kind, kinds.includes(kind) ? 1 : 0])) as ByFault;
}

/** A loop with a life and faults that always occur. */
export function smallParts(...kinds: readonly FaultKind[]) {
  const loop = new EventLoop(START);
  const trace = new Trace();
  const fired: string[] = [];
  const crashes: string[] = [];
  const life = new NodeLife({
    node: "n1",
    number: 1,
    loop,
    skewMs: 0,
    onCrash: ({ name }) => crashes.push(name),
    onActAfterEnd: (_life, what) => fired.push(what),
  });
  const faults = new Faults({
    rates: always(...kinds),
    loop,
    trace,
    until: Number.POSITIVE_INFINITY,
    filter: () => true,
  });
  return { loop, trace, life, faults, fired, crashes };
}

/** Lets virtual time pass. */
export function pass(loop: EventLoop, ms: number): Promise<void> {
  return loop.run(loop.now + ms, () => false, platformPause);
}
