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
import { freshNonce } from "../door/index.js";
import { cleanText, fenced, fencedJson } from "../fences/index.js";
import { LISTED } from "./tool-schemas.js";

type Shown = Readonly<Record<string, unknown>>;

/** A negotiation in a list. */
export function listedOf<Terms>(summary: NegotiationSummary<Terms>, partyId: string): Shown {
  const nonce = freshNonce();
  const { latestMessagePreview: said, recentTurns } = summary;
  const shown: Shown = {
    ...summary,
    counterpartyId: nameOf(summary.counterpartyId, nonce),
    latestMessagePreview: said && fenced(cleanText(said), nonce),
    recentTurns: recentTurns?.map((turn) => turnOf(turn, partyId, nonce)),
  };
  const names = LISTED.replace("?", "").split(" ");
  return Object.fromEntries(
    names.flatMap((name) => (shown[name] === undefined ? [] : [[name, shown[name]]])),
  );
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
    counterpartyId: nameOf(otherParty(view, partyId).id, nonce),
    seedAssessment: (context as { readonly seedAssessment?: unknown } | null)?.seedAssessment ?? null,
    turns: turns.slice(afterTurn).map((turn) => turnOf(turn, partyId, nonce)),
    legalActions: legal.actions.filter((action) => offered.includes(action)),
    isReasoningShared: view.rules.assessments === "shared",
    isFinalTurn: legal.isFinalTurn,
    turnsLeft: legal.turnsLeft,
    deadlineAt: legal.deadlineAt,
    standing: standing && {
      by: whose(standing.partyId, partyId),
      turn: standing.turn,
      terms: fencedJson(standing.terms, nonce) ?? null,
      validUntilAt: standing.validUntilAt,
    },
    version: view.version,
    outcome: view.outcome && outcomeOf(view.outcome, partyId, nonce),
  };
}

/** For whom, from where on, and what is offered to do. */
export interface Asked {
  readonly partyId: string;
  readonly afterTurn: number;
  readonly offered: readonly Action[];
}

/** How it ended, seen from one side. */
export function outcomeOf<Terms>(
  { status, reason, by, at, turnCount, proposal }: Outcome<Terms>,
  partyId: string,
  nonce: string = freshNonce(),
): Shown {
  return {
    status,
    reason,
    by: by && whose(by, partyId),
    at,
    turnCount,
    terms: (proposal && fencedJson(proposal.terms, nonce)) ?? null,
  };
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
  const shown = fencedTurn(turn, partyId, nonce);
  const { number, action, message, reason, terms, at } = shown;
  return {
    number,
    by: whose(turn.partyId, partyId),
    label: LABELS[action],
    action,
    assessment: toIndexTurn(shown).assessment,
    ...(message !== null && { message }),
    ...(reason !== null && { reason }),
    ...(terms !== null && { terms }),
    at,
  };
}

/** The whole view for a program, in which what the counterparty wrote is fenced as well, and ids that are sentences. */
export function fencedView<Terms>(view: NegotiationView<Terms>, partyId: string): Shown {
  const nonce = freshNonce();
  const { id, roomId, turns, standing, outcome } = view;
  // The engine refuses those of a proposer's own that begin like its own.
  const idOf = (own: string): unknown => (own.startsWith(`${id}_p`) ? own : fencedJson(own, nonce));
  const proposal = (one: { readonly id: string; readonly terms: unknown } | null): Shown | null =>
    one && { ...one, id: idOf(one.id), terms: fencedJson(one.terms, nonce) };
  // No outcome, but how one is shown.
  const shownEnd = ({ proposal: agreed, ...rest }: NonNullable<typeof outcome>): Shown => {
    return { ...rest, proposal: proposal(agreed) };
  };
  const shown = {
    ...view,
    roomId: nameOf(roomId, nonce),
    turns: turns.map((turn) => {
      const { proposalId } = turn;
      return { ...fencedTurn(turn, partyId, nonce), proposalId: proposalId && idOf(proposalId) };
    }),
    standing: proposal(standing),
    outcome: outcome && shownEnd(outcome),
  };
  const other = otherParty(view, partyId).id;
  // Its name stands in many places.
  if (NAME.test(other)) return shown;
  return JSON.parse(JSON.stringify(shown, (_, one) => (one === other ? nameOf(other, nonce) : one)));
}

/** Of a room or a party: whoever may open over HTTP may name the room, and what a party is called is its own doing. */
export function nameOf(id: string, nonce: string = freshNonce()): string {
  return NAME.test(id) ? id : fenced(cleanText(id), nonce);
}

/** Addresses and DIDs among them; no sentence. */
const NAME = /^[\w.:~%@+/-]{1,256}$/;

function fencedTurn(turn: TurnView, partyId: string, nonce: string): TurnView {
  // What is kept of the other side's terms in a counter is still theirs.
  if (turn.partyId === partyId) return { ...turn, terms: fencedJson(turn.terms, nonce) } as TurnView;
  const said = (text: string | null): string | null => text && fenced(cleanText(text), nonce);
  const { message, reason, ...rest } = turn;
  const { terms, justification, extra, assessment } = rest;
  const json = fencedJson({ terms, justification, extra, assessment }, nonce) as object;
  return { ...rest, ...json, message: said(message), reason: said(reason) } as TurnView;
}

function whose(partyId: string, viewer: string): "own" | "counterparty" {
  return partyId === viewer ? "own" : "counterparty";
}
