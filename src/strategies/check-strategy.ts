/**
 * @module
 * Whether a value is a strategy: each part there, with a function to start it.
 */

import { type Fault, refusedWith, sortOf } from "../preferences/faults.js";
import type { Strategy } from "./strategy.js";

/**
 * Refuses with `strategy_invalid`, listing every missing part.
 *
 * @param strategy - what a caller handed in
 * @param index - its place in a list of strategies
 */
export function checkStrategy(strategy: Strategy, index?: number): void {
  const value: unknown = strategy;
  const at = index === undefined ? [] : [index];
  const faults: Fault[] = [];
  if (typeof value !== "object" || value === null) {
    faults.push({ path: at, expected: "a strategy", received: sortOf(value) });
  } else {
    if (typeof strategy.name !== "string" || strategy.name === "") {
      faults.push({ path: [...at, "name"], expected: "a name", received: sortOf(strategy.name) });
    }
    for (const part of ["offering", "acceptance", "model"] as const) {
      const component: { readonly start?: unknown } | undefined = strategy[part];
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
  }
  if (faults.length > 0) throw refusedWith("strategy_invalid", "a strategy", faults);
}
