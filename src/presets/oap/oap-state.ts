/**
 * @module
 * The `oap` preset: its rules (what they leave out is as in `default-rules.ts`), and the wire state of a record. Signed
 * documents, agreements and the history view are in `oap/`.
 */

import { deepFreeze } from "../../core/json/index.js";
import type { Negotiation, Reason, Status } from "../../core/record/index.js";
import type { RulesInput } from "../../core/rules/index.js";

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

/**
 * OAP RFC 0002: eight rounds by default, proposals that stand for an hour unless they say otherwise.
 *
 * `turnMs` is the longest validity that a proposal may ask for, 30 days, so it bites in the opening only.
 *
 * @see docs/requirements/oap.md, section 2; OAP RFC 0002, 3.2, 3.4, 3.6 and A.2
 */
export const oapRules: RulesInput = deepFreeze<RulesInput>({
  actions: ["propose", "counter", "accept", "reject", "withdraw"],
  repropose: "counter",
  cap: { counts: "proposals", limit: 8, mode: "exceed", result: "refuse" },
  validityMs: 3_600_000,
  turnMs: 2_592_000_000,
  onTurnTimeout: "expire",
  totalMs: null,
  withdrawOffTurn: true,
  terms: "required",
  oneActive: "none",
});
