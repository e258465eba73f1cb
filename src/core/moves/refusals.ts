/**
 * @module
 * Refused moves as data: which code, what it says and what its caller could do instead. The order of
 * checks is EN-6's; what bars a move is listed in `legality-checks.ts`.
 */

import { type Issue, type RefusalCode, shown } from "../../errors.js";
import { oneOf, shape, text } from "../checks/index.js";
import { deepFreeze, isJsonObject, type Json, type JsonObject } from "../json/index.js";
import type { Negotiation, NegotiationRules } from "../record/index.js";
import { allowedActions, forbiddenBy, seatOf } from "../record/index.js";
import type { MoveCommand, MoveEvent } from "./commands.js";
import {
  judgedAction,
  type LegalMoves,
  legalMoves,
  refusalCodeOfCap,
  refusalCodeOfFields,
  refusalCodeOfMove,
} from "./legality-checks.js";
import { earlierTurnSaying } from "./repetition.js";

/** Why a command was refused. Nothing has changed. */
export interface Refusal {
  readonly ok: false;
  readonly code: RefusalCode;
  /** What was expected, what came, what to do. Never terms or anything private. */
  readonly message: string;
  readonly negotiationId: string | null;
  /** The version that was decided on; `null` for who is no party. */
  readonly version: number | null;
  readonly details: { readonly [key: string]: Json };
  /** What the mover could do instead; `null` for who is no party. */
  readonly legal: LegalMoves | null;
}

/** A refusal for a party of a negotiation. */
export function refusal(
  negotiation: Negotiation,
  partyId: string | null,
  code: RefusalCode,
  message: string,
  details?: Refusal["details"],
): Refusal {
  const legal = partyId === null ? null : (legalMoves(negotiation, partyId) ?? null);
  const { id, version } = negotiation;
  return Object.freeze({ ...refusalForStranger(id, code, message, details), version, legal });
}

/** A refusal for who is no party, or where there is no record to tell of. */
export function refusalForStranger(
  negotiationId: string | null,
  code: RefusalCode,
  message: string,
  details: Refusal["details"] = {},
): Refusal {
  const frozen = deepFreeze(details);
  return Object.freeze({
    ok: false,
    code,
    message,
    negotiationId,
    version: null,
    details: frozen,
    legal: null,
  });
}

/** The refusal of everybody but the two parties (EN-12). */
export function notAParty(negotiation: Negotiation, partyId: string): Refusal {
  return refusalForStranger(
    negotiation.id,
    "not_a_party",
    `Expected one of the two parties, got ${shown(partyId)}. Submit with a party's id.`,
    { partyId: typeof partyId === "string" ? partyId : null },
  );
}

/** The refusal of who answers, gives back or takes a parked turn without holding it (PT-5). */
export function noSuchClaim(negotiation: Negotiation, partyId: string | null): Refusal {
  const { kind } = negotiation.awaiting ?? { kind: "move" };
  const code = kind === "parked" || kind === "claimed" ? "claim_not_held" : "not_parked";
  return refusal(negotiation, partyId, code, ...claimMissing(negotiation));
}

/** The refusal of whatever comes after the end. */
export function overAlready(negotiation: Negotiation, partyId: string | null): Refusal {
  const { status, reason, at } = negotiation.outcome ?? { status: "open", reason: "none", at: 0 };
  const message = `Expected a live negotiation, got one that is ${status} (${reason}). Start a new one.`;
  return refusal(negotiation, partyId, "negotiation_over", message, { status, reason, at });
}

/** The refusal of what was decided on another version of the record (EN-37). */
export function staleVersion(negotiation: Negotiation, partyId: string, expected: number): Refusal {
  const actual = negotiation.version;
  const message = `Expected a move on version ${actual}, got one on ${expected}. Read the record again.`;
  return refusal(negotiation, partyId, "stale_version", message, { expected, actual });
}

/** The refusal of a move for which the machine has no transition: the first check that it fails (8 to 15, and the terms). */
export function refusalOfMove(negotiation: Negotiation, event: MoveEvent): Refusal {
  const cap = refusalCodeOfCap(negotiation, event.seat, event.type);
  // Where the cap closes rather than refuses, something else has barred the move from closing.
  const isBarred = cap !== "cap_reached" || negotiation.rules.cap.result === "refuse";
  const code =
    refusalCodeOfMove(negotiation, event) ??
    (isBarred ? cap : undefined) ??
    refusalCodeOfFields(negotiation, event) ??
    "action_not_allowed";
  const [message, details] = explanation(negotiation, event, code);
  return refusal(negotiation, event.partyId, code, message, details);
}

type Explanation = readonly [message: string, details: Refusal["details"]];

function claimMissing({ awaiting: awaited }: Negotiation): Explanation {
  const awaiting = awaited?.kind ?? "move";
  return [
    `Expected a claim on the turn, got none while it is ${awaiting}. Pick a turn up first.`,
    { awaiting },
  ];
}

