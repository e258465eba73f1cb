/**
 * @module
 * What bars a move, in the one order of EN-6 (checks 8 to 15), and so what is legal. The machine's guards ask whether
 * anything does, `refusals.ts` says what and why: one list, so that they cannot disagree.
 */

import type { RefusalCode } from "../../errors.js";
import { nextDeadline } from "../deadlines/index.js";
import {
  ACTIONS,
  type Action,
  type Awaiting,
  type Claim,
  forbiddenBy,
  type Negotiation,
  roundsOf,
  type Seat,
  seatOf,
} from "../record/index.js";
import type { MoveEvent } from "./commands.js";
import { isRepeated } from "./repetition.js";
import { isCapSpent, isCounted, isFinalTurn, isLastBeforeCap, mustDecide, turnsLeft } from "./turn-cap.js";

/** What a party may do. */
export interface LegalMoves {
  /** In the order propose, counter, accept, reject, question, withdraw; empty when there is nothing to do. */
  readonly actions: readonly Action[];
  /** The number that the next recorded turn gets. */
  readonly turnNumber: number;
  /** How many more turns, or proposals, may be counted; `null` when unlimited. */
  readonly turnsLeft: number | null;
  readonly isFinalTurn: boolean;
  /** Epoch ms of the deadline that is due first; `null` when final. */
  readonly deadlineAt: number | null;
  /** The id of the party whose turn it is; `null` when final. */
  readonly floor: string | null;
}

/**
 * What `partyId` may do now, or `undefined` for a stranger.
 *
 * An action is listed if the matrix, the rules, the floor and the cap allow it, and if it would not
 * merely close the negotiation by an exceeded cap. Fields, policies and schemas are judged when the
 * move comes.
 */
export function legalMoves(negotiation: Negotiation, partyId: string): LegalMoves | undefined {
  if (seatOf(negotiation, partyId) === undefined) return undefined;
  return Object.freeze({
    actions: legalActions(negotiation, partyId),
    turnNumber: negotiation.turns.length + 1,
    turnsLeft: turnsLeft(negotiation),
    isFinalTurn: isFinalTurn(negotiation),
    deadlineAt: nextDeadline(negotiation)?.at ?? null,
    floor: negotiation.floor,
  });
}

/** The actions of `legalMoves` alone, for one of the two parties. */
export function legalActions(negotiation: Negotiation, partyId: string): readonly Action[] {
  const mover: Mover = { partyId, seat: seatOf(negotiation, partyId) ?? "responder" };
  const isSpent = isCapSpent(negotiation);
  const actions: Action[] = [];
  for (const action of ACTIONS) {
    if (isSpent && isCounted(negotiation, action)) continue;
    if (refusalCodeOfOffer(negotiation, mover, action) === undefined) actions.push(action);
  }
  return Object.freeze(actions);
}

/** Who would make the move. */
export interface Mover {
  readonly partyId: string;
  readonly seat: Seat;
}

/** Checks 8 to 13, and `undefined` when none of them bars the move. */
export function refusalCodeOfMove(negotiation: Negotiation, event: MoveEvent): RefusalCode | undefined {
  return (
    barOfFloor(negotiation, event, event.type) ??
    barOfClaim(negotiation, event) ??
    (declinesToOpen(negotiation, event) ? undefined : barOfAction(negotiation, event, event.type)) ??
    barOfStanding(negotiation, event)
  );
}

/** Checks 6, 8, 9, 11, 12, 14 and what of 13 follows from the action alone: whether it is worth offering. */
export function refusalCodeOfOffer(
  negotiation: Negotiation,
  mover: Mover,
  action: Action,
): RefusalCode | undefined {
  if (negotiation.outcome !== null) return "negotiation_over";
  return (
    barOfFloor(negotiation, mover, action) ??
    barOfAction(negotiation, mover, action) ??
    (action === "accept" && negotiation.standing?.partyId === mover.partyId ? "own_proposal" : undefined) ??
    refusalCodeOfCap(negotiation, mover.seat, action)
  );
}

/** Check 14: the cap, where its result is a refusal, or the last turn, where it wants a decision. */
export function refusalCodeOfCap(
  negotiation: Negotiation,
  seat: Seat,
  action: Action,
): RefusalCode | undefined {
  if (action === "propose" || action === "counter" || action === "question") {
    if (mustDecide(negotiation, negotiation[seat].kind)) return "final_turn";
    if (isCounted(negotiation, action) && isCapSpent(negotiation)) return "cap_reached";
  }
  return undefined;
}

/** Check 15: terms, message, validity, repetition. */
export function refusalCodeOfFields(negotiation: Negotiation, event: MoveEvent): RefusalCode | undefined {
  const { rules } = negotiation;
  const { move, type } = event;
  const hasTerms = move.terms !== null || move.termsIssue !== null;
  if (type === "propose" || type === "counter") {
    // Changes that were not merged are those of nothing, or not allowed by the rules.
    if (!hasTerms && (rules.terms === "required" || move.changes)) return "terms_required";
    if (rules.terms === "none" && hasTerms) return "terms_not_allowed";
    if (move.validUntilAt !== null && move.validUntilAt <= event.at)
      return messageBar(negotiation, event) ?? "validity_passed";
  } else if (hasTerms) {
    return "terms_not_allowed";
  }
  return messageBar(negotiation, event) ?? (isRepeated(negotiation, event) ? "repeated_message" : undefined);
}

