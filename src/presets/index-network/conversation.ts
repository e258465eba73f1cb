/**
 * @module
 * A negotiation as Index Network's A2A conversation, as one party may see it: two participants, one
 * task, a message for each turn, an artifact at the end. Serving it is the bridges' business.
 */

import { type Negotiation, type NegotiationView, view } from "../../core/record/index.js";
import { type IndexOutcome, toIndexOutcome } from "./outcome.js";
import { conversationIdOf } from "./trace.js";
import { type IndexTurn, toIndexTurn } from "./turns.js";

/** What the task waits for. */
export type IndexTaskState =
  | "submitted"
  | "working"
  | "waiting_for_agent"
  | "claimed"
  | "input_required"
  | "completed";

/** One data part. */
export interface IndexDataPart<T> {
  readonly kind: "data";
  readonly data: T;
}

/** A turn of one participant. */
export interface IndexMessage {
  /** `agent:<party id>`. */
  readonly senderId: string;
  readonly role: "agent";
  readonly parts: readonly [IndexDataPart<IndexTurn>];
}

/** The outcome, once there is one. */
export interface IndexArtifact {
  readonly name: "negotiation-outcome";
  readonly parts: readonly [IndexDataPart<IndexOutcome>];
  readonly metadata: { readonly hasOpportunity: boolean; readonly turnCount: number };
}

/** The task of a negotiation: its id is the negotiation's. */
export interface IndexTask {
  readonly id: string;
  readonly type: "negotiation";
  readonly sourceUserId: string;
  readonly candidateUserId: string;
  readonly state: IndexTaskState;
  readonly artifacts: readonly IndexArtifact[];
}

/** A negotiation as a conversation. */
export interface IndexConversation {
  readonly id: string;
  /** Source and candidate, each `agent:<party id>`. */
  readonly participants: readonly [string, string];
  readonly task: IndexTask;
  readonly messages: readonly IndexMessage[];
}

/**
 * The conversation of a negotiation as one of its parties may see it; `undefined` for a stranger.
 *
 * @see docs/requirements/index-network.md, CV-1 and CV-2; Index Network's negotiation domain,
 * section "A2A Conversation Integration"
 */
export function toConversation(negotiation: Negotiation, viewer: string): IndexConversation | undefined {
  const seen = view(negotiation, viewer);
  return seen === undefined ? undefined : conversationOfView(seen);
}

/** The conversation of a view that is at hand; a record in its place would show both sides' assessments. */
export function conversationOfView(seen: NegotiationView): IndexConversation {
  const { initiator, responder } = seen;
  const outcome = toIndexOutcome(seen);
  return {
    id: conversationIdOf(seen.id),
    participants: [participantOf(initiator.id), participantOf(responder.id)],
    task: {
      id: seen.id,
      type: "negotiation",
      sourceUserId: initiator.id,
      candidateUserId: responder.id,
      state: taskStateOf(seen),
      artifacts: outcome === null ? [] : [artifactOf(outcome)],
    },
    messages: seen.turns.map((turn) => ({
      senderId: participantOf(turn.partyId),
      role: "agent",
      parts: [{ kind: "data", data: toIndexTurn(turn) }],
    })),
  };
}

/** The state of a negotiation's task. */
export function taskStateOf(negotiation: Pick<NegotiationView, "awaiting" | "turns">): IndexTaskState {
  switch (negotiation.awaiting?.kind) {
    case undefined:
      return "completed";
    case "move":
      return negotiation.turns.length === 0 ? "submitted" : "working";
    case "fallback":
      return "working";
    case "parked":
      return "waiting_for_agent";
    case "claimed":
      return "claimed";
    case "consult":
      return "input_required";
  }
}

function participantOf(partyId: string): string {
  return `agent:${partyId}`;
}

function artifactOf(outcome: IndexOutcome): IndexArtifact {
  const { hasOpportunity, turnCount } = outcome;
  return {
    name: "negotiation-outcome",
    parts: [{ kind: "data", data: outcome }],
    metadata: { hasOpportunity, turnCount },
  };
}
