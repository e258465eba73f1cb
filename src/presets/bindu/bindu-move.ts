/**
 * @module
 * A proposal of Bindu's wire as the move that it hands in. Whether that move is legal is judged by
 * `submit`; what must hold before there is a move at all is judged here.
 */

import { isEqualJson, type Json } from "../../core/json/index.js";
import type { Move } from "../../core/moves/index.js";
import type { Action, Negotiation, Turn } from "../../core/record/index.js";
import { type Issue, type RefusalCode, shown } from "../../errors.js";
import { proposingTurn } from "../wire/index.js";
import type { BinduProposal } from "./bindu-wire.js";

/** The move that a proposal hands in, for `submit`; or why it hands in none. */
export type BinduMove =
  | {
      readonly ok: true;
      /** The authenticated sender. */
      readonly partyId: string;
      readonly move: Move;
      /** Set when the record holds that very move: `submit` then answers with the duplicate. */
      readonly commandId?: string;
    }
  | { readonly ok: false; readonly code: RefusalCode; readonly issues: readonly Issue[] };

/**
 * The move that a proposal from outside hands in.
 *
 * An answer names the proposal that it answers, and its author in `fromAgent`. Whether the move is
 * legal (the floor, the standing proposal) is judged by `submit`.
 *
 * @param negotiation - `null` when none was started yet: only an opening makes sense then
 * @param senderId - who the host has authenticated; the move is that party's
 * @see docs/requirements/bindu.md, section 3 and BD-8
 */
export function fromBinduProposal(
  proposal: BinduProposal,
  negotiation: Negotiation | null,
  senderId: string,
): BinduMove {
  const isOffer = proposal.status === "proposed" || proposal.status === "countered";
  const issues = [
    ...(negotiation === null ? [] : strangerIssues(proposal, negotiation)),
    ...(isOffer ? senderIssues(proposal, senderId) : answerIssues(proposal, negotiation)),
  ];
  if (issues.length > 0) return { ok: false, code: "move_invalid", issues };
  if (negotiation === null && proposal.status !== "proposed") return NOTHING_STANDS;
  const turns = negotiation === null ? [] : negotiation.turns;
  const repeated = turns.find((turn) => isRepeatedBy(turn, proposal, senderId));
  const move = isOffer ? offerOf(proposal, negotiation, repeated) : answerOf(proposal);
  return repeated === undefined
    ? { ok: true, partyId: senderId, move }
    : { ok: true, partyId: senderId, move, commandId: repeated.commandId };
}

function strangerIssues(proposal: BinduProposal, { initiator, responder }: Negotiation): Issue[] {
  const { fromAgent, toAgent } = proposal;
  const isParty = (id: string): boolean => id === initiator.id || id === responder.id;
  const issues: Issue[] = [];
  if (!isParty(fromAgent)) issues.push(agentIssue(proposal, "fromAgent", "one of the two parties"));
  if (!isParty(toAgent) || toAgent === fromAgent) {
    issues.push(agentIssue(proposal, "toAgent", "the other of the two parties"));
  }
  return issues;
}

function senderIssues(proposal: BinduProposal, senderId: string): Issue[] {
  return proposal.fromAgent === senderId
    ? []
    : [agentIssue(proposal, "fromAgent", "the authenticated sender")];
}

/** An answer quotes what it answers. One that names an unknown proposal is stale, which `submit` says. */
function answerIssues(proposal: BinduProposal, negotiation: Negotiation | null): Issue[] {
  const answered = negotiation === null ? undefined : proposingTurn(negotiation.turns, proposal.proposalId);
  if (answered === undefined) return [];
  const issues: Issue[] = [];
  if (proposal.fromAgent !== answered.partyId) {
    issues.push(agentIssue(proposal, "fromAgent", "the author of the proposal that is answered"));
  }
  if (!isEqualJson(proposal.terms, answered.terms as Json)) {
    issues.push({
      path: ["terms"],
      message: "Expected terms to be those of the proposal that is answered, got others.",
    });
  }
  return issues;
}

function agentIssue(proposal: BinduProposal, key: "fromAgent" | "toAgent", expected: string): Issue {
  return { path: [key], message: `Expected ${key} to be ${expected}, got ${shown(proposal[key])}.` };
}

const NOTHING_STANDS: BinduMove = {
  ok: false,
  code: "must_propose",
  issues: [
    { path: ["status"], message: 'Expected status to be "proposed", since nothing was proposed yet.' },
  ],
};

const ACTIONS: Readonly<Record<BinduProposal["status"], readonly Action[]>> = {
  proposed: ["propose", "counter"],
  countered: ["propose", "counter"],
  accepted: ["accept"],
  rejected: ["reject"],
};

/** Whether the turn says what the proposal says again. What came over this wire has no message. */
function isRepeatedBy(turn: Turn, proposal: BinduProposal, senderId: string): boolean {
  return (
    turn.proposalId === proposal.proposalId &&
    turn.partyId === senderId &&
    ACTIONS[proposal.status].includes(turn.action) &&
    turn.message === null &&
    (turn.round === null || isEqualJson(turn.terms as Json, proposal.terms))
  );
}

function offerOf(
  { proposalId, terms, status, extra }: BinduProposal,
  negotiation: Negotiation | null,
  repeated: Turn | undefined,
): Move {
  const isOpening = negotiation === null || negotiation.standing === null;
  const action =
    repeated?.action === "propose" || (isOpening && status === "proposed") ? "propose" : "counter";
  return { action, terms, proposalId, ...(extra !== undefined && { extra }) };
}

function answerOf({ proposalId, status, extra }: BinduProposal): Move {
  const action = status === "accepted" ? "accept" : "reject";
  return { action, replyTo: proposalId, ...(extra !== undefined && { extra }) };
}
