/**
 * @module
 * The turns of a record from a number on: the tail that a client takes after its snapshot.
 */

import { integerIn, readOptions } from "../../core/checks/index.js";
import { type Negotiation, seatOf, type Turn, type TurnView, viewOfTurn } from "../../core/record/index.js";

/** Which turns, and for whom. */
export interface TurnsOptions {
  /** Only turns with a higher number. @default 0 */
  readonly after?: number | undefined;
  /** At most so many, at least 1. @default all */
  readonly limit?: number | undefined;
  /** The party whose view it is to be. @default none: the host sees everything */
  readonly viewer?: string | undefined;
}

/** Options with every default in its place. */
export interface ReadTurnsOptions {
  readonly after: number;
  readonly limit: number;
  readonly viewer: string | undefined;
}

/**
 * The options, complete and checked.
 *
 * @throws {TypeError} when they are no object, or one is unknown
 * @throws {RangeError} when `after` is negative or `limit` below 1
 */
export function readTurnsOptions(options: TurnsOptions): ReadTurnsOptions {
  const given = readOptions("options", options, ["after", "limit", "viewer"]);
  const { after = 0, limit = Number.MAX_SAFE_INTEGER, viewer } = given;
  return { after: integerIn("after", after, 0), limit: integerIn("limit", limit, 1), viewer };
}

/** The turns after `after`; none for an unknown record or a viewer who is no party. */
export function readTurns<Terms>(
  negotiation: Negotiation<Terms> | undefined,
  { after, limit, viewer }: ReadTurnsOptions,
): readonly (Turn<Terms> | TurnView<Terms>)[] {
  if (negotiation === undefined || (viewer !== undefined && seatOf(negotiation, viewer) === undefined))
    return [];
  // Numbers have no gaps, so the turn after number n stands at index n.
  const tail = negotiation.turns.slice(after, after + limit);
  if (viewer === undefined) return tail;
  return tail.map((turn) => viewOfTurn(turn, viewer, negotiation.rules.assessments));
}
