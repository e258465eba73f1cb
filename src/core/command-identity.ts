/**
 * @module
 * Whether a command was handed in before: the same id with the same content takes effect once, with
 * other content it is refused (EN-36).
 */

import { shown } from "../errors.js";
import type { MoveCommand } from "./commands.js";
import { isEqualJson } from "./equal-json.js";
import type { Json, Negotiation, Turn } from "./negotiation.js";
import { type Refusal, refusal } from "./refusals.js";

/** The turn that this command made before, a refusal if it made another one, `undefined` if it is new. */
export function repeatedCommand(negotiation: Negotiation, command: MoveCommand): Turn | Refusal | undefined {
  const { commandId } = command;
  const turn = negotiation.turns.findLast((one) => one.commandId === commandId);
  if (turn === undefined && commandId !== negotiation.createCommandId) return undefined;
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

function hasSameContent(turn: Turn, command: MoveCommand): boolean {
  const { move, partyId } = command;
  return (
    turn.partyId === partyId &&
    isSameAction(turn, move.action) &&
    turn.message === move.message &&
    move.termsIssue === null &&
    isEqualJson(turn.terms as Json, move.terms)
  );
}

/** A repeated `propose` is recorded as a counter, a coerced answer as a proposal: both still match. */
function isSameAction(turn: Turn, action: Turn["action"]): boolean {
  if (turn.action === action || turn.coercedFrom === action) return true;
  return action === "propose" && turn.action === "counter";
}
