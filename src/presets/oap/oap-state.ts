/**
 * @module
 * The `oap` preset's projection: the wire state of a record. The rules are in `oap-rules.ts`, signed
 * documents, agreements and the history view in `oap/`.
 */

import type { Negotiation, Reason, Status } from "../../core/record/index.js";

/** The states of OAP RFC 0002, section 3.2. */
export type OapState = "OPEN" | "PROPOSED" | "COUNTERED" | "ACCEPTED" | "REJECTED" | "EXPIRED" | "WITHDRAWN";

/** A wire state, with the engine's reason once it is final. */
export interface OapStateView {
  readonly state: OapState;
  /** `null` while the negotiation lives. */
  readonly reason: Reason | null;
}

/**
 * The wire state of a negotiation.
 *
 * Rejections and withdrawals are signed by a party, so every end without a party is shown as EXPIRED:
 * nothing is ever signed on somebody's behalf.
 *
 * @see docs/requirements/oap.md, OAP-1 and OAP-3
 */
export function toOapState(negotiation: Pick<Negotiation, "status" | "outcome">): OapStateView {
  const { status, outcome } = negotiation;
  if (status === "withdrawn" && outcome?.reason !== "withdraw") {
    return { state: "EXPIRED", reason: outcome?.reason ?? null };
  }
  return { state: STATES[status], reason: outcome?.reason ?? null };
}

const STATES: Readonly<Record<Status, OapState>> = {
  open: "OPEN",
  proposed: "PROPOSED",
  countered: "COUNTERED",
  accepted: "ACCEPTED",
  rejected: "REJECTED",
  withdrawn: "WITHDRAWN",
  expired: "EXPIRED",
  stalled: "EXPIRED",
};
