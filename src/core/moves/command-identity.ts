/**
 * @module
 * Whether a command was handed in before: the same id of one party with the same content takes effect once, with
 * other content it is refused (EN-36). Ids of the other party, and of the host, are in nobody's way (EN-62).
 */

import { shown } from "../../errors.js";
import { isEqualJson, type Json } from "../json/index.js";
import type { Entry, Negotiation, Seat, Turn } from "../record/index.js";
import type { MoveCommand, MoveEvent } from "./commands.js";
import { type Refusal, refusal } from "./refusals.js";

/** The turn that this command made before, a refusal if it made another one, `undefined` if it is new. */
export function repeatedCommand(negotiation: Negotiation, command: MoveCommand): Turn | Refusal | undefined {
  const { commandId, partyId } = command;
  const turn = turnOfCommand(negotiation.turns, commandId, partyId);
  const isOfCreation = commandId === negotiation.createCommandId && partyId === negotiation.initiator.id;
  if (turn === undefined && !isOfCreation) return undefined;
  if (turn !== undefined && hasSameContent(turn, command)) return turn;
  const taken = turn === undefined ? "the creation" : `turn ${turn.number}`;
  return refusal(
    negotiation,
    command.partyId,
    "command_conflict",
    `Expected a new commandId for new content, got ${shown(commandId)} of ${taken}. Use another id.`,
    { commandId, turnNumber: turn?.number ?? null },
  );
}

/** Whether this last entry is the end that this very command made by a move above the cap, which is no turn (EN-17). */
export function closedBy(command: MoveCommand, last: Entry | undefined): boolean {
  if (last?.kind !== "closed") return false;
  const { events } = last.details as unknown as { readonly events: readonly [MoveEvent] };
  const [{ move, partyId, coercedFrom, commandId }] = events;
  return commandId === command.commandId && hasSameContent({ ...move, partyId, coercedFrom }, command);
}

/** A party's id of a command as the entry has it, unique within the negotiation; that of the creation is the initiator's. */
export function storedCommandId(seat: Seat, commandId: string): string {
  return `${seat}:${commandId}`;
}

/** What tells one move from another. What is sealed cannot: the record does not have it. */
type Content = Pick<Turn, "partyId" | "action" | "coercedFrom" | "message" | "terms" | "changes">;

/** Walks back by hand: with a callback for each turn this would be a tenth of a long negotiation (measured). */
function turnOfCommand(turns: readonly Turn[], commandId: string, partyId: string): Turn | undefined {
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    const turn = turns[index] as Turn;
    if (turn.commandId === commandId && turn.partyId === partyId) return turn;
  }
  return undefined;
}

function hasSameContent(turn: Content, command: MoveCommand): boolean {
  const { move, partyId } = command;
  return (
    turn.partyId === partyId &&
    isSameAction(turn, move.action) &&
    turn.message === move.message &&
    move.termsIssue === null &&
    // Changes alone say what it is: their terms followed from what stood.
    isEqualJson(turn.changes ?? null, move.changes ?? null) &&
    (move.changes !== undefined || isEqualJson(turn.terms as Json, move.terms))
  );
}

/** A repeated `propose` is recorded as a counter, a coerced answer as a proposal: both still match. */
function isSameAction(turn: Content, action: Turn["action"]): boolean {
  if (turn.action === action || turn.coercedFrom === action) return true;
  return action === "propose" && turn.action === "counter";
}
