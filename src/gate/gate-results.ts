/**
 * @module
 * What becomes of candidates: one result each, and what a gate returns of all of them.
 */

import type { AgreedRole, Negotiation, Turn } from "../core/record/index.js";
import { NegotiationError } from "../errors.js";
import type {
  IndexOutcome,
  OpportunityUpdate,
  SeedAssessment,
  Trigger,
} from "../presets/index-network/index.js";
import { toIndexOutcome, toOpportunityStatus } from "../presets/index-network/index.js";
import type { Candidate } from "./gate-options.js";

/** What became of a candidate. */
export type CandidateStatus =
  | "accepted"
  | "rejected"
  | "stalled"
  | "waiting"
  | "timed_out"
  | "failed"
  | "skipped";

/** Why nobody negotiated about a candidate. */
export type SkipReason = "already_accepted" | "duplicate" | "self" | "busy" | "disabled" | "aborted";

/** A candidate for whom both advocates are. */
export interface AcceptedCandidate {
  readonly userId: string;
  /** Source and candidate, in that order. */
  readonly agreedRoles: readonly AgreedRole[];
  /** That of the last turn. */
  readonly reasoning: string;
  readonly turnCount: number;
}

/** A candidate about whom nobody negotiated, with what the host goes by instead. */
export interface SkippedCandidate<Terms = unknown> {
  readonly candidate: Candidate<Terms>;
  readonly why: SkipReason;
  /** With `already_accepted`: what the two agreed to before. */
  readonly opportunityId?: string;
  /** With `already_accepted`: where the two talk. */
  readonly conversationId?: string;
  /** With `disabled`: the evaluator's judgement, which then stands. */
  readonly seedAssessment?: SeedAssessment;
}

/** What failed: a code of the library, or `threw` for anything else. */
export interface GateError {
  readonly code: string;
  readonly message: string;
}

/** What became of one candidate. */
export interface CandidateResult<Terms = unknown> {
  /** As it was handed in. */
  readonly candidate: Candidate<Terms>;
  /** `null` where none was created. */
  readonly negotiationId: string | null;
  readonly status: CandidateStatus;
  /** `null` while the negotiation lives, or where there is none. */
  readonly outcome: IndexOutcome | null;
  readonly turns: readonly Turn<Terms>[];
  /** What to store for the opportunity; `null` without a negotiation. */
  readonly opportunity: OpportunityUpdate | null;
  /** With `accepted`. */
  readonly accepted: AcceptedCandidate | null;
  /** With `skipped`. */
  readonly skipped: SkippedCandidate<Terms> | null;
  /** With `failed`, and where a negotiation that ran out of time could not be cancelled. */
  readonly error: GateError | null;
  /** Whether an earlier call with the same id had begun the negotiation. */
  readonly resumed: boolean;
}

/** What a hook is told. */
export interface ResolvedCandidate<Terms = unknown> extends CandidateResult<Terms> {
  /** Whether nobody is there any more who would see a card: the gate was aborted. */
  readonly suppressed: boolean;
}

/** What a gate returns. */
export interface GateResults<Terms = unknown> {
  /** One for each candidate, in the order in which they came. */
  readonly results: readonly CandidateResult<Terms>[];
  readonly accepted: readonly AcceptedCandidate[];
  readonly skipped: readonly SkippedCandidate<Terms>[];
  /** The result of a user; of one who was found twice, the first. */
  readonly byUser: ReadonlyMap<string, CandidateResult<Terms>>;
  /** What ended the reading of `candidates` before their end. */
  readonly error: GateError | null;
}

/** The result of a negotiation as it stands; `status` where it is not simply its end. */
export function resultOf<Terms>(
  candidate: Candidate<Terms>,
  negotiation: Negotiation<Terms>,
  trigger: Trigger,
  over: Partial<Pick<CandidateResult<Terms>, "status" | "error" | "resumed">> = {},
): CandidateResult<Terms> {
  const outcome = toIndexOutcome(negotiation);
  const isAccepted = outcome?.hasOpportunity === true;
  return {
    ...without(candidate),
    negotiationId: negotiation.id,
    status: statusOf(negotiation),
    outcome,
    turns: negotiation.turns,
    opportunity: toOpportunityStatus(negotiation, { trigger }),
    accepted: isAccepted
      ? {
          userId: negotiation.responder.id,
          agreedRoles: outcome.agreedRoles,
          reasoning: outcome.reasoning,
          turnCount: outcome.turnCount,
        }
      : null,
    ...over,
  };
}

/** The result of a candidate about whom nobody negotiates. */
export function skippedResult<Terms>(
  candidate: Candidate<Terms>,
  why: SkipReason,
  more: Omit<SkippedCandidate<Terms>, "candidate" | "why"> = {},
): CandidateResult<Terms> {
  return { ...without(candidate), status: "skipped", skipped: { candidate, why, ...more } };
}

/** The result of a candidate whose negotiation could not be made, or not be followed. */
export function failedResult<Terms>(candidate: Candidate<Terms>, error: unknown): CandidateResult<Terms> {
  return { ...without(candidate), error: errorOf(error) };
}

/** The result of a candidate who was never come to, or not in time. */
export function lateResult<Terms>(
  candidate: Candidate<Terms>,
  negotiationId: string | null = null,
): CandidateResult<Terms> {
  return { ...without(candidate), negotiationId, status: "timed_out" };
}

/** What anything thrown is as data. */
export function errorOf(error: unknown): GateError {
  const code = NegotiationError.isInstance(error) ? error.code : "threw";
  try {
    return { code, message: error instanceof Error ? error.message : String(error) };
  } catch {
    return { code, message: "Something without a text." };
  }
}

function without<Terms>(candidate: Candidate<Terms>): CandidateResult<Terms> {
  return {
    candidate,
    negotiationId: null,
    status: "failed",
    outcome: null,
    turns: [],
    opportunity: null,
    accepted: null,
    skipped: null,
    error: null,
    resumed: false,
  };
}

function statusOf({ status, outcome }: Negotiation): CandidateStatus {
  if (outcome === null) return "waiting";
  if (status === "accepted") return "accepted";
  return status === "rejected" || status === "withdrawn" ? "rejected" : "stalled";
}
