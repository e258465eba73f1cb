/**
 * @module
 * The command and the instant that a choice means, once the record is known.
 */

import { nextDeadline } from "../../core/deadlines/index.js";
import { type Command, type MoveCommand, readMove } from "../../core/moves/index.js";
import { type Negotiation, otherParty, type TurnSource } from "../../core/record/index.js";
import { moveOf } from "./arbitrary-moves.js";
import type { CommandChoice, MoveCommandChoice, WaitChoice } from "./history-choices.js";

/** The command that the choice means for this record. */
export function chosenCommand(
  choice: CommandChoice,
  negotiation: Negotiation,
  order: number,
  now: number,
): Command {
  const floor = negotiation.floor ?? negotiation.initiator.id;
  switch (choice.does) {
    case "move":
      return awaitedCommand(choice, negotiation, order) ?? moveCommandOf(choice, negotiation, order, now);
    case "fail": {
      const turnNumber = negotiation.turns.length + (choice.isLate ? 0 : 1);
      const partyId = partyOf(choice.by, negotiation, floor);
      return {
        type: "fail",
        partyId,
        turnNumber,
        kind: choice.kind,
        error: `The agent failed: ${choice.kind}.`,
      };
    }
    case "claim":
      return { type: "claim", agentId: choice.agentId, claimId: `claim-${order}` };
    case "release":
      return {
        type: "release",
        agentId: choice.agentId,
        claimId: claimOf(negotiation)?.claimId ?? "claim-0",
      };
    case "consult":
      return {
        type: "consult",
        partyId: partyOf(choice.by, negotiation, floor),
        id: `consult-${order}`,
        question: choice.text,
      };
    case "answer":
      return { type: "answer", partyId: partyOf(choice.by, negotiation, floor), answer: choice.text };
    case "cancel":
      return { type: "cancel", details: null };
    default:
      return { type: choice.does };
  }
}

/** The instant that the choice means; it may lie before the last one. */
export function chosenInstant(choice: WaitChoice, negotiation: Negotiation, last: number): number {
  if (choice.from === "last") return last + choice.ms;
  return (nextDeadline(negotiation)?.at ?? last) + choice.ms;
}

/** What a move that abides has to wait for: the principal's answer, or, now and then, a claim. */
function awaitedCommand(
  { move: { abides, pick } }: MoveCommandChoice,
  { awaiting, floor }: Negotiation,
  order: number,
): Command | undefined {
  if (!abides || floor === null) return undefined;
  if (awaiting?.kind === "consult") return { type: "answer", partyId: floor, answer: "Go ahead." };
  const claims = awaiting?.kind === "parked" && pick % 2 === 1;
  return claims ? { type: "claim", agentId: "agent-1", claimId: `claim-${order}` } : undefined;
}

function moveCommandOf(
  choice: MoveCommandChoice,
  negotiation: Negotiation,
  order: number,
  now: number,
): MoveCommand {
  const { version, turns, rules } = negotiation;
  const reading = readMove(moveOf(choice.move, negotiation, now), rules);
  // `moveOf` makes only well-formed moves.
  if (!reading.ok) throw new Error(reading.issues[0]?.message);
  const repeated = choice.commandId === "repeated" ? turns.at(-1)?.commandId : undefined;
  return {
    type: "move",
    partyId: partyOf(choice.by, negotiation, negotiation.floor ?? negotiation.initiator.id),
    move: reading.move,
    commandId: repeated ?? `cmd-${order}`,
    source: choice.source === "fitting" ? sourceFor(negotiation) : choice.source,
    coercedFrom: null,
    expectedVersion:
      choice.expects === "anything" ? null : choice.expects === "current" ? version : version - 1,
    claim:
      choice.claim === "held"
        ? claimOf(negotiation)
        : choice.claim === "none"
          ? null
          : { agentId: "agent-3", claimId: "claim-0" },
  };
}

function partyOf(by: MoveCommandChoice["by"], negotiation: Negotiation, floor: string): string {
  if (by === "stranger") return `${negotiation.initiator.id} of elsewhere`;
  return by === "floor" ? floor : otherParty(negotiation, floor).id;
}

function claimOf({ awaiting }: Negotiation): { readonly agentId: string; readonly claimId: string } | null {
  return awaiting?.kind === "claimed"
    ? { agentId: awaiting.claim.agentId, claimId: awaiting.claim.claimId }
    : null;
}

function sourceFor({ awaiting }: Negotiation): TurnSource {
  return awaiting?.kind === "fallback" ? "fallback" : "external";
}
