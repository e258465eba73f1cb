/**
 * @module
 * What one party may see of a negotiation. This is the only thing that leaves for a client; what is
 * private to the other side is removed, not emptied.
 */

import { isJsonObject, type Json } from "../json/index.js";
import type { Awaiting, Claim, Negotiation, Seat, Turn } from "./negotiation.js";
import type { NegotiationRules } from "./resolved-rules.js";
import { unsealedTurn } from "./stored-record.js";

/** A turn as a party sees it: without what is sealed, the other side's without command id and private assessment. */
export type TurnView<Terms = unknown> = Omit<Turn<Terms>, "assessment" | "commandId" | "sealed"> &
  Partial<Pick<Turn<Terms>, "assessment" | "commandId">>;

/** What is awaited, as a party sees it: another's claim is gone. */
export type AwaitingView =
  | Extract<Awaiting, { kind: "move" | "fallback" | "consult" }>
  | (Omit<Extract<Awaiting, { kind: "parked" | "claimed" }>, "claim"> & { readonly claim?: Claim | null });

/** A negotiation as one party sees it. `failures` and `consults` hold its own only. */
export type NegotiationView<Terms = unknown> = Omit<
  Negotiation<Terms>,
  "createCommandId" | "turns" | "awaiting"
> & {
  readonly turns: readonly TurnView<Terms>[];
  readonly awaiting: AwaitingView | null;
};

/** What a preset makes of the context for one seat; without one both see it as it is. */
export type ContextProjection = (context: Json, seat: Seat) => Json;

/**
 * The record as one of its parties may see it, or `undefined` for a stranger.
 *
 * Removed for the other side: assessments (but for the part that `rules.assessments` shares), command
 * ids, failures, consults and claims. `createCommandId` is in nobody's view.
 *
 * @see docs/requirements/engine.md, EN-44
 */
export function view<Terms = unknown>(
  negotiation: Negotiation<Terms>,
  partyId: string,
  project?: ContextProjection,
): NegotiationView<Terms> | undefined {
  const { initiator, responder, rules } = negotiation;
  if (partyId !== initiator.id && partyId !== responder.id) return undefined;
  const seat = partyId === initiator.id ? "initiator" : "responder";
  return Object.freeze({
    schema: negotiation.schema,
    id: negotiation.id,
    roomId: negotiation.roomId,
    version: negotiation.version,
    status: negotiation.status,
    initiator,
    responder,
    rules,
    context: project === undefined ? negotiation.context : project(negotiation.context, seat),
    heldBy: negotiation.heldBy,
    turns: Object.freeze(negotiation.turns.map((turn) => viewOfTurn(turn, partyId, rules.assessments))),
    standing: negotiation.standing,
    floor: negotiation.floor,
    awaiting: viewOfAwaiting(negotiation, partyId),
    deadlines: negotiation.deadlines,
    failures: own(negotiation.failures, partyId),
    consults: own(negotiation.consults, partyId),
    outcome: negotiation.outcome,
    createdAt: negotiation.createdAt,
    updatedAt: negotiation.updatedAt,
  });
}

/** A turn as `partyId` may see it: its own whole but for what is sealed, the other side's without what is private. */
export function viewOfTurn<Terms = unknown>(
  turn: Turn<Terms>,
  partyId: string,
  assessments: NegotiationRules["assessments"],
): TurnView<Terms> {
  if (turn.partyId === partyId) return unsealedTurn(turn);
  const seen = {
    number: turn.number,
    seat: turn.seat,
    partyId: turn.partyId,
    action: turn.action,
    round: turn.round,
    proposalId: turn.proposalId,
    terms: turn.terms,
    ...(turn.changes && { changes: turn.changes }),
    reason: turn.reason,
    message: turn.message,
    justification: turn.justification,
    extra: turn.extra,
    source: turn.source,
    coercedFrom: turn.coercedFrom,
    at: turn.at,
  };
  const shared = assessments === "private" ? undefined : sharedAssessment(turn.assessment, assessments);
  return Object.freeze(shared === undefined ? seen : { ...seen, assessment: shared });
}

const SHARED = { roles: ["suggestedRoles"], shared: ["reasoning", "suggestedRoles"] } as const;

/** The part of an assessment that the rules share; every other key is gone. */
function sharedAssessment(assessment: Json, kind: "roles" | "shared"): Json | undefined {
  if (!isJsonObject(assessment)) return undefined;
  const kept = SHARED[kind].filter((key) => assessment[key] !== undefined);
  if (kept.length === 0) return undefined;
  const shared = (key: string): Json | undefined =>
    key === "reasoning" ? assessment[key] : rolesOf(assessment[key]);
  return Object.freeze(Object.fromEntries(kept.map((key) => [key, shared(key) as Json])));
}

/** The two roles and nothing beside or below them: what else stands there is private like the rest. */
function rolesOf(given: Json | undefined): Json {
  if (!isJsonObject(given)) return null;
  const { ownUser, otherUser } = given;
  return Object.freeze({
    ...(typeof ownUser === "string" && { ownUser }),
    ...(typeof otherUser === "string" && { otherUser }),
  });
}

function viewOfAwaiting(negotiation: Negotiation, partyId: string): AwaitingView | null {
  const { awaiting, floor } = negotiation;
  if (awaiting === null || !("claim" in awaiting) || floor === partyId) return awaiting;
  const { claim: _, ...seen } = awaiting;
  return Object.freeze(seen);
}

function own<T extends { readonly partyId: string }>(items: readonly T[], partyId: string): readonly T[] {
  return items.length === 0 ? items : Object.freeze(items.filter((item) => item.partyId === partyId));
}
