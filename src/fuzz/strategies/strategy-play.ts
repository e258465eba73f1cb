/**
 * @module
 * One party of a negotiation, played turn by turn through the player that rooms and tournaments use. What the other
 * side proposes is handed in.
 */

import type { Seat } from "../../core/record/index.js";
import type { InverseUtility } from "../../preferences/inverse/index.js";
import {
  ACCEPT,
  errorText,
  type PartyView,
  Player,
  type Strategy,
  timeOfTurn,
  WITHDRAW,
  yesOrNo,
} from "../../strategies/play/index.js";

/** A turn of a play: the outcome that was proposed, or below 0 what ended it. */
export interface PlayedTurn {
  /** From 1. */
  readonly turnNumber: number;
  /** Whether the strategy under check made it. */
  readonly isOwn: boolean;
  /** Index of the proposed outcome; `ACCEPT` or `WITHDRAW` of the player. */
  readonly decision: number;
}

/** What a play is made of. */
export interface PlayParts {
  readonly strategy: Strategy;
  readonly inverse: InverseUtility;
  readonly seat: Seat;
  readonly seed: number;
  readonly turnLimit: number;
}

/** One party, and what happened so far. What its strategy throws ends the play and is kept. */
export class StrategyPlay {
  readonly turns: PlayedTurn[] = [];
  readonly parts: PlayParts;
  /** What the strategy threw, and at which turn (0: at its start); argument hooks included. */
  failure: { readonly turnNumber: number; readonly error: string } | null = null;
  readonly #outcomes: number[] = [-1];
  readonly #relativeTimes: number[] = [0];
  readonly #player: Player | null;

  constructor(parts: PlayParts) {
    this.parts = parts;
    this.#player = this.#guarded(() => this.#newPlayer()) ?? null;
  }

  /** What the components see; `null` where the strategy could not start. */
  get view(): PartyView | null {
    return this.#player?.view ?? null;
  }

  /** The number of the next turn. */
  get turnNumber(): number {
    return this.turns.length + 1;
  }

  get isOver(): boolean {
    const { turns, failure, parts } = this;
    return failure !== null || turns.length >= parts.turnLimit || (turns.at(-1)?.decision ?? 0) < 0;
  }

  get isOwnTurn(): boolean {
    return (this.turnNumber % 2 === 1) === (this.parts.seat === "initiator");
  }

  /** What the strategy does at the next turn; `null` where it throws. Changes nothing that was recorded. */
  decision(): number | null {
    const { turnNumber } = this;
    const { turnLimit } = this.parts;
    const decide = (): number | undefined =>
      this.#player?.decide(turnNumber, timeOfTurn(turnNumber, turnLimit, 2), turnLimit - turnNumber + 1);
    return this.#guarded(decide) ?? null;
  }

  /** Records the next turn, whoever decided it. */
  record(decision: number, isOwn: boolean): void {
    const { turnNumber } = this;
    const { turnLimit } = this.parts;
    if (isOwn) this.#argue(decision);
    this.turns.push(Object.freeze({ turnNumber, isOwn, decision }));
    this.#outcomes.push(decision);
    this.#relativeTimes.push(timeOfTurn(turnNumber, turnLimit, 2));
    if (decision < 0) return;
    this.#guarded(() => this.#player?.hear(turnNumber, isOwn, turnLimit - turnNumber + 1));
  }

  /** Takes the next turn, the other side's from `partnerOffer`; answers whether there was one. */
  step(partnerOffer: (turnNumber: number) => number): boolean {
    if (this.isOver) return false;
    const { isOwnTurn } = this;
    const decision = isOwnTurn ? this.decision() : partnerOffer(this.turnNumber);
    if (decision === null) return false;
    this.record(decision, isOwnTurn);
    return true;
  }

  #newPlayer(): Player {
    const { strategy, inverse, seat, seed } = this.parts;
    return new Player({
      strategy,
      inverse,
      partyId: "strategy",
      seat,
      parties: 2,
      seed,
      sheet: {
        outcomes: this.#outcomes,
        relativeTimes: this.#relativeTimes,
        // The other side argues for each of its proposals, so that a strategy that weighs has something to weigh.
        justifications: strategy.weigh === undefined ? undefined : this.#justifications(),
      },
      whenNoRationalOutcome: "propose-best",
      onHookFailure: ({ turnNumber, hook, error }) => {
        this.failure = { turnNumber, error: `${hook}: ${error}` };
      },
    });
  }

  #justifications(): { type: string }[] {
    return Array.from({ length: this.parts.turnLimit + 1 }, () => ({ type: "concession_explanation" }));
  }

  #argue(decision: number): void {
    if (decision === WITHDRAW) return;
    const standing = this.turns.at(-1)?.decision ?? -1;
    const action = decision === ACCEPT ? "accept" : standing < 0 ? "propose" : "counter";
    this.#player?.justification(action, decision === ACCEPT ? standing : decision);
  }

  #guarded<R>(run: () => R): R | undefined {
    try {
      return run();
    } catch (thrown) {
      this.failure = { turnNumber: this.turns.length, error: errorText(thrown) };
      return undefined;
    }
  }
}

/** Plays to the end. */
export function played(parts: PlayParts, partnerOffer: (turnNumber: number) => number): StrategyPlay {
  const play = new StrategyPlay(parts);
  while (play.step(partnerOffer));
  return play;
}

/** The first turn at which two plays differ, or `null`. */
export function firstDifference(
  one: readonly PlayedTurn[],
  other: readonly PlayedTurn[],
): { readonly turnNumber: number; readonly one: number | null; readonly other: number | null } | null {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const first = one[index]?.decision ?? null;
    const second = other[index]?.decision ?? null;
    if (first !== second) return { turnNumber: index + 1, one: first, other: second };
  }
  return null;
}

/** What a decision was, for people. */
export function decisionText(decision: number | null, inverse: InverseUtility): string {
  if (decision === null) return "nothing";
  if (decision === ACCEPT) return "accept";
  if (decision === WITHDRAW) return "withdraw";
  return `outcome ${decision} (worth ${inverse.utility(decision)})`;
}

/**
 * The strategy with a condition that is asked as ever, and never heeded: all its turns are proposals.
 *
 * A condition that answers neither yes nor no throws here as it does in every negotiation.
 */
export function unyielding(strategy: Strategy): Strategy {
  return {
    ...strategy,
    acceptance: {
      name: strategy.acceptance.name,
      start: (setup) => {
        const accepts = strategy.acceptance.start(setup);
        return (view, next) => {
          yesOrNo(strategy.acceptance, accepts(view, next));
          return false;
        };
      },
    },
  };
}
