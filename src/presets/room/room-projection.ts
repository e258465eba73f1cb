/**
 * @module
 * The `room` preset's projections: a record in the words of the per-room service that it stands for,
 * its messages, its log texts. The rules are in `default-rules.ts`, reading messages in `room-messages.ts`.
 */

import type { Action, Negotiation, NegotiationView, Status, TurnView } from "../../core/record/index.js";
import { proposingTurn } from "../wire/index.js";
import type { AgentMessage } from "./room-messages.js";

/** The statuses that the source's service sets. */
export type RoomStatus = "proposed" | "countering" | "accepted" | "rejected" | "expired";

/** A turn in the source's words: there every move is a round. */
export interface RoomRound<Terms = unknown> {
  /** The turn's number, from 1. */
  readonly round: number;
  readonly fromAgent: string;
  /** The turn's own terms; on an answer those that stood then. */
  readonly proposal: Terms | null;
  readonly action: Action;
  readonly reason?: string;
  /** Epoch ms. */
  readonly timestamp: number;
}

/** A negotiation in the source's words. */
export interface RoomNegotiation<Terms = unknown> {
  readonly id: string;
  readonly roomId: string;
  readonly status: RoomStatus;
  readonly initiator: string;
  readonly responder: string;
  /** The standing terms; `null` before the opening, and after a rejection that goes on. */
  readonly currentProposal: Terms | null;
  readonly rounds: readonly RoomRound<Terms>[];
  /** `null` when unlimited. */
  readonly maxRounds: number | null;
  /** Milliseconds; `null` without such a deadline. */
  readonly roundTimeoutMs: number | null;
  readonly totalTimeoutMs: number | null;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/**
 * A record, or a party's view of one, as the source's service would show it.
 *
 * @see docs/requirements/room.md, RM-4, RM-5 and RM-7
 */
export function toRoomNegotiation<Terms>(
  negotiation: Negotiation<Terms> | NegotiationView<Terms>,
): RoomNegotiation<Terms> {
  const { cap, turnMs, totalMs } = negotiation.rules;
  return {
    id: negotiation.id,
    roomId: negotiation.roomId,
    // Open again after a rejection is no opening any more.
    status:
      negotiation.turns.length > 0 && negotiation.status === "open"
        ? "countering"
        : STATUSES[negotiation.status],
    initiator: negotiation.initiator.id,
    responder: negotiation.responder.id,
    currentProposal: negotiation.standing === null ? null : negotiation.standing.terms,
    rounds: negotiation.turns.map((turn) => roundOf(turn, negotiation.turns)),
    maxRounds: cap.limit === "unlimited" ? null : cap.limit,
    roundTimeoutMs: turnMs,
    totalTimeoutMs: totalMs,
    createdAt: negotiation.createdAt,
    updatedAt: negotiation.updatedAt,
  };
}

/**
 * The message that tells the *other* side about a turn; `undefined` for a question, which has none here.
 *
 * The id is the same whenever the turn is told, so that telling it twice is harmless. A withdrawal is
 * told as a rejection, as RM-7 shows it; a rejection that goes on (`onReject`) is told as the same.
 */
export function toAgentMessage<Terms>(
  turn: TurnView<Terms>,
  negotiation: Pick<Negotiation, "id"> & { readonly turns: readonly TurnView<Terms>[] },
): AgentMessage<Terms | null> | undefined {
  const fields = {
    id: `${negotiation.id}_t${turn.number}`,
    negotiationId: negotiation.id,
    fromAgent: turn.partyId,
    ...(turn.reason !== null && { reason: turn.reason }),
  };
  switch (turn.action) {
    case "propose":
      return { type: "agent_proposal", ...fields, proposal: turn.terms };
    case "counter":
      return { type: "agent_counter", ...fields, proposal: turn.terms };
    case "accept":
      return { type: "agent_accept", ...fields, proposal: termsOf(turn, negotiation.turns) };
    case "reject":
    case "withdraw":
      return { type: "agent_reject", ...fields };
    case "question":
      return undefined;
  }
}

/**
 * The source's log text for a missed deadline, with the real window; `undefined` for every other end.
 *
 * Takes the rules beside the outcome, since the windows stand there: `openMs` for a missed opening,
 * else `turnMs`, and `totalMs`.
 *
 * @example
 * roomExpiryText(negotiation); // "Round timeout - no response within 30 seconds"
 */
export function roomExpiryText(negotiation: Pick<Negotiation, "outcome" | "rules">): string | undefined {
  const { outcome, rules } = negotiation;
  if (outcome?.reason === "total_timeout" && rules.totalMs !== null) {
    return `Total timeout - negotiation exceeded ${windowText(rules.totalMs)}`;
  }
  if (outcome?.reason !== "turn_timeout") return undefined;
  const windowMs = outcome.turnCount === 0 ? (rules.openMs ?? rules.turnMs) : rules.turnMs;
  return windowMs === null ? undefined : `Round timeout - no response within ${windowText(windowMs)}`;
}

const STATUSES: Readonly<Record<Status, RoomStatus>> = {
  open: "proposed",
  proposed: "proposed",
  countered: "countering",
  accepted: "accepted",
  rejected: "rejected",
  withdrawn: "rejected",
  expired: "expired",
  stalled: "expired",
};

function roundOf<Terms>(turn: TurnView<Terms>, turns: readonly TurnView<Terms>[]): RoomRound<Terms> {
  return {
    round: turn.number,
    fromAgent: turn.partyId,
    proposal: termsOf(turn, turns),
    action: turn.action,
    ...(turn.reason !== null && { reason: turn.reason }),
    timestamp: turn.at,
  };
}

function termsOf<Terms>(turn: TurnView<Terms>, turns: readonly TurnView<Terms>[]): Terms | null {
  return (turn.round === null ? proposingTurn(turns, turn.proposalId) : turn)?.terms ?? null;
}

/** Whole minutes from two on, as the source writes them; anything else must not be rounded away. */
function windowText(ms: number): string {
  if (ms >= 120_000 && ms % 60_000 === 0) return amount(ms / 60_000, "minute");
  return ms >= 1_000 ? amount(ms / 1_000, "second") : amount(ms, "millisecond");
}

function amount(count: number, unit: string): string {
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

/** The noun of an action. */
export type TurnLabel = "Proposal" | "Counter" | "Question" | "Acceptance" | "Rejection" | "Withdrawal";

/**
 * The noun for what a turn did, as tools and pages show it.
 *
 * @see docs/requirements/index-network.md, MT-2
 */
export function turnLabel(action: Action): TurnLabel {
  return LABELS[action];
}

const LABELS: Readonly<Record<Action, TurnLabel>> = {
  propose: "Proposal",
  counter: "Counter",
  question: "Question",
  accept: "Acceptance",
  reject: "Rejection",
  withdraw: "Withdrawal",
};
