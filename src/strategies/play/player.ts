/**
 * @module
 * The synchronous step machine of one party in one negotiation: feeds its components each turn once and in order,
 * then decides. Rooms (`compose-agent.ts`) and the headless runner both play through it, so they play alike.
 */

import { demandJson, type Json } from "../../core/json/index.js";
import type { Seat } from "../../core/record/index.js";
import { shown } from "../../errors.js";
import type { InverseUtility } from "../../preferences/inverse/index.js";
import { randomDraw } from "../../preferences/random/index.js";
import {
  offerAtTurn,
  offerLog,
  type PartyView,
  partyView,
  type TurnSheet,
  type ViewState,
} from "./party-view.js";
import type {
  Justify,
  RunningAcceptance,
  RunningModel,
  RunningOffering,
  Strategy,
  Weigh,
} from "./strategy.js";
import { yesOrNo } from "./strategy-checks.js";

/** What a party without any rational outcome does: propose its best outcome at each turn, or leave. */
export type WhenNoRationalOutcome = "propose-best" | "withdraw";

/** A hook that threw or gave what it may not; it was called that once and is off for the rest of the negotiation. */
export interface HookFailure {
  readonly partyId: string;
  readonly turnNumber: number;
  /** `message` is the option of a composed agent. */
  readonly hook: "justify" | "weigh" | "message";
  readonly error: string;
}

/** Hears of hook failures. What it throws goes nowhere: it has no part in the negotiation. */
export type HookFailureListener = (failure: HookFailure) => void;

/** Who plays, how, and what is recorded where. */
interface PlayerOptions {
  readonly strategy: Strategy;
  readonly inverse: InverseUtility;
  readonly partyId: string;
  readonly seat: Seat;
  /** How many parties negotiate. */
  readonly parties: number;
  readonly seed: number;
  /** Written by the player's owner before the player is told of a turn. */
  readonly sheet: TurnSheet;
  readonly whenNoRationalOutcome: WhenNoRationalOutcome;
  readonly onHookFailure: HookFailureListener;
}

/** The decision to accept the standing proposal; a decision of 0 or more is the outcome to propose. */
export const ACCEPT = -1;

/** The decision to leave. */
export const WITHDRAW = -2;

/** One party in one negotiation. */
export class Player {
  readonly view: PartyView;
  readonly #options: PlayerOptions;
  readonly #inverse: InverseUtility;
  readonly #sheet: TurnSheet;
  readonly #state: ViewState = { turnNumber: 0, relativeTime: 0, turnsLeft: null, standingTurn: 0 };
  readonly #sentTurns: number[] = [];
  readonly #receivedTurns: number[] = [];
  readonly #model: RunningModel | null;
  readonly #offering: RunningOffering;
  readonly #accepts: RunningAcceptance;
  readonly #next: () => number;
  readonly #hasRational: boolean;
  #justify: Justify | undefined;
  #weigh: Weigh | undefined;
  /** The outcome that offering proposes at this turn; -1 until somebody asks. */
  #proposal = -1;

