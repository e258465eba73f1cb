/**
 * @module
 * The parameters of acceptance conditions are finite numbers; this says so at construction.
 */

import { type Fault, refusedWith, sortOf } from "../../preferences/model/index.js";

/** Refuses with `strategy_invalid`, listing every value that is no finite number. */
export function checkNumbers(name: string, values: Readonly<Record<string, unknown>>): void {
  const faults: Fault[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === "number" && Number.isFinite(value)) continue;
    faults.push({ path: [key], expected: "a finite number", received: sortOf(value) });
  }
  if (faults.length > 0) throw refusedWith("strategy_invalid", name, faults);
}
