/**
 * @module
 * Reads the two parties that a caller names: ids or `{ id, kind, agent }`, and refuses what cannot be two
 * parties.
 */

import { isText, textName, unmet } from "../../core/checks/index.js";
import type { Party } from "../../core/record/index.js";
import { NegotiationError, shown } from "../../errors.js";
import type { Agent } from "../../ports/index.js";

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
  const first = readParty("initiator", initiator);
  const second = readParty("responder", responder);
  if (first.id === second.id) {
    throw invalid(`Expected two different parties, got ${shown(first.id)} twice. Give each side its own id.`);
  }
  const agents = {
    ...(first.agent && { initiator: first.agent }),
    ...(second.agent && { responder: second.agent }),
  };
  const hasAgents = first.agent !== undefined || second.agent !== undefined;
  return { initiator: partyOf(first), responder: partyOf(second), agents: hasAgents ? agents : null };
}

const MAX_ID_LENGTH = 256;

/** A party with each of its members read once. */
function readParty<Terms>(seat: string, party: PartyInput<Terms>): NegotiatingParty<Terms> {
  let { id, kind, agent } = { id: party, kind: "system", agent: undefined } as Members<Terms>;
  try {
    if (typeof party !== "string") ({ id, kind, agent } = party);
  } catch {
    throw invalid(unmet(`the ${seat}`, "an id or { id, kind, agent? }", party));
  }
  if (!isText(id, MAX_ID_LENGTH)) throw invalid(unmet(`the id of the ${seat}`, textName(MAX_ID_LENGTH), id));
  if (kind !== "system" && kind !== "personal") {
    throw invalid(unmet(`the kind of ${seat} ${shown(id)}`, '"system" or "personal"', kind));
  }
  if (agent !== undefined && typeof agent !== "function") {
    throw invalid(unmet(`the agent of ${seat} ${shown(id)}`, "a function", agent));
  }
  return { id, kind, agent };
}

interface Members<Terms> {
  readonly id: unknown;
  readonly kind: unknown;
  readonly agent: Agent<Terms> | undefined;
}

function partyOf({ id, kind }: Party): Party {
  return Object.freeze({ id, kind });
}

function invalid(message: string): NegotiationError {
  return new NegotiationError("party_invalid", message);
}
