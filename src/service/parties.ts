/**
 * @module
 * Reads the two parties that a caller names: ids or `{ id, kind, agent }`, and refuses what cannot be two
 * parties.
 */

import type { Party } from "../core/negotiation.js";
import { NegotiationError, shown } from "../errors.js";
import type { Agent } from "../ports/agent.js";

/** A party that may bring its own agent. */
export interface NegotiatingParty<Terms = unknown> extends Party {
  /** Takes this party's turns in this process. @default the service's `agentFor(party)`, else the party is waited for */
  readonly agent?: Agent<Terms> | undefined;
}

/** A party, or its id (kind `system`). */
export type PartyInput<Terms = unknown> = string | NegotiatingParty<Terms>;

/** Two read parties and the agents that they brought. */
export interface ReadParties<Terms> {
  readonly initiator: Party;
  readonly responder: Party;
  readonly agents: { readonly initiator?: Agent<Terms>; readonly responder?: Agent<Terms> } | null;
}

/**
 * The two parties, copied and frozen.
 *
 * @throws {NegotiationError} `party_invalid` when one is malformed, or both have one id
 */
export function readParties<Terms>(
  initiator: PartyInput<Terms>,
  responder: PartyInput<Terms>,
): ReadParties<Terms> {
  const givenFirst = membersOf("initiator", initiator);
  const givenSecond = membersOf("responder", responder);
  const first = readParty("initiator", givenFirst);
  const second = readParty("responder", givenSecond);
  if (first.id === second.id) {
    throw invalid(`Expected two different parties, got ${shown(first.id)} twice. Give each side its own id.`);
  }
  const ofFirst = agentOf("initiator", givenFirst);
  const ofSecond = agentOf("responder", givenSecond);
  if (ofFirst === undefined && ofSecond === undefined)
    return { initiator: first, responder: second, agents: null };
  const agents = { ...(ofFirst && { initiator: ofFirst }), ...(ofSecond && { responder: ofSecond }) };
  return { initiator: first, responder: second, agents };
}

const MAX_ID_LENGTH = 256;

/** Each read once. */
interface PartyMembers<Terms> {
  readonly id: unknown;
  readonly kind: unknown;
  readonly agent: Agent<Terms> | undefined;
}

function membersOf<Terms>(seat: string, party: PartyInput<Terms>): PartyMembers<Terms> {
  if (typeof party === "string") return { id: party, kind: "system", agent: undefined };
  try {
    const { id, kind, agent } = party;
    return { id, kind, agent };
  } catch {
    throw invalid(`Expected the ${seat} to be an id or { id, kind, agent? }, got ${shown(party)}.`);
  }
}

function readParty(seat: string, { id, kind }: Omit<PartyMembers<unknown>, "agent">): Party {
  if (typeof id !== "string" || id === "" || id.length > MAX_ID_LENGTH) {
    throw invalid(`Expected the id of the ${seat} to be 1 to ${MAX_ID_LENGTH} characters, got ${shown(id)}.`);
  }
  if (kind !== "system" && kind !== "personal") {
    throw invalid(
      `Expected the kind of ${seat} ${shown(id)} to be "system" or "personal", got ${shown(kind)}.`,
    );
  }
  return Object.freeze({ id, kind });
}

function agentOf<Terms>(seat: string, { id, agent }: PartyMembers<Terms>): Agent<Terms> | undefined {
  if (agent === undefined || typeof agent === "function") return agent;
  throw invalid(`Expected the agent of ${seat} ${shown(id)} to be a function, got ${shown(agent)}.`);
}

function invalid(message: string): NegotiationError {
  return new NegotiationError("party_invalid", message);
}
