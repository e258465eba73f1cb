/**
 * @module
 * The plain data that histories are made of. What each choice means once the record is known is in
 * `chosen-command.ts`.
 */

import type { Arbitrary } from "fast-check";
import type { FailureKind, TurnSource } from "../../core/record/index.js";
import { arbitraryMoveChoice, type MoveChoice } from "./arbitrary-moves.js";
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
export type WaitChoice =
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