  constructor(options: PlayerOptions) {
    const { strategy, inverse, partyId, seat, parties, seed, sheet } = options;
    const sent = offerLog(sheet, this.#sentTurns, inverse, true);
    const received = offerLog(sheet, this.#receivedTurns, inverse, false);
    this.#options = options;
    this.#inverse = inverse;
    this.#sheet = sheet;
    this.view = partyView({ partyId, seat, seed, inverse, sheet, sent, received }, this.#state);
    this.#model = strategy.model?.start(Object.freeze({ space: inverse.space })) ?? null;
    const setup = Object.freeze({
      space: inverse.space,
      inverse,
      reservation: inverse.reservation,
      partyId,
      seat,
      parties,
      random: Object.freeze((turnNumber: number, drawNumber: number) =>
        randomDraw(seed, partyId, turnNumber, drawNumber),
      ),
      model: this.#model,
    });
    this.#offering = strategy.offering.start(setup);
    this.#accepts = strategy.acceptance.start(setup);
    this.#next = Object.freeze(() => this.#nextOutcome());
    this.#hasRational = inverse.rationalCount > 0;
    this.#justify = strategy.justify;
    this.#weigh = strategy.weigh;
  }

  /**
   * Takes note of the proposal that the sheet holds for this turn. It becomes the standing one, or, if it is the
   * party's own, leaves nothing to accept.
   */
  hear(turnNumber: number, isOwn: boolean, turnsLeft: number | null): void {
    const state = this.#state;
    (isOwn ? this.#sentTurns : this.#receivedTurns).push(turnNumber);
    state.standingTurn = isOwn ? 0 : turnNumber;
    if (this.#model === null && this.#offering.observe === undefined) return;
    state.turnNumber = turnNumber;
    state.relativeTime = this.#sheet.relativeTimes[turnNumber] ?? 0;
    state.turnsLeft = turnsLeft;
    if (!isOwn) this.#model?.observe(this.#sheet.outcomes[turnNumber] ?? -1, state.relativeTime);
    this.#offering.observe?.(offerAtTurn(this.#sheet, turnNumber, this.#inverse, isOwn), this.view);
  }

  /** Says which turn made the proposal that may be accepted now; 0, or a turn it has not heard, for none. */
  stand(turnNumber: number): void {
    this.#state.standingTurn = this.#receivedTurns.at(-1) === turnNumber ? turnNumber : 0;
  }

  /** What has to be awaited before this turn is decided; `undefined` for nothing. */
  prepare(turnNumber: number, relativeTime: number, turnsLeft: number | null): PromiseLike<void> | undefined {
    if (this.#offering.prepare === undefined || !this.#hasRational) return undefined;
    this.#turnTo(turnNumber, relativeTime, turnsLeft);
    return this.#offering.prepare(this.view);
  }

  /** What the negotiation has cost this party; `null` where its strategy does not say. */
  costs(): Readonly<Record<string, number>> | null {
    return this.#offering.costs?.() ?? null;
  }

  #turnTo(turnNumber: number, relativeTime: number, turnsLeft: number | null): void {
    const state = this.#state;
    state.turnNumber = turnNumber;
    state.relativeTime = relativeTime;
    state.turnsLeft = turnsLeft;
  }

  /** `ACCEPT`, `WITHDRAW` or the index of the outcome to propose. */
  decide(turnNumber: number, relativeTime: number, turnsLeft: number | null): number {
    const state = this.#state;
    this.#turnTo(turnNumber, relativeTime, turnsLeft);
    this.#proposal = -1;
    if (!this.#hasRational) return this.#withoutRational();
    const { standingTurn } = state;
    if (standingTurn !== 0 && this.#isRational(standingTurn) && this.#isAccepted()) {
      if (this.#weigh === undefined || !this.#isArguedDown(standingTurn)) return ACCEPT;
    }
    return this.#nextOutcome();
  }

  /**
   * What the party says in support of its decision at this turn, or `undefined`; deep-frozen JSON of its own, so
   * that the other side can be handed it as it is.
   */
  justification(action: "propose" | "counter" | "accept", index: number): Json | undefined {
    if (this.#justify === undefined) return undefined;
    try {
      const terms = this.#inverse.space.termsAt(index);
      const given: unknown = this.#justify(this.view, Object.freeze({ action, index, terms }));
      // Nobody waits for it, and its failure would end the process.
      if (given instanceof Promise) given.catch(() => {});
      return given === undefined ? undefined : demandJson("a justification", given, MOST_JUSTIFICATION_BYTES);
    } catch (error) {
      this.#justify = undefined;
      this.#report("justify", error);
      return undefined;
    }
  }

  #isAccepted(): boolean {
    const answer: unknown = this.#accepts(this.view, this.#next);
    return typeof answer === "boolean" ? answer : yesOrNo(this.#options.strategy.acceptance, answer);
  }

  #withoutRational(): number {
    return this.#options.whenNoRationalOutcome === "withdraw" ? WITHDRAW : this.#inverse.best();
  }

  /** No condition may accept below the reservation, so none is asked. */
  #isRational(turnNumber: number): boolean {
    const { reservation } = this.#inverse;
    if (reservation === null) return true;
    const exact = this.#sheet.exactUtilities?.[turnNumber];
    return (exact ?? this.#inverse.utility(this.#sheet.outcomes[turnNumber] ?? -1)) >= reservation;
  }

  #nextOutcome(): number {
    if (this.#proposal === -1) {
      const index = this.#offering.next(this.view);
      if (!this.#isOutcome(index)) throw new RangeError(notAnOutcome(this.#options.strategy, index));
      this.#proposal = index;
    }
    return this.#proposal;
  }

  #isOutcome(index: number): boolean {
    return Number.isSafeInteger(index) && index >= 0 && index < this.#inverse.space.cardinality;
  }

  #isArguedDown(standingTurn: number): boolean {
    const justification = this.#sheet.justifications?.[standingTurn];
    if (justification === undefined || justification === null || this.#weigh === undefined) return false;
    try {
      return this.#weigh(this.view, justification) === "against";
    } catch (error) {
      this.#weigh = undefined;
      this.#report("weigh", error);
      return false;
    }
  }

  #report(hook: "justify" | "weigh", error: unknown): void {
    const { partyId, onHookFailure } = this.#options;
    const { turnNumber } = this.#state;
    tellHookFailure(onHookFailure, { partyId, turnNumber, hook, error: errorText(error) });
  }
}

/** As much as rooms take by default: more would be refused there, and a hook may not cost its party the turn. */
const MOST_JUSTIFICATION_BYTES = 65_536;

/** Tells the listener, whatever it does. */
export function tellHookFailure(listener: HookFailureListener, failure: HookFailure): void {
  try {
    listener(Object.freeze(failure));
  } catch {
    // The listener's own fault: there is nobody left to tell.
  }
}

/** As the records of the engine do (EN-1). */
const MAX_ERROR_LENGTH = 300;

/** What a thrown value says, cut at 300 characters. */
export function errorText(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : shown(error);
  return text.slice(0, MAX_ERROR_LENGTH);
}

function notAnOutcome(strategy: Strategy, index: unknown): string {
  const got = typeof index === "number" ? String(index) : `a ${typeof index}`;
  return `Expected ${strategy.offering.name} to propose the index of an outcome of the space, got ${got}.`;
}
