/**
 * @module
 * How confidential a negotiation is: the most restrictive of what its parties ask for. The levels are the host's own;
 * OAP leaves them to another RFC.
 */

import { demandFunctions, demandList, unmet } from "../../core/checks/index.js";
import { refusalOfOther, type SigningRefusal } from "../canonical/index.js";

/**
 * The less public of two levels; `undefined` when it does not know one of them. It must be commutative, associative
 * and idempotent, and never below either.
 *
 * @see docs/requirements/oap.md, OAP-31
 */
export interface JoinConfidentiality {
  (one: string, other: string): string | undefined;
  /** The least restrictive level, where there is one: what is agreed at it may be shown to everybody. */
  readonly least?: string | undefined;
}

/** The level of a negotiation, or `confidentiality_unknown`. */
export type ConfidentialityResult = { readonly ok: true; readonly level: string } | SigningRefusal;

/**
 * The join of levels that stand one above the other.
 *
 * @param levels - from the least to the most restrictive, each once
 * @throws {TypeError} when there is none, or one is no text or there twice
 * @example
 * const join = confidentialityLadder(["public", "internal", "secret"]);
 * join("internal", "public"); // "internal"
 * join("internal", "cosmic"); // undefined
 */
export function confidentialityLadder(levels: readonly string[]): JoinConfidentiality {
  const ladder = Array.isArray(levels) ? [...levels] : [];
  if (
    ladder.length === 0 ||
    new Set(ladder).size < ladder.length ||
    ladder.some((one) => typeof one !== "string")
  ) {
    throw new TypeError(unmet("levels", "one or more texts, each once", levels));
  }
  const join = (one: string, other: string): string | undefined => {
    const steps = [ladder.indexOf(one), ladder.indexOf(other)];
    return steps.includes(-1) ? undefined : ladder[Math.max(...steps)];
  };
  join.least = ladder[0];
  return join;
}

/**
 * The level of a negotiation from those of its parties' profiles and, perhaps, one that the opener claims.
 *
 * A claim can only raise it. Refuses with `confidentiality_unknown` when the join does not know one of the levels.
 *
 * @see docs/requirements/oap.md, OAP-31 and OAP-32
 */
export function joinedConfidentiality(
  join: JoinConfidentiality,
  levels: readonly [initiator: string, responder: string, claimed?: string | undefined],
): ConfidentialityResult {
  demandFunctions({ join: join ?? null });
  demandList("levels", levels);
  const [initiator, responder, claimed] = levels;
  let level = join(initiator, responder);
  if (level !== undefined && claimed !== undefined) level = join(level, claimed);
  return level === undefined
    ? refusalOfOther("confidentiality_unknown", "known levels")
    : Object.freeze({ ok: true, level });
}
