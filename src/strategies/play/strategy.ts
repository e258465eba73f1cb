/**
 * @module
 * What a strategy is made of: an offering policy, an acceptance condition and, where one is wanted, an opponent
 * model and argument hooks. Each is a plain object that starts one run a negotiation.
 */

import type { Json } from "../../core/json/index.js";
import type { Seat } from "../../core/record/index.js";
import type { InverseUtility } from "../../preferences/inverse/index.js";
import type { IssueTerms, OutcomeSpace } from "../../preferences/model/index.js";
import type { Offer, PartyView } from "./party-view.js";

/**
 * How a party negotiates. Frozen, without state, and free to share among parties and negotiations.
 *
 * @see docs/requirements/bargaining.md, section 4
 */
export interface Strategy {
  readonly name: string;
  readonly offering: OfferingPolicy;
  readonly acceptance: AcceptanceCondition;
  /** Fed with every offer received, before the offering policy hears of it. */
  readonly model?: OpponentModel | undefined;
  readonly justify?: Justify | undefined;
  readonly weigh?: Weigh | undefined;
  /** Whether its offering prepares, and has to be awaited: only `runTournament` without workers plays such a strategy. */
  readonly prepares?: boolean | undefined;
}

/**
 * What to propose.
 *
 * A run may keep what it derives from the offers so far, and nothing else: a party that is rebuilt from the
 * record at any turn plays on as if nothing had happened. So `next` remembers nothing of its own answer; the
 * answer comes back as an own offer when it was really made.
 */
export interface OfferingPolicy {
  readonly name: string;
  readonly start: (setup: Setup) => RunningOffering;
}

/** An offering policy in one negotiation. */
export interface RunningOffering {
  /** Index of the outcome to propose at this turn. Asked at most once a turn. */
  readonly next: (view: PartyView) => number;
  /** Told of each offer of either side, in order and once; the view stands at the turn of that offer. */
  readonly observe?: ((offer: Offer, view: PartyView) => void) | undefined;
  /** Of a strategy that `prepares`: awaited at each own turn, before anything else is asked. */
  readonly prepare?: ((view: PartyView) => PromiseLike<void>) | undefined;
  /** What the negotiation has cost so far, by names such as `calls`; tournaments sum it up. */
  readonly costs?: (() => Readonly<Record<string, number>>) | undefined;
}

/** When to accept. */
export interface AcceptanceCondition {
  readonly name: string;
  readonly start: (setup: Setup) => RunningAcceptance;
}

/**
 * An acceptance condition in one negotiation: whether to accept the latest offer received.
 *
 * Asked only when `view.standing` is not `null` and not below the reservation. `next` gives the index of the
 * outcome that offering would propose now: computed once, and sent if the answer is no.
 */
export type RunningAcceptance = (view: PartyView, next: () => number) => boolean;

/** What the other side may want, learnt from what it offers. */
export interface OpponentModel {
  readonly name: string;
  readonly start: (setup: ModelSetup) => RunningModel;
}

/** What a model is told at its start: it can also be fed by a runner that plays no party. */
export interface ModelSetup {
  readonly space: OutcomeSpace;
}

/** An opponent model in one negotiation. */
export interface RunningModel {
  /** Learns from an offer of the other side: the index of its outcome, and its relative time in [0, 1]. */
  readonly observe: (offerIndex: number, relativeTime: number) => void;
  /** The other side's utility of an outcome, as far as known, in [0, 1]. */
  readonly utility: (index: number) => number;
  /** The weights of the issues, as far as known; they sum to 1, or to less where the model says so. */
  readonly weights: () => readonly number[];
}

/** What a component is told at its start. Frozen; it holds nothing of the other side. */
export interface Setup extends ModelSetup {
  /** The party's own preferences, sorted. */
  readonly inverse: InverseUtility;
  /** The party's own, undiscounted reservation value; `null` for none: then every outcome is rational. */
  readonly reservation: number | null;
  readonly partyId: string;
  readonly seat: Seat;
  /** How many parties negotiate. */
  readonly parties: number;
  /** A draw in [0, 1): a function of the seed, the party, the turn (from 1) and the number of the draw (from 0). */
  readonly random: (turnNumber: number, drawNumber: number) => number;
  /** The run of the strategy's opponent model, where it has one. */
  readonly model: RunningModel | null;
}

/** A move that is already decided. Frozen. */
export interface DecidedMove {
  readonly action: "propose" | "counter" | "accept";
  /** Index of the proposed or accepted outcome. */
  readonly index: number;
  readonly terms: IssueTerms;
}

/**
 * Gives a reason for a move that is decided; `undefined` for none. It can change nothing else.
 *
 * @see OAP RFC 0002, part B.5
 */
export type Justify = (view: PartyView, move: DecidedMove) => Json | undefined;

/** What a justification weighs: `against` turns an accept into the next offer, the others change nothing. */
export type Weight = "for" | "neutral" | "against";

/** Weighs the justification of the standing proposal that the party is about to accept. */
export type Weigh = (view: PartyView, justification: Json) => Weight;
