/**
 * @module
 * What a strategy's components see: one frozen view a party and negotiation. Its getters read the state that the
 * player keeps; from the view itself nothing leads to that state, the other side or whoever runs the negotiation.
 */

import type { Seat } from "../../core/record/index.js";
import type { InverseUtility } from "../../preferences/inverse/index.js";
import { freezeClass, type OutcomeSpace } from "../../preferences/model/index.js";
import { randomDraw } from "../../preferences/random/index.js";
import type { Offer, OfferLog } from "./offer.js";
import { offerAtTurn, type TurnSheet } from "./offer-log.js";

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
export interface ViewParts {
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
