/**
 * @module
 * Some worlds in which one fault may occur and no other: how often it did, and what did not hold.
 */

import type { FaultKind } from "../../src/simulation/faults/index.js";
import type { Violation } from "../../src/simulation/observation/index.js";
import { SimWorld } from "../../src/simulation/run/index.js";
import type { WorldPreset } from "../../src/simulation/world/index.js";

/** Thirty worlds of that preset. */
export async function worldsWithOnly(kind: FaultKind, preset: WorldPreset) {
  const violations: (Violation & { readonly seed: number })[] = [];
  let occurrences = 0;
  for (let seed = 1; seed <= 30; seed++) {
    const report = await new SimWorld({ seed, preset, only: [kind] }).run();
    occurrences += report.faults[kind];
    violations.push(...report.violations.map((violation) => ({ seed, ...violation })));
  }
  return { occurrences, violations };
}
