/**
 * @module
 * Acceptance conditions made of others. They ask from left to right, and no further than needed.
 */

import { type AcceptanceCondition, type RunningAcceptance, yesOrNo } from "../play/index.js";
import { condition } from "./conditions.js";

/**
 * Accepts when all of the conditions do; with none, always.
 *
 * @example
 * const patient = all(acceptNext(), acceptTime({ from: 0.5 }));
 */
export function all(...conditions: readonly AcceptanceCondition[]): AcceptanceCondition {
  return combined("all", conditions, (running) => (view, next) => running.every((one) => one(view, next)));
}

/** Accepts when one of the conditions does; with none, never. */
export function any(...conditions: readonly AcceptanceCondition[]): AcceptanceCondition {
  return combined("any", conditions, (running) => (view, next) => running.some((one) => one(view, next)));
}

/** Accepts when the condition does not; still nothing below the reservation. */
export function not(negated: AcceptanceCondition): AcceptanceCondition {
  return combined(
    "not",
    [negated],
    ([one]) =>
      (view, next) =>
        one?.(view, next) === false,
  );
}

function combined(
  name: string,
  conditions: readonly AcceptanceCondition[],
  verdict: (running: readonly RunningAcceptance[]) => RunningAcceptance,
): AcceptanceCondition {
  return condition(`${name}(${conditions.map((one) => one.name).join(", ")})`, (setup) =>
    verdict(
      conditions.map((one) => {
        const accepts = one.start(setup);
        return (view, next) => yesOrNo(one, accepts(view, next));
      }),
    ),
  );
}
