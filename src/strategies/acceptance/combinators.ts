/**
 * @module
 * Acceptance conditions made of others. They ask from left to right, and no further than needed.
 */

import type { Acceptance } from "../strategy.js";

/**
 * Accepts when all of the conditions do; with none, always.
 *
 * @example
 * const patient = all(acceptNext(), acceptTime({ from: 0.5 }));
 */
export function all(...conditions: readonly Acceptance[]): Acceptance {
  return Object.freeze({
    name: `all(${namesOf(conditions)})`,
    start: (setup) => {
      const running = conditions.map((condition) => condition.start(setup));
      return (view, next) => running.every((accepts) => accepts(view, next));
    },
  } satisfies Acceptance);
}

/** Accepts when one of the conditions does; with none, never. */
export function any(...conditions: readonly Acceptance[]): Acceptance {
  return Object.freeze({
    name: `any(${namesOf(conditions)})`,
    start: (setup) => {
      const running = conditions.map((condition) => condition.start(setup));
      return (view, next) => running.some((accepts) => accepts(view, next));
    },
  } satisfies Acceptance);
}

/** Accepts when the condition does not; still nothing below the reservation. */
export function not(condition: Acceptance): Acceptance {
  return Object.freeze({
    name: `not(${condition.name})`,
    start: (setup) => {
      const accepts = condition.start(setup);
      return (view, next) => !accepts(view, next);
    },
  } satisfies Acceptance);
}

function namesOf(conditions: readonly Acceptance[]): string {
  return conditions.map(({ name }) => name).join(", ");
}
