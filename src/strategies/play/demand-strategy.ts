/**
 * @module
 * Whether a value is a strategy: each part there, with a function to start it.
 */

import { type Fault, type FaultKey, refusedWith, sortOf } from "../../preferences/model/index.js";
import type { Strategy } from "./strategy.js";

/**
 * Refuses with `strategy_invalid`, listing every missing part.
 *
 * @param strategy - what a caller handed in
 * @param index - its place in a list of strategies
 */
export function demandStrategy(strategy: Strategy, index?: number): void {
  const faults = faultsOf(strategy, index === undefined ? [] : [index]);
  if (faults.length > 0) throw refusedWith("strategy_invalid", "a strategy", faults);
}

/** Whether the value is a strategy, as `demandStrategy` demands one. */
export function isStrategy(value: unknown): value is Strategy {
  return faultsOf(value, []).length === 0;
}

function faultsOf(value: unknown, at: readonly FaultKey[]): readonly Fault[] {
  if (typeof value !== "object" || value === null) {
    return [{ path: at, expected: "a strategy", received: sortOf(value) }];
  }
  const strategy = value as Partial<Strategy>;
  const faults: Fault[] = [];
  if (typeof strategy.name !== "string" || strategy.name === "") {
    faults.push({ path: [...at, "name"], expected: "a name", received: sortOf(strategy.name) });
  }
  for (const part of ["offering", "acceptance", "model"] as const) {
    const component: { readonly start?: unknown } | null | undefined = strategy[part];
    if (part === "model" && component === undefined) continue;
    if (typeof component?.start === "function") continue;
    faults.push({ path: [...at, part], expected: "an object with start()", received: sortOf(component) });
  }
  for (const hook of ["justify", "weigh"] as const) {
    if (strategy[hook] === undefined || typeof strategy[hook] === "function") continue;
    faults.push({
      path: [...at, hook],
      expected: "a function or nothing",
      received: sortOf(strategy[hook]),
    });
  }
  return faults;
}
