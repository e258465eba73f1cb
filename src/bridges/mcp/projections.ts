/**
 * @module
 * Negotiations as the tools show them: what the counterparty wrote stands between marks that nobody can forge.
 */

import type { LegalMoves } from "../../core/moves/index.js";
import {
  type Action,
  type NegotiationView,
  type Outcome,
  otherParty,
  seatOf,
  type TurnView,
} from "../../core/record/index.js";
import { toIndexTurn } from "../../presets/index-network/index.js";
import type { NegotiationSummary } from "../../service/queries/index.js";
import { cleanText, fenced, freshNonce } from "../door/index.js";

type Shown = Readonly<Record<string, unknown>>;

/** A negotiation in a list. */
export function listedOf<Terms>(
  { latestMessagePreview, recentTurns, ...summary }: NegotiationSummary<Terms>,
  partyId: string,
): Shown {
  const nonce = freshNonce();
  return {
    negotiationId: summary.negotiationId,
    status: summary.status,
    isYourTurn: summary.isYourTurn,
    counterpartyId: summary.counterpartyId,
    turnCount: summary.turnCount,
    turnsLeft: summary.turnsLeft,
    latestAction: summary.latestAction,
    latestMessagePreview:
      latestMessagePreview === null ? null : fenced(cleanText(latestMessagePreview), nonce),
    deadlineAt: summary.deadlineAt,
    createdAt: summary.createdAt,
    updatedAt: summary.updatedAt,
    version: summary.version,
    ...(recentTurns && { recentTurns: recentTurns.map((turn) => turnOf(turn, partyId, nonce)) }),
  };
}

/** A negotiation with its turns after a number. */
export function negotiationOf<Terms>(
  view: NegotiationView<Terms>,
  legal: LegalMoves,
  { partyId, afterTurn, offered }: Asked,
): Shown {
  const { standing, turns, context } = view;
  const nonce = freshNonce();
  return {
    negotiationId: view.id,
    status: view.status,
    seat: seatOf(view, partyId),
    isYourTurn: view.floor === partyId,
    counterpartyId: otherParty(view, partyId).id,
    seedAssessment: (context as { readonly seedAssessment?: unknown } | null)?.seedAssessment ?? null,
    turns: turns.slice(afterTurn).map((turn) => turnOf(turn, partyId, nonce)),
    legalActions: legal.actions.filter((action) => offered.includes(action)),
    isFinalTurn: legal.isFinalTurn,
    turnsLeft: legal.turnsLeft,
    deadlineAt: legal.deadlineAt,
    standing: standing && {
      by: whose(standing.partyId, partyId),
      turn: standing.turn,
      terms: standing.terms ?? null,
      validUntilAt: standing.validUntilAt,
    },
    version: view.version,
    outcome: outcomeOf(view.outcome, partyId),
  };
}

/** For whom, from where on, and what is offered to do. */
export interface Asked {
  readonly partyId: string;
  readonly afterTurn: number;
  readonly offered: readonly Action[];
}

/** How it ended, seen from one side. */
export function outcomeOf<Terms>(outcome: Outcome<Terms> | null, partyId: string): Shown | null {
  return (
    outcome && {
      status: outcome.status,
      reason: outcome.reason,
      by: outcome.by === null ? null : whose(outcome.by, partyId),
      at: outcome.at,
      turnCount: outcome.turnCount,
      terms: outcome.proposal?.terms ?? null,
    }
  );
}

const LABELS: Readonly<Record<Action, string>> = {
  propose: "Proposal",
  counter: "Counter",
  question: "Question",
  accept: "Acceptance",
  reject: "Rejection",
  withdraw: "Withdrawal",
};

function turnOf(turn: TurnView, partyId: string, nonce: string): Shown {
  const by = whose(turn.partyId, partyId);
  const said = (text: string): string => (by === "own" ? text : fenced(cleanText(text), nonce));
  const { reasoning, ...assessment } = toIndexTurn(turn).assessment;
  return {
    number: turn.number,
    by,
    label: LABELS[turn.action],
    action: turn.action,
    assessment: { ...(reasoning !== undefined && { reasoning: said(reasoning) }), ...assessment },
    ...(turn.message !== null && { message: said(turn.message) }),
    ...(turn.reason !== null && { reason: said(turn.reason) }),
    ...(turn.terms !== null && { terms: turn.terms }),
    at: turn.at,
  };
}

function whose(partyId: string, viewer: string): "own" | "counterparty" {
  return partyId === viewer ? "own" : "counterparty";
}
