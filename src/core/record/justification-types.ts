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
 * @see OAP RFC 0002, 3.4 and B.6; docs/requirements/oap.md, OAP-57
 */
export const JUSTIFICATION_TYPES: readonly JustificationType[] = Object.freeze(TYPES);
