/**
 * @module
 * The messages of the `room` preset: their shape, reading one that came from outside, and the move
 * that it hands in. Making them is `toAgentMessage`'s business in `room-projection.ts`.
 */

import { copyJson, isEqualJson, isJsonObject, type Json } from "../../core/json/index.js";
import { kindOrValue, type Move } from "../../core/moves/index.js";
import type { Negotiation } from "../../core/record/index.js";
import type { Issue } from "../../errors.js";

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
 * @see the room document, `handleAgentMessage`; docs/requirements/room.md, section 3
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
  try {
    return readMembers(message);
  } catch {
    // A getter or a Proxy of the sender's threw.
    return refused([{ path: [], message: "Expected readable members, got one that throws." }]);
  }
}

/** The move that a message hands in, for the party `message.fromAgent`. */
export function moveOfMessage({ type, proposal, reason }: AgentMessage): Move {
  const action = ACTIONS[type];
  const fields = reason === undefined ? {} : { reason };
  return action === "propose" || action === "counter"
    ? { action, terms: proposal, ...fields }
    : { action, ...fields };
}

/**
 * Whether an accept or reject brings no proposal of its own: none at all, or the standing terms again.
 *
 * If not, the message is dropped as `move_invalid`: it answers something that does not stand.
 *
 * @see docs/requirements/room.md, RM-34
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

const ACTIONS = {
  agent_proposal: "propose",
  agent_counter: "counter",
  agent_accept: "accept",
  agent_reject: "reject",
} as const;

const MEMBERS = {
  negotiationId: "string",
  fromAgent: "string",
  id: "string",
  reason: "string",
  expectedVersion: "number",
} as const;

/** The members that may be absent. That is `null` in our records, so a sender may write it out. */
const OPTIONAL: readonly string[] = ["id", "reason", "expectedVersion"];

/**
 * Reads member by member, each once. By hand: the schema library that reads the other wire shapes would be
 * a seventh of what `.` weighs, for these seven members.
 */
function readMembers(given: unknown): MessageReading {
  if (!isJsonObject(given)) return refused([expected([], "an object", given)]);
  const issues: Issue[] = [];
  const { type, proposal } = given;
  const message: Record<string, unknown> = { type };
  if (typeof type !== "string" || !Object.hasOwn(ACTIONS, type)) {
    issues.push(expected(["type"], `one of ${Object.keys(ACTIONS).join(", ")}`, type));
  }
  for (const [name, wanted] of Object.entries(MEMBERS)) {
    const value: unknown = given[name];
    if (OPTIONAL.includes(name) && (value === undefined || value === null)) continue;
    if (typeof value !== wanted || (wanted === "number" && !Number.isFinite(value))) {
      issues.push(expected([name], `a ${wanted}`, value));
    }
    message[name] = value;
  }
  const isProposal = type === "agent_proposal" || type === "agent_counter";
  if (isProposal || (proposal !== undefined && proposal !== null)) message["proposal"] = proposal;
  return issues.length > 0 ? refused(issues) : { ok: true, message: message as unknown as AgentMessage };
}

function refused(issues: readonly Issue[]): MessageReading {
  return { ok: false, issues };
}

function expected(path: readonly string[], what: string, came: unknown): Issue {
  const where = path.length === 0 ? "" : `${path.join(".")} to be `;
  const got = came === undefined ? "nothing" : kindOrValue(came);
  return { path, message: `Expected ${where}${what}, got ${got}.` };
}