function explanation(negotiation: Negotiation, event: MoveEvent, code: RefusalCode): Explanation {
  const { rules, standing, floor, turns } = negotiation;
  const who = `${event.partyId} (${event.seat})`;
  const turn = turns.length + 1;
  switch (code) {
    case "consult_pending": {
      const until = negotiation.deadlines.consultAt;
      return [
        `Expected no move while ${floor} asks its principal, got ${event.type} from ${who}. Wait for "turn:answered".`,
        { until },
      ];
    }
    case "not_your_turn": {
      const holder = floor === null ? "nobody" : `${floor} (${seatOf(negotiation, floor)})`;
      return [
        `Expected ${holder} to move on turn ${turn}, got a move from ${who}. Wait for "turn:awaited" or ask legalMoves().`,
        { floor },
      ];
    }
    case "claim_not_held":
    case "not_parked":
      return claimMissing(negotiation);
    case "action_not_allowed": {
      const { kind } = negotiation[event.seat];
      const allowed = allowedActions(rules.actions, event.seat, kind);
      const by =
        forbiddenBy(rules.actions, event.seat, kind, judgedAction(negotiation, event.type)) ?? "rules";
      return [
        `Expected one of ${allowed.join(", ")} from ${who}, got ${event.type}. Choose one of these.`,
        { action: event.type, allowed, by },
      ];
    }
    case "must_propose":
      return [
        `Expected the opening proposal, got ${event.type} from ${who}. Use propose.`,
        { allowed: actionsOf(negotiation, event) },
      ];
    case "must_counter":
      return [
        "Expected counter, since a proposal stands, got propose. Use counter.",
        { allowed: actionsOf(negotiation, event) },
      ];
    case "own_proposal":
      return [
        `Expected ${who} to accept the other side's proposal, got its own ${shown(standing?.id)}. Wait, or counter.`,
        { proposalId: standing?.id ?? null },
      ];
    case "stale_proposal": {
      // An acceptance that came when nothing stood names nothing.
      const given = event.move.replyTo || null;
      return [
        `Expected replyTo to name the standing proposal ${shown(standing?.id ?? null)}, got ${shown(given)}. Read the record again.`,
        { given, standing: standing?.id ?? null },
      ];
    }
    case "proposal_id_taken": {
      const { proposalId } = event.move;
      const round = turns.find((one) => one.proposalId === proposalId)?.round ?? null;
      return [
        `Expected a new proposalId, got ${shown(proposalId)}, which is taken. Leave it out or choose another.`,
        { proposalId, round },
      ];
    }
    case "cap_reached": {
      const { counts, limit } = rules.cap;
      return [
        `Expected a decision, since all ${limit} ${counts} are used up, got ${event.type}. Accept, reject or withdraw.`,
        { counts, limit },
      ];
    }
    case "final_turn":
      return [
        `Expected a decision on the final turn, got ${event.type}. Choose one of details.allowed.`,
        { allowed: actionsOf(negotiation, event) },
      ];
    case "validity_passed": {
      const { validUntilAt } = event.move;
      return [
        `Expected validUntilAt after ${event.at}, got ${validUntilAt}. Give a later instant.`,
        { validUntilAt, now: event.at },
      ];
    }
    case "repeated_message": {
      const turnNumber = earlierTurnSaying(negotiation, event.move.message ?? "")?.number ?? null;
      return [
        `Expected a new message, got that of turn ${turnNumber} again. Say something new, or decide.`,
        { turnNumber },
      ];
    }
    case "terms_required":
      return [
        `Expected terms with ${event.type}, got ${event.move.changes ? "changes" : "none"}. Hand in terms.`,
        { action: event.type },
      ];
    case "terms_not_allowed":
      return [`Expected no terms with ${event.type}, got some. Leave them out.`, { action: event.type }];
    default:
      return [`Expected a non-empty message with ${event.type}, got none. Say why.`, { action: event.type }];
  }
}

function actionsOf(negotiation: Negotiation, event: MoveEvent): Json {
  return legalMoves(negotiation, event.partyId)?.actions ?? [];
}

/**
 * What is missing of an assessment where the rules ask for one (AS-112). Who stands in for a party may have nothing to
 * say; what it does say is judged alike. Not what came, which is private (SY-17).
 */
export function assessmentIssues(
  rules: NegotiationRules,
  { move: { assessment }, source }: MoveCommand,
): readonly Issue[] {
  if (!rules.assessmentRequired || (source === "fallback" && assessment === null)) return [];
  const issues: Issue[] = [];
  // Other members, as a score, are the mover's own.
  const { reasoning, suggestedRoles } = { ...(assessment as JsonObject) };
  const given = isJsonObject(assessment) ? { reasoning, suggestedRoles } : assessment;
  if (ASSESSMENT(given, ["assessment"], issues)) return [];
  return issues.map(({ path, message }) => ({ path, message: message.replace(/, got.*/s, ".") }));
}

const ROLE = oneOf("agent", "patient", "peer");
const ROLES = "{ ownUser, otherUser } of agent, patient, peer";

const ASSESSMENT = shape(
  { reasoning: text, suggestedRoles: shape({ ownUser: ROLE, otherUser: ROLE }, ROLES) },
  `{ reasoning, suggestedRoles: ${ROLES} }`,
);
