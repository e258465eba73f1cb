/**
 * @module
 * The offers of one side in their order, read from the negotiation's sheet of turns: nothing is copied for a
 * log, and no object is made for an offer until somebody asks for one.
 */

import type { Json } from "../../core/json/index.js";
import type { InverseUtility } from "../../preferences/inverse/index.js";
import { freezeClass } from "../../preferences/model/index.js";
import type { Offer, OfferLog } from "./offer.js";

/** What was proposed at each turn, by turn number (place 0 is unused). Written by the player or the runner only. */
export interface TurnSheet {
  /** The index of the proposed outcome; negative, or a hole, where a turn proposed none. */
  readonly outcomes: number[];
  /** The relative time of the turn, in [0, 1]. */
  readonly relativeTimes: number[];
  /** The utility of terms that are not exactly an outcome of the space; else the outcome's utility holds. */
  readonly exactUtilities?: number[] | undefined;
  /** The ids of the proposals, where they have one. */
  readonly proposalIds?: string[] | undefined;
  /** What was said in support of the proposals, where somebody may. */
  readonly justifications?: (Json | undefined)[] | undefined;
}

/** The latest proposal up to a turn, as the index of its outcome; -1 for none. */
export function standingOf({ outcomes }: TurnSheet, turnNumber: number = outcomes.length - 1): number {
  for (let turn = turnNumber; turn > 0; turn -= 1) {
    const index = outcomes[turn] ?? -1;
    if (index >= 0) return index;
  }
  return -1;
}

/** The offer made at a turn of the sheet, as a frozen object. */
export function offerAtTurn(
  sheet: TurnSheet,
  turnNumber: number,
  inverse: InverseUtility,
  isOwn: boolean,
): Offer {
  const index = sheet.outcomes[turnNumber] ?? -1;
  return Object.freeze({
    index,
    utility: sheet.exactUtilities?.[turnNumber] ?? inverse.utility(index),
    relativeTime: sheet.relativeTimes[turnNumber] ?? 0,
    turnNumber,
    isOwn,
    proposalId: sheet.proposalIds?.[turnNumber] ?? null,
  });
}

/** The log of the turns whose numbers the owner pushes into `turnNumbers`. */
export function offerLog(
  sheet: TurnSheet,
  turnNumbers: readonly number[],
  inverse: InverseUtility,
  isOwn: boolean,
): OfferLog {
  return new SheetLog(sheet, turnNumbers, inverse, isOwn);
}

/** A frozen face over the private sheet. */
class SheetLog implements OfferLog {
  readonly #sheet: TurnSheet;
  readonly #turnNumbers: readonly number[];
  readonly #inverse: InverseUtility;
  readonly #isOwn: boolean;

  static {
    freezeClass(SheetLog);
  }

  constructor(sheet: TurnSheet, turnNumbers: readonly number[], inverse: InverseUtility, isOwn: boolean) {
    this.#sheet = sheet;
    this.#turnNumbers = turnNumbers;
    this.#inverse = inverse;
    this.#isOwn = isOwn;
    Object.freeze(this);
  }

  get length(): number {
    return this.#turnNumbers.length;
  }

  at(position: number): Offer | undefined {
    const turnNumber = this.turnNumberAt(position);
    return turnNumber === -1 ? undefined : offerAtTurn(this.#sheet, turnNumber, this.#inverse, this.#isOwn);
  }

  indexAt(position: number): number {
    const turnNumber = this.turnNumberAt(position);
    return turnNumber === -1 ? -1 : (this.#sheet.outcomes[turnNumber] ?? -1);
  }

  utilityAt(position: number): number {
    const turnNumber = this.turnNumberAt(position);
    if (turnNumber === -1) return Number.NaN;
    const exact = this.#sheet.exactUtilities;
    if (exact !== undefined) return exact[turnNumber] ?? Number.NaN;
    return this.#inverse.utility(this.#sheet.outcomes[turnNumber] ?? -1);
  }

  relativeTimeAt(position: number): number {
    const turnNumber = this.turnNumberAt(position);
    return turnNumber === -1 ? Number.NaN : (this.#sheet.relativeTimes[turnNumber] ?? Number.NaN);
  }

  turnNumberAt(position: number): number {
    const turnNumbers = this.#turnNumbers;
    return turnNumbers[position < 0 ? turnNumbers.length + position : position] ?? -1;
  }
}
