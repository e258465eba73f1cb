/**
 * @module
 * What a party hands in, and how it is read: shape checked, copied and frozen once, at the door.
 * Whether a move is legal is `refusals.ts`'s question.
 */

import type { Action, Json } from "./negotiation.js";

/** What every move may carry beside its action. */
export interface MoveFields {
  /** Why; kept with the turn and shown to both. */
  readonly reason?: string | null | undefined;
  /** To the other side. */
  readonly message?: string | null | undefined;
  /** JSON for the mover's own side (`rules.assessments` may share a part). */
  readonly assessment?: unknown;
  /** JSON carried unmodified; has no force. */
  readonly justification?: unknown;
  /** JSON carried unmodified; unknown members of a move are added here. */
  readonly extra?: unknown;
  /** The proposal that the mover saw; when given it must be the standing one. */
  readonly replyTo?: string | null | undefined;
}

/** A proposal's content: required where `Terms` is a definite type, optional where it may be undefined. */
export type ProposalTerms<Terms> = undefined extends Terms
  ? { readonly terms?: Terms | undefined }
  : { readonly terms: Terms };

/** Offers terms: the opening, or a counter. */
export type ProposingMove<Terms = unknown> = MoveFields &
  ProposalTerms<Terms> & {
    readonly action: "propose" | "counter";
    /** An id of the mover's own choice, 1 to 256 characters; else the engine makes one. */
    readonly proposalId?: string | null | undefined;
    /** Epoch ms from which the proposal can no longer be accepted. */
    readonly validUntilAt?: number | null | undefined;
  };

/** Decides or asks; brings no terms. */
export interface AnsweringMove extends MoveFields {
  readonly action: "accept" | "reject" | "question" | "withdraw";
  readonly terms?: never;
  readonly proposalId?: never;
  readonly validUntilAt?: never;
}

/**
 * What a party hands in.
 *
 * @example
 * const opening: Move<{ price: number }> = { action: "propose", terms: { price: 40 } };
 * const answer: Move<{ price: number }> = { action: "reject", reason: "Too dear." };
 */
export type Move<Terms = unknown> = ProposingMove<Terms> | AnsweringMove;

/** A move that was read: every field present, JSON copied and frozen. */
export interface ReadMove {
  readonly action: Action;
  readonly terms: Json | undefined;
  readonly reason: string | null;
  readonly message: string | null;
  readonly assessment: Json;
  readonly justification: Json;
  readonly extra: Json;
  readonly proposalId: string | null;
  readonly replyTo: string | null;
  readonly validUntilAt: number | null;
}
