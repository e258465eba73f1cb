/**
 * @module
 * The plain data that histories are made of, and the command and the instant that each choice means once the record
 * is known.
 */

import type { Arbitrary } from "fast-check";
import { nextDeadline } from "../../core/deadlines/index.js";
import { type Command, type MoveCommand, readMove } from "../../core/moves/index.js";
import { type FailureKind, type Negotiation, otherParty, type TurnSource } from "../../core/record/index.js";
import { arbitraryMoveChoice, type MoveChoice, moveOf } from "./arbitrary-moves.js";
import { fc } from "./fast-check.js";

/** One thing that is asked of a negotiation, and how long after the last. */
export type CommandChoice = { readonly wait: WaitChoice } & (
  | MoveCommandChoice
  | {
      readonly does: "fail";
      readonly kind: FailureKind;
      readonly by: "floor" | "other";
      readonly isLate: boolean;
    }
  | { readonly does: "claim" | "release"; readonly agentId: string }
  | { readonly does: "consult" | "answer"; readonly by: "floor" | "other"; readonly text: string }
  | { readonly does: "park" | "wake" | "cancel" }
);

/** How much later the command comes; `deadline` is counted from the instant that is due next. */
type WaitChoice =
  | { readonly from: "last"; readonly ms: number }
  | { readonly from: "deadline"; readonly ms: number };

/** A move, by whom and with which claims about the record. */
export interface MoveCommandChoice {
  readonly does: "move";
  readonly move: MoveChoice;
  readonly by: "floor" | "other" | "stranger";
  readonly source: TurnSource | "fitting";
  readonly commandId: "new" | "repeated";
  readonly expects: "anything" | "current" | "old";
  readonly claim: "held" | "none" | "another";
}

/** Mostly moves by who has the floor, a moment after the last. */
export function arbitraryCommandChoice(): Arbitrary<CommandChoice> {
  const by = fc.constantFrom("floor" as const, "floor" as const, "floor" as const, "other" as const);
  const text = fc.string({ minLength: 1, maxLength: 24 });
  const does = fc.oneof(
    { withCrossShrink: true },
    { weight: 90, arbitrary: moveCommandChoice() },
    {
      weight: 6,
      arbitrary: fc.record({
        does: fc.constant("fail" as const),
        kind: fc.constantFrom<FailureKind[]>("timeout", "threw", "invalid", "illegal", "repetition"),
        by,
        isLate: fc.constantFrom(false, false, true),
      }),
    },
    {
      weight: 9,
      arbitrary: fc.record({
        does: fc.constantFrom("claim" as const, "claim" as const, "release" as const),
        agentId: fc.constantFrom("agent-1", "agent-1", "agent-2"),
      }),
    },
    {
      weight: 9,
      arbitrary: fc.record({ does: fc.constantFrom("consult" as const, "answer" as const), by, text }),
    },
    {
      weight: 9,
      arbitrary: fc.record({
        does: fc.constantFrom("wake" as const, "park" as const, "park" as const),
      }),
    },
    { weight: 1, arbitrary: fc.record({ does: fc.constant("cancel" as const) }) },
  );
  return fc.tuple(does, wait()).map(([command, pause]) => ({ ...command, wait: pause }));
}

function moveCommandChoice(): Arbitrary<MoveCommandChoice> {
  const rarely = <const T>(usual: T, ...others: readonly T[]) =>
    fc.oneof(
      { withCrossShrink: true },
      { weight: 16, arbitrary: fc.constant(usual) },
      { weight: 1, arbitrary: fc.constantFrom(...others) },
    );
  return fc.record({
    does: fc.constant("move" as const),
    move: arbitraryMoveChoice(),
    by: rarely<MoveCommandChoice["by"]>("floor", "other", "stranger"),
    source: rarely<MoveCommandChoice["source"]>("fitting", "agent", "external", "fallback"),
    commandId: rarely<MoveCommandChoice["commandId"]>("new", "repeated"),
    expects: rarely<MoveCommandChoice["expects"]>("anything", "current", "old"),
    claim: rarely<MoveCommandChoice["claim"]>("held", "none", "another"),
  });
}

/** A moment, mostly; else around a deadline, where the ties are, or back in time. */
function wait(): Arbitrary<WaitChoice> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 40, arbitrary: fc.record({ from: fc.constant("last" as const), ms: fc.nat(500) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        from: fc.constant("last" as const),
        ms: fc.integer({ min: -5_000, max: 5_000 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ from: fc.constant("deadline" as const), ms: fc.constantFrom(-1, 0, 1) }),
    },
  );
}

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
