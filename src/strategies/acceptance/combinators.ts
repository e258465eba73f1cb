/**
 * @module
 * Acceptance conditions made of others. They ask from left to right, and no further than needed.
 */

import { type AcceptanceCondition, type RunningAcceptance, type Setup, yesOrNo } from "../play/index.js";

/**
 * Accepts when all of the conditions do; with none, always.
 *
 * @example
 * const patient = all(acceptNext(), acceptTime({ from: 0.5 }));
 */
export function all(...conditions: readonly AcceptanceCondition[]): AcceptanceCondition {
  return Object.freeze({
    name: `all(${namesOf(conditions)})`,
    start: (setup) => {
      const running = conditions.map((condition) => started(condition, setup));
      return (view, next) => running.every((accepts) => accepts(view, next));
    },
  } satisfies AcceptanceCondition);
}

/** Accepts when one of the conditions does; with none, never. */
export function any(...conditions: readonly AcceptanceCondition[]): AcceptanceCondition {
  return Object.freeze({
    name: `any(${namesOf(conditions)})`,
    start: (setup) => {
      const running = conditions.map((condition) => started(condition, setup));
      return (view, next) => running.some((accepts) => accepts(view, next));
    },
  } satisfies AcceptanceCondition);
}

/** Accepts when the condition does not; still nothing below the reservation. */
export function not(condition: AcceptanceCondition): AcceptanceCondition {
  return Object.freeze({
    name: `not(${condition.name})`,
    start: (setup) => {
      const accepts = started(condition, setup);
      return (view, next) => !accepts(view, next);
    },
  } satisfies AcceptanceCondition);
}

/** The running condition, which throws where it answers neither yes nor no. */
function started(condition: AcceptanceCondition, setup: Setup): RunningAcceptance {
  const accepts = condition.start(setup);
  return (view, next) => yesOrNo(condition, accepts(view, next));
}

function namesOf(conditions: readonly AcceptanceCondition[]): string {
  return conditions.map(({ name }) => name).join(", ");
}
