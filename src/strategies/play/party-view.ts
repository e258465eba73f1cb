/**
 * @module
 * What a strategy's components see: one frozen view a party and negotiation. Its getters read the state that the
 * player keeps; nothing leads from the view to that state, the other side or the host.
 */

import type { Json } from "../../core/json/index.js";
import type { Seat } from "../../core/record/index.js";
import type { InverseUtility } from "../../preferences/inverse/index.js";
import { freezeClass, type OutcomeSpace } from "../../preferences/model/index.js";
import { randomDraw } from "../../preferences/random/index.js";

/**
 * The negotiation as one party's components see it. Frozen; the same object at each turn.
 *
 * @see docs/requirements/bargaining.md, BA-29
 */
export interface PartyView {
  readonly partyId: string;
  /** With more than two parties, the first is the initiator and all others are responders. */
  readonly seat: Seat;
  /** The turn in question, from 1. */
  readonly turnNumber: number;
  /** In [0, 1]; all parties see the same in a cycle. */
  readonly relativeTime: number;
  /** How many turns may be taken, this one included (proposals, if those are counted); `null`: only the clock limits. */
  readonly turnsLeft: number | null;
  readonly space: OutcomeSpace;
  /** Own preferences, sorted. */
  readonly inverse: InverseUtility;
  /** Own, undiscounted reservation value; `null` for none. */
  readonly reservation: number | null;
  /** Own offers. */
  readonly sent: OfferLog;
  /** The offers of all others. */
  readonly received: OfferLog;
  /** The proposal that an accept would accept now: the latest of `received`, or `null`. */
  readonly standing: Offer | null;
  /** A draw in [0, 1): a function of the seed, the party, the turn and `drawNumber` (from 0), and of nothing else. */
  readonly random: (drawNumber: number) => number;
}

/** What changes from turn to turn. Written by the player only. */
export interface ViewState {
  turnNumber: number;
  relativeTime: number;
  turnsLeft: number | null;
  /** The turn that made the other side's standing proposal; 0 for none. */
  standingTurn: number;
}

/** What a view is made of. */
interface ViewParts {
  readonly partyId: string;
  readonly seat: Seat;
  readonly seed: number;
  readonly inverse: InverseUtility;
  readonly sheet: TurnSheet;
  readonly sent: OfferLog;
  readonly received: OfferLog;
}

/** The view over `state`. */
export function partyView(parts: ViewParts, state: ViewState): PartyView {
  return new StateView(parts, state);
}

class StateView implements PartyView {
  readonly #parts: ViewParts;
  readonly #state: ViewState;

  static {
    freezeClass(StateView);
  }

  constructor(parts: ViewParts, state: ViewState) {
    this.#parts = parts;
    this.#state = state;
    Object.freeze(this);
  }

  get partyId(): string {
    return this.#parts.partyId;
  }

  get seat(): Seat {
    return this.#parts.seat;
  }

  get turnNumber(): number {
    return this.#state.turnNumber;
  }

  get relativeTime(): number {
    return this.#state.relativeTime;
  }

  get turnsLeft(): number | null {
    return this.#state.turnsLeft;
  }

  get space(): OutcomeSpace {
    return this.#parts.inverse.space;
  }

  get inverse(): InverseUtility {
    return this.#parts.inverse;
  }

  get reservation(): number | null {
    return this.#parts.inverse.reservation;
  }

  get sent(): OfferLog {
    return this.#parts.sent;
  }

  get received(): OfferLog {
    return this.#parts.received;
  }

  get standing(): Offer | null {
    const { standingTurn } = this.#state;
    if (standingTurn === 0) return null;
    return offerAtTurn(this.#parts.sheet, standingTurn, this.#parts.inverse, false);
  }

  random(drawNumber: number): number {
    return randomDraw(this.#parts.seed, this.#parts.partyId, this.#state.turnNumber, drawNumber);
  }
}

/** A proposal, valued with the utility of the party that looks at it. Frozen. */
export interface Offer {
  /** Index of the outcome in the space. */
  readonly index: number;
  /** Own, undiscounted utility. */
  readonly utility: number;
  /** The relative time of its turn, in [0, 1]. */
  readonly relativeTime: number;
  /** The turn that made it, from 1. */
  readonly turnNumber: number;
  /** Whether the party that looks at it made it. */
  readonly isOwn: boolean;
  /** The id of the proposal in its room; `null` in the headless runner, where proposals have none. */
  readonly proposalId: string | null;
}

/**
 * The offers of one side, oldest first. Frozen; grows as turns come in.
 *
 * A negative position counts from the end: -1 is the latest. The methods that give one number make no object;
 * they are what a component calls at each turn.
 */
export interface OfferLog {
  readonly length: number;
  /** The offer at a position; `undefined` where there is none. */
  at(position: number): Offer | undefined;
  /** Index of the outcome; -1 where there is no offer. */
  indexAt(position: number): number;
  /** Own, undiscounted utility; `NaN` where there is no offer. */
  utilityAt(position: number): number;
  /** Relative time of the turn, in [0, 1]; `NaN` where there is no offer. */
  relativeTimeAt(position: number): number;
  /** Number of the turn, from 1; -1 where there is no offer. */
  turnNumberAt(position: number): number;
}

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
