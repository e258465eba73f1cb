/**
 * @module
 * AC_target: is what lies on the table as good as what the party asks for at this time?
 */

import type { AcceptanceCondition } from "../play/index.js";
import { type Aspiration, type AspirationCurve, aspirationLevel, aspirationOf } from "../scales/index.js";

/**
 * AC_target: accepts from the level of an aspiration curve at the present time on.
 *
 * @throws {NegotiationError} `strategy_invalid` for a curve that is none
 * @see docs/requirements/bargaining.md, BA-17 and BA-27
 */
export function acceptTarget(curve: AspirationCurve): AcceptanceCondition {
  return acceptAspiration(aspirationOf(curve));
}

/** `acceptTarget` of a curve that is ready, so that it can be shared with an offering policy. */
export function acceptAspiration(aspiration: Aspiration): AcceptanceCondition {
  return Object.freeze({
    name: "AC_target",
    start: ({ inverse }) => {
      const levelAt = aspirationLevel(aspiration, inverse);
      return (view) => view.received.utilityAt(-1) >= levelAt(view.relativeTime);
    },
  } satisfies AcceptanceCondition);
}
