/**
 * @module
 * What is refused at the door, before there is a record to decide on, or whether or not there is one.
 */

import type { Json } from "../../../core/json/index.js";
import { type Refusal, refusal, refusalForStranger } from "../../../core/moves/index.js";
import { type Negotiation, seatOf } from "../../../core/record/index.js";
import { type Issue, NegotiationError, type RefusalCode, shown } from "../../../errors.js";
import { MAX_WAITING } from "../../queue/index.js";

/** The refusal of a command on an id that this room does not have. */
export function unknownNegotiation(id: string): Refusal {
  const message = `Expected the id of a negotiation here, got ${shown(id)}. Use the id of its record.`;
  return atTheDoor(undefined, id, null, "unknown_negotiation", message, { id: textOrNull(id) });
}

/** A refusal as an error, for who has no answer to find it in. */
export function refusalError({ code, message, details }: Refusal): NegotiationError {
  return new NegotiationError(code, message, { details });
}

/** The error of a command that others were always faster than (ST-31). */
export function contention(attempts: number): NegotiationError {
  const message = `Expected to commit, got ${attempts} conflicts. Retry with the same commandId.`;
  return new NegotiationError("contention", message, { details: { attempts } });
}

/** The refusal of a move that is none. */
export function malformed(
  record: Negotiation | undefined,
  id: string,
  partyId: string,
  issues: readonly Issue[],
): Refusal {
  const message = `Expected a well-formed move, got: ${issues[0]?.message ?? ""}`;
  return atTheDoor(record, id, partyId, "move_invalid", message, { issues: jsonIssues(issues) });
}

/** The refusal of one command too many. */
export function queueFull(record: Negotiation | undefined, id: string, partyId: string | null): Refusal {
  const message = `Expected at most ${MAX_WAITING} waiting commands of one party on ${shown(id)}, got one more. Wait for earlier answers.`;
  return atTheDoor(record, id, partyId, "queue_full", message, { limit: MAX_WAITING });
}

/** Issues as the JSON of a refusal. */
export function jsonIssues(issues: readonly Issue[]): Json {
  return issues.map(({ path, message }) => ({ path: [...path], message }));
}

/** @param partyId - `null`: the host's own command */
function atTheDoor(
  record: Negotiation | undefined,
  id: string,
  partyId: string | null,
  code: RefusalCode,
  message: string,
  details: Refusal["details"],
): Refusal {
  const isStranger = record === undefined || (partyId !== null && seatOf(record, partyId) === undefined);
  return isStranger
    ? refusalForStranger(textOrNull(id), code, message, details)
    : refusal(record, partyId, code, message, details);
}

function textOrNull(id: unknown): string | null {
  return typeof id === "string" ? id : null;
}
