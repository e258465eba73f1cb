/**
 * @module
 * How a negotiation ended, in the words of the `index` presets: the outcome of the protocol, and the
 * status of the opportunity that it gated. The record's own outcome is made in `core/record/next-record.ts`.
 */

import type { AgreedRole, Negotiation, NegotiationView, Reason, Status } from "../../core/record/index.js";
import { agreedRoles } from "../../core/record/index.js";
import { reasoningOf, triggerOf } from "./context.js";
import type { Trigger } from "./rules.js";

/** Why it ended without a decision. */
export type IndexReason = "turn_cap" | "timeout" | "agent_error" | "repetition";

/**
 * The outcome of the protocol.
 *
 * @see Index Network's negotiation domain, section "Outcome fields"
 */
export interface IndexOutcome {
  readonly hasOpportunity: boolean;
  /** Source and candidate, in that order; empty without an opportunity. */
  readonly agreedRoles: readonly AgreedRole[];
  /** That of the last turn; empty when there is none, or the viewer may not know it. */
  readonly reasoning: string;
  readonly turnCount: number;
  /** Absent after a decision of a party or the host. */
  readonly reason?: IndexReason;
}

/**
 * The outcome in the protocol's words; `null` while the negotiation lives.
 *
 * @see docs/requirements/index-network.md, IX-12; a proposal past its validity counts as a timeout
 */
export function toIndexOutcome(negotiation: Negotiation | NegotiationView): IndexOutcome | null {
  const { outcome } = negotiation;
  if (outcome === null) return null;
  const reason = REASONS[outcome.reason];
  return {
    hasOpportunity: outcome.status === "accepted",
    agreedRoles: agreedRoles(negotiation),
    reasoning: reasoningOf(negotiation.turns.at(-1)) ?? "",
    turnCount: outcome.turnCount,
    ...(reason !== undefined && { reason }),
  };
}

/** The statuses of an opportunity that a negotiation, or its host, gives. */
export type OpportunityStatus = "negotiating" | "latent" | "draft" | "pending" | "rejected" | "stalled";

/** What a host stores for the opportunity. */
export interface OpportunityUpdate {
  readonly status: OpportunityStatus;
  /** Only when the negotiation was accepted. */
  readonly agreedRoles?: readonly AgreedRole[];
}

/** How to see the opportunity. */
export interface OpportunityOptions {
  /** What started the search. @default the context's trigger, else "ambient" */
  readonly trigger?: Trigger | undefined;
  /** Whether an orchestrator's draft has been sent. @default false */
  readonly sent?: boolean | undefined;
  /** The status while the negotiation lives. @default "negotiating" */
  readonly initialStatus?: OpportunityStatus | undefined;
}

/**
 * The status of the opportunity that a negotiation gates. The library reports, the host stores.
 *
 * @see docs/requirements/index-network.md, IX-25
 */
export function toOpportunityStatus(
  negotiation: Negotiation,
  options: OpportunityOptions = {},
): OpportunityUpdate {
  const status = OPPORTUNITIES[negotiation.status];
  if (status === "negotiating") return { status: options.initialStatus ?? status };
  if (status !== "pending") return { status };
  const isDraft = (options.trigger ?? triggerOf(negotiation.context)) === "orchestrator" && !options.sent;
  return { status: isDraft ? "draft" : status, agreedRoles: agreedRoles(negotiation) };
}

const REASONS: Readonly<Record<Reason, IndexReason | undefined>> = {
  accept: undefined,
  reject: undefined,
  withdraw: undefined,
  cancelled: undefined,
  turn_cap: "turn_cap",
  turn_timeout: "timeout",
  total_timeout: "timeout",
  proposal_expired: "timeout",
  agent_error: "agent_error",
  repetition: "repetition",
};

const OPPORTUNITIES: Readonly<Record<Status, OpportunityStatus>> = {
  open: "negotiating",
  proposed: "negotiating",
  countered: "negotiating",
  accepted: "pending",
  rejected: "rejected",
  withdrawn: "rejected",
  expired: "stalled",
  stalled: "stalled",
};
