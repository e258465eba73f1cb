/**
 * @module
 * The messages of the `room` preset: their shape, reading one that came from outside, and the move
 * that it hands in. Making them is `toAgentMessage`'s business in `room.ts`.
 */

import * as z from "zod/mini";
import { copyJson } from "../core/copy-json.js";
import { isEqualJson } from "../core/equal-json.js";
import type { Move } from "../core/moves.js";
import type { Json, Negotiation } from "../core/negotiation.js";
import type { Issue } from "../errors.js";
import { readWith } from "./read-with.js";

interface MessageFields {
  /** The command id: the same message handed in twice takes effect once. */
  readonly id?: string | undefined;
  readonly negotiationId: string;
  /** The party that speaks. */
  readonly fromAgent: string;
  readonly reason?: string | undefined;
  /** The version that the sender saw. */
  readonly expectedVersion?: number | undefined;
}

/** Offers terms: the opening or a counter. */
export interface ProposingMessage<Terms = unknown> extends MessageFields {
  readonly type: "agent_proposal" | "agent_counter";
  readonly proposal: Terms;
}

/** Decides. A `proposal` is let pass only if it repeats the standing terms. */
export interface AnsweringMessage<Terms = unknown> extends MessageFields {
  readonly type: "agent_accept" | "agent_reject";
  readonly proposal?: Terms | undefined;
}

/**
 * What two agents of a room say to each other.
 *
 * @see seeds/001, `handleAgentMessage`; spec room, section 3
 */
export type AgentMessage<Terms = unknown> = ProposingMessage<Terms> | AnsweringMessage<Terms>;

/** A message that was read, or everything that was wrong with it. */
export type MessageReading =
  | { readonly ok: true; readonly message: AgentMessage }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Reads what came as a message; never throws, whatever it is given.
 *
 * Checks the shape only: whether ids are known and terms are wanted is judged by `submit`, so that
 * both doors refuse alike (RM-32). `proposal` stays the sender's own value, which `submit` copies.
 * Unknown members are ignored.
 */
export function readAgentMessage(message: unknown): MessageReading {
  const reading = readWith(MESSAGE, message);
  if (!reading.ok) return reading;
  const { type, id, negotiationId, fromAgent, proposal, reason, expectedVersion } = reading.value;
  const fields: MessageFields = {
    ...(typeof id === "string" && { id }),
    negotiationId,
    fromAgent,
    ...(typeof reason === "string" && { reason }),
    ...(typeof expectedVersion === "number" && { expectedVersion }),
  };
  if (type === "agent_proposal" || type === "agent_counter") {
    return { ok: true, message: { type, ...fields, proposal } };
  }
  // Absent is `null` in our records, so a sender may write it out.
  const hasProposal = proposal !== undefined && proposal !== null;
  return { ok: true, message: { type, ...fields, ...(hasProposal && { proposal }) } };
}

/** The move that a message hands in, for the party `message.fromAgent`. */
export function moveOfMessage(message: AgentMessage): Move {
  const reason = message.reason === undefined ? {} : { reason: message.reason };
  switch (message.type) {
    case "agent_proposal":
      return { action: "propose", terms: message.proposal, ...reason };
    case "agent_counter":
      return { action: "counter", terms: message.proposal, ...reason };
    case "agent_accept":
      return { action: "accept", ...reason };
    case "agent_reject":
      return { action: "reject", ...reason };
  }
}

/**
 * Whether an accept or reject brings no proposal of its own: none at all, or the standing terms again.
 *
 * If not, the message is dropped as `move_invalid`: it answers something that does not stand.
 *
 * @see spec room, RM-34
 */
export function repeatsStanding(
  message: AnsweringMessage,
  negotiation: Pick<Negotiation, "standing" | "rules">,
): boolean {
  if (message.proposal === undefined) return true;
  if (negotiation.standing === null) return false;
  const copy = copyJson(message.proposal, negotiation.rules.maxTermsBytes);
  return copy.ok && isEqualJson(copy.value, negotiation.standing.terms as Json);
}

const MESSAGE = z.object({
  type: z.enum(["agent_proposal", "agent_counter", "agent_accept", "agent_reject"]),
  id: z.optional(z.nullable(z.string())),
  negotiationId: z.string(),
  fromAgent: z.string(),
  proposal: z.optional(z.unknown()),
  reason: z.optional(z.nullable(z.string())),
  expectedVersion: z.optional(z.nullable(z.number())),
});
