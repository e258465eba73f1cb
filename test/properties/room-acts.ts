/**
 * @module
 * What may happen to a room, drawn at random: moves of parties and strangers, repeated and stale ones,
 * time, cancellation. Each act prints as one readable line.
 */

import fc from "fast-check";
import type { Action } from "../../src/core/record/index.js";
import type { CommandResult } from "../../src/service/commands/index.js";
import type { NegotiationService } from "../../src/service/room/index.js";

/** A move that is handed in, or a cancellation. */
export interface Act {
  /** A party, a stranger, or whoever has the floor. */
  readonly by: string;
  readonly action: Action | "cancel";
  readonly terms: unknown;
  /** Which proposal is answered. */
  readonly replyTo: "none" | "standing" | "first";
  /** Which version was seen. */
  readonly seen: "none" | "current" | "old";
  /** Few ids, so that they come again. */
  readonly commandId: string | undefined;
  toString(): string;
}

/** The negotiation of all acts. */
export const ID = "neg";

/** Rules under which everything may happen, and 8 turns. */
export const RULES = {
  actions: ["propose", "counter", "accept", "reject", "question", "withdraw"],
  cap: { counts: "turns", limit: 8, mode: "exceed", result: "expired" },
  withdrawOffTurn: true,
} as const;

/** Acts, of which those that end everything are rarer. */
export function acts(maxLength: number): fc.Arbitrary<readonly Act[]> {
  const act = fc
    .record({
      by: fc.oneof(
        { weight: 6, arbitrary: fc.constant("floor") },
        fc.constantFrom("a", "b", "a", "b", "eve"),
      ),
      action: fc.oneof(
        { weight: 15, arbitrary: fc.constantFrom<Act["action"]>("counter", "question", "propose") },
        { weight: 1, arbitrary: fc.constantFrom<Act["action"]>("accept", "reject", "withdraw", "cancel") },
      ),
      price: fc.integer({ min: 0, max: 3 }),
      isOdd: fc.oneof(
        { weight: 9, arbitrary: fc.constant(undefined) },
        fc.constantFrom<unknown>(null, { at: new Date(0) }, 1n),
      ),
      replyTo: fc.oneof(
        { weight: 6, arbitrary: fc.constant<Act["replyTo"]>("none") },
        fc.constantFrom<Act["replyTo"]>("standing", "standing", "first"),
      ),
      seen: fc.oneof(
        { weight: 6, arbitrary: fc.constant<Act["seen"]>("none") },
        fc.constantFrom<Act["seen"]>("current", "current", "old"),
      ),
      commandId: fc.oneof(
        { weight: 6, arbitrary: fc.constant(undefined) },
        fc.constantFrom("c-1", "c-2", "c-3"),
      ),
    })
    .map(({ price, isOdd, ...drawn }): Act => {
      const brings = drawn.action === "counter" || drawn.action === "propose";
      const terms = brings ? (isOdd === undefined ? { price } : isOdd) : undefined;
      const { by, action, replyTo, seen, commandId } = drawn;
      return {
        ...drawn,
        terms,
        toString: () =>
          `${by} ${action} ${shown(terms)} replyTo:${replyTo} seen:${seen} id:${commandId ?? "-"}`,
      };
    });
  return fc.array(act, { maxLength });
}

/** Hands an act in. */
export function give(room: NegotiationService<any>, act: Act): Promise<CommandResult> {
  if (act.action === "cancel") return room.cancel(ID);
  const record = room.getNegotiation(ID);
  const by = act.by === "floor" ? (record?.floor ?? "a") : act.by;
  const move = {
    action: act.action,
    ...(act.terms !== undefined && { terms: act.terms }),
    ...(act.action === "question" && { message: `Why ${by}?` }),
    ...(act.replyTo === "standing" && { replyTo: record?.standing?.id }),
    ...(act.replyTo === "first" && { replyTo: `${ID}_p1` }),
  };
  const expectedVersion =
    act.seen === "none" ? undefined : act.seen === "current" ? (record?.version ?? 0) : 0;
  return room.submit(ID, by, move as never, { commandId: act.commandId, expectedVersion });
}

function shown(terms: unknown): string {
  if (typeof terms === "bigint") return "1n";
  return terms === undefined ? "-" : JSON.stringify(terms);
}
