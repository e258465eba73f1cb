/**
 * @module
 * The sorts of argument that OAP RFC 0002 knows, in one place for who writes justifications and who weighs them.
 */

const TYPES = [
  "trade_off",
  "appeal_to_authority",
  "appeal_to_self_interest",
  "appeal_to_prevailing_practice",
  "threat",
  "reward",
  "counterexample",
  "concession_explanation",
  "service_substitution",
  "state_change",
] as const;

/** One of `JUSTIFICATION_TYPES`. */
export type JustificationType = (typeof TYPES)[number];

/**
 * All ten sorts: those of the schema, and the two that its appendix on negotiation domains adds.
 *
 * @see seeds/002_b4e5a7c1cffe8d3d.txt, 3.4 and B.6; spec oap, OAP-57
 */
export const JUSTIFICATION_TYPES: readonly JustificationType[] = Object.freeze(TYPES);
