/**
 * @module
 * How a negotiation may have ended: which reason goes with which status, and what the outcome has to say.
 */

import type {
  FinalStatus,
  NegotiationRules,
  NegotiationState,
  Reason,
  Status,
} from "../../../core/record/index.js";
import { type Fault, unlike } from "../../observation/index.js";

/** Why something ended, and who decided it. */
export interface Ending {
  readonly reason: Reason;
  /** A party's id; `null` for clock, cap, failure and host. */
  readonly by: string | null;
}

/** The statuses that a reason may have, whatever the rules (EN-2, EN-27). */
const STATUSES_OF: Readonly<Record<Reason, readonly FinalStatus[]>> = {
  accept: ["accepted"],
  reject: ["rejected"],
  withdraw: ["withdrawn"],
  turn_timeout: ["expired", "stalled"],
  total_timeout: ["expired", "stalled"],
  proposal_expired: ["expired"],
  turn_cap: ["expired", "stalled"],
  agent_error: ["stalled", "expired"],
  repetition: ["stalled", "expired"],
  cancelled: ["withdrawn", "expired"],
};

/** The status that the rules give to the end after a failed call, or after a cancellation. */
export function statusByRules(rules: NegotiationRules, reason: "failure" | "cancelled"): Status {
  if (reason === "cancelled") return rules.onCancel === "expire" ? "expired" : "withdrawn";
  return rules.onFailure === "expire" ? "expired" : "stalled";
}

/** A fault when the outcome does not say how it ended; whether its proposal is the right one is I8's. */
export function faultOfOutcome(
  after: NegotiationState,
  ending: Ending | null,
  at: number,
  counts: { readonly turnCount: number; readonly proposalCount: number },
): Fault {
  const { outcome } = after;
  if (outcome === null || ending === null) return unlike("the ending", ending, outcome);
  const { status, reason, by, seat } = outcome;
  const isInitiator = ending.by === after.initiator.id;
  const expectedSeat = ending.by === null ? null : isInitiator ? "initiator" : "responder";
  return (
    unlike("the reason", ending.reason, reason) ??
    (STATUSES_OF[reason].includes(status) ? undefined : `expected ${reason} not to end as ${status}`) ??
    unlike("who ended it", ending.by, by) ??
    unlike("the seat of who ended it", expectedSeat, seat) ??
    unlike("when it ended", at, outcome.at) ??
    unlike("the outcome's count of turns", counts.turnCount, outcome.turnCount) ??
    unlike("the outcome's rounds", counts.proposalCount, outcome.rounds) ??
    unlike("the outcome's group", status === "accepted" ? after.heldBy : null, outcome.heldBy)
  );
}
