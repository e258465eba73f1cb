/**
 * @module
 * What a party's negotiations have in common, in counts and excerpts, without any score: it reads both sides' reasoning,
 * so it is for the host. And a summary of one negotiation without a model, where that fails or is not wanted.
 */

import {
  type Action,
  agreedRoles,
  type FinalStatus,
  type Negotiation,
  otherParty,
  type Pairing,
  pairingOf,
  type Reason,
  seatOf,
  type ValencyRole,
} from "../../core/record/index.js";
import { matchTypeOf, reasoningOf } from "./context.js";

/** How negotiations of one kind of match ended. */
export interface MatchCounts {
  readonly accepted: number;
  /** Withdrawn ones among them. */
  readonly rejected: number;
  /** Expired ones among them. */
  readonly stalled: number;
}

/** How often a party met another. */
export interface CounterpartyCount {
  readonly partyId: string;
  readonly negotiationCount: number;
  readonly opportunityCount: number;
}

/**
 * What a party's negotiations came to. Only the four amounts and `counterparties` count live ones.
 *
 * @see docs/requirements/index-network.md, IN-1; Index Network's negotiation domain,
 * section "Negotiation Insights"
 */
export interface NegotiationDigest {
  readonly totalCount: number;
  readonly opportunityCount: number;
  readonly noOpportunityCount: number;
  readonly inProgressCount: number;
  /** By the evaluator's role suggestion; only those that occur. */
  readonly byMatchType: Readonly<Partial<Record<ValencyRole | "unknown", MatchCounts>>>;
  readonly byReason: Readonly<Partial<Record<Reason, number>>>;
  /** How many negotiations took so many turns, by pairing. */
  readonly turnCounts: Readonly<Record<Pairing, Readonly<Record<number, number>>>>;
  /** The roles that the party agreed to. */
  readonly roleDistribution: Readonly<Record<ValencyRole, number>>;
  /** Most often met first, then by id. */
  readonly counterparties: readonly CounterpartyCount[];
  /** From the reasoning of counters and rejections of both sides, newest first: 10 of 200 characters at most. */
  readonly objections: readonly string[];
}

/** The digest of the negotiations in which the party sits; others are passed over. */
export function negotiationDigest(negotiations: readonly Negotiation[], partyId: string): NegotiationDigest {
  const own = negotiations.filter((negotiation) => seatOf(negotiation, partyId) !== undefined);
  const settled = own.filter((negotiation) => negotiation.outcome !== null);
  const opportunities = settled.filter((negotiation) => negotiation.status === "accepted");
  return {
    totalCount: own.length,
    opportunityCount: opportunities.length,
    noOpportunityCount: settled.length - opportunities.length,
    inProgressCount: own.length - settled.length,
    byMatchType: matchTypes(settled),
    byReason: reasons(settled),
    turnCounts: turnCounts(settled),
    roleDistribution: roles(opportunities, partyId),
    counterparties: counterparties(own, partyId),
    objections: objections(settled),
  };
}

/** IN-1. */
const MOST_OBJECTIONS = 10;

/** IN-1; UTF-16 units. */
const LONGEST_OBJECTION = 200;

const COUNTED_AS: Readonly<Record<FinalStatus, keyof MatchCounts>> = {
  accepted: "accepted",
  rejected: "rejected",
  withdrawn: "rejected",
  expired: "stalled",
  stalled: "stalled",
};

function matchTypes(settled: readonly Negotiation[]): NegotiationDigest["byMatchType"] {
  const types: Partial<Record<ValencyRole | "unknown", MatchCounts>> = {};
  for (const { context, outcome } of settled) {
    if (outcome === null) continue;
    const type = matchTypeOf(context);
    const counts = types[type] ?? { accepted: 0, rejected: 0, stalled: 0 };
    const counted = COUNTED_AS[outcome.status];
    types[type] = { ...counts, [counted]: counts[counted] + 1 };
  }
  return types;
}

function reasons(settled: readonly Negotiation[]): NegotiationDigest["byReason"] {
  const counts: Partial<Record<Reason, number>> = {};
  for (const { outcome } of settled) {
    if (outcome !== null) counts[outcome.reason] = (counts[outcome.reason] ?? 0) + 1;
  }
  return counts;
}

function turnCounts(settled: readonly Negotiation[]): NegotiationDigest["turnCounts"] {
  const counts: Record<Pairing, Record<number, number>> = { system: {}, mixed: {}, personal: {} };
  for (const { initiator, responder, turns } of settled) {
    const ofPairing = counts[pairingOf(initiator, responder)];
    ofPairing[turns.length] = (ofPairing[turns.length] ?? 0) + 1;
  }
  return counts;
}

function roles(
  opportunities: readonly Negotiation[],
  partyId: string,
): NegotiationDigest["roleDistribution"] {
  const counts: Record<ValencyRole, number> = { agent: 0, patient: 0, peer: 0 };
  for (const negotiation of opportunities) {
    for (const { userId, role } of agreedRoles(negotiation)) {
      if (userId === partyId) counts[role] += 1;
    }
  }
  return counts;
}

function counterparties(own: readonly Negotiation[], partyId: string): readonly CounterpartyCount[] {
  const counts = new Map<string, CounterpartyCount>();
  for (const negotiation of own) {
    const { id } = otherParty(negotiation, partyId);
    const count = counts.get(id);
    counts.set(id, {
      partyId: id,
      negotiationCount: (count?.negotiationCount ?? 0) + 1,
      opportunityCount: (count?.opportunityCount ?? 0) + (negotiation.status === "accepted" ? 1 : 0),
    });
  }
  return [...counts.values()].sort(
    (one, other) => other.negotiationCount - one.negotiationCount || (one.partyId < other.partyId ? -1 : 1),
  );
}

function objections(settled: readonly Negotiation[]): readonly string[] {
  return settled
    .flatMap(({ turns }) => turns)
    .filter(({ action }) => action === "counter" || action === "reject")
    .sort((one, other) => other.at - one.at)
    .flatMap((turn) => reasoningOf(turn)?.trim() || [])
    .slice(0, MOST_OBJECTIONS)
    .map(excerpt);
}

function excerpt(text: string): string {
  if (text.length <= LONGEST_OBJECTION) return text;
  // A cut between two surrogates would leave half a character.
  return `${text.slice(0, LONGEST_OBJECTION - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/**
 * A sentence or two of action names and the reason of the end; no word of either party is in it.
 *
 * @see docs/requirements/index-network.md, IN-2
 * @example
 * fallbackSummary(negotiation); // "Turns: propose, counter (3 times), accept. Ended accepted (accept)."
 */
export function fallbackSummary(negotiation: Pick<Negotiation, "turns" | "outcome">): string {
  const { turns, outcome } = negotiation;
  const said = turns.length === 0 ? "No turn was taken." : `Turns: ${runsOf(turns).join(", ")}.`;
  const end = outcome === null ? "Still in progress." : `Ended ${outcome.status} (${outcome.reason}).`;
  return `${said} ${end}`;
}

/** Runs of one action are told once, so that a long negotiation stays a sentence. */
function runsOf(turns: readonly { readonly action: Action }[]): readonly string[] {
  const runs: { action: Action; count: number }[] = [];
  for (const { action } of turns) {
    const last = runs.at(-1);
    if (last?.action === action) last.count += 1;
    else runs.push({ action, count: 1 });
  }
  return runs.map(({ action, count }) => (count === 1 ? action : `${action} (${count} times)`));
}
