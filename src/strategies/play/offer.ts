/**
 * @module
 * An offer as one party sees it, and the log of all offers of one side.
 */

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