/** Whether the move would be taken but for an `exceed` cap, of which it is one too many: it closes the negotiation. */
export function closesByCap(negotiation: Negotiation, event: MoveEvent): boolean {
  return (
    isCapSpent(negotiation) &&
    isCounted(negotiation, event.type) &&
    refusalCodeOfMove(negotiation, event) === undefined &&
    refusalCodeOfFields(negotiation, event) === undefined
  );
}

/** Whether the move is legal and brings a `reach` cap to its limit without deciding. */
export function reachesCap(negotiation: Negotiation, event: MoveEvent): boolean {
  return (
    isLastBeforeCap(negotiation) &&
    isCounted(negotiation, event.type) &&
    refusalCodeOfMove(negotiation, event) === undefined &&
    refusalCodeOfCap(negotiation, event.seat, event.type) === undefined &&
    refusalCodeOfFields(negotiation, event) === undefined
  );
}

/** The action that must be allowed: a repeated proposal is a counter where the rules make it one. */
export function judgedAction(negotiation: Negotiation, action: Action): Action {
  const { rules, standing } = negotiation;
  return action === "propose" && standing !== null && rules.repropose === "counter" ? "counter" : action;
}

/** Who may leave at any time waits for nobody's consult, turn or claim. */
function leavesFreely({ rules }: Negotiation, action: Action): boolean {
  return action === "withdraw" && rules.withdrawOffTurn;
}

/** Checks 8 and 9. */
function barOfFloor(negotiation: Negotiation, mover: Mover, action: Action): RefusalCode | undefined {
  if (leavesFreely(negotiation, action)) return undefined;
  if (negotiation.awaiting?.kind === "consult") return "consult_pending";
  return negotiation.floor === mover.partyId ? undefined : "not_your_turn";
}

function barOfClaim(negotiation: Negotiation, event: MoveEvent): RefusalCode | undefined {
  const { awaiting } = negotiation;
  if (awaiting === null || leavesFreely(negotiation, event.type)) return undefined;
  switch (awaiting.kind) {
    case "parked":
      // The party itself may take a parked turn directly; an agent that answers needs a claim first.
      return event.claim === null ? undefined : "claim_not_held";
    case "claimed":
      return isHeld(awaiting, event.claim) ? undefined : "claim_not_held";
    case "fallback":
      return event.source === "fallback" ? undefined : "not_parked";
    default:
      return event.claim === null ? undefined : "not_parked";
  }
}

/** Whether this claim is the one that holds the turn. */
export function isHeld(awaiting: Awaiting | null, claim: Pick<Claim, "agentId" | "claimId"> | null): boolean {
  if (awaiting?.kind !== "claimed") return false;
  return awaiting.claim.agentId === claim?.agentId && awaiting.claim.claimId === claim.claimId;
}

function barOfAction(negotiation: Negotiation, mover: Mover, action: Action): RefusalCode | undefined {
  const { rules, standing } = negotiation;
  const judged = judgedAction(negotiation, action);
  if (forbiddenBy(rules.actions, mover.seat, negotiation[mover.seat].kind, judged) !== undefined) {
    return "action_not_allowed";
  }
  if (standing === null) return action === "propose" || action === "withdraw" ? undefined : "must_propose";
  return judged === "propose" ? "must_counter" : undefined;
}

/** An agent that is asked to open may always decline, whatever the rules list (EN-14). */
function declinesToOpen(negotiation: Negotiation, event: MoveEvent): boolean {
  const isOpening = negotiation.standing === null && negotiation.floor === event.partyId;
  return event.type === "withdraw" && isOpening && event.source !== "external";
}

function barOfStanding(negotiation: Negotiation, event: MoveEvent): RefusalCode | undefined {
  const { standing } = negotiation;
  if (event.type === "accept" && standing?.partyId === event.partyId) return "own_proposal";
  if (event.move.replyTo !== null && event.move.replyTo !== standing?.id) return "stale_proposal";
  if (event.move.proposalId !== null && isProposalIdTaken(negotiation, event.move.proposalId)) {
    return "proposal_id_taken";
  }
  return undefined;
}

function isProposalIdTaken(negotiation: Negotiation, proposalId: string): boolean {
  const ours = `${negotiation.id}_p`;
  // Ids that the engine would give to another round are not for the taking.
  if (proposalId.startsWith(ours) && proposalId !== `${ours}${roundsOf(negotiation) + 1}`) return true;
  return negotiation.turns.some((turn) => turn.proposalId === proposalId);
}

function messageBar(negotiation: Negotiation, event: MoveEvent): RefusalCode | undefined {
  // A careful move made for a failed agent has nothing to say (EN-29), and is never a question.
  const isSpared = event.source === "fallback" && event.type !== "question";
  const judged = judgedAction(negotiation, event.type);
  const isRequired = judged === "question" || negotiation.rules.messageRequiredFor.includes(judged);
  if (!isRequired || isSpared) return undefined;
  return event.move.message === null || event.move.message.trim() === "" ? "message_required" : undefined;
}
