/**
 * @module
 * Whether what a strategy does follows from its preferences, its seed and the turns so far, and from nothing else:
 * not from chance, from what it remembers of its own making, or from other negotiations.
 */

import type { InverseUtility } from "../../preferences/inverse/index.js";
import type { Strategy } from "../../strategies/play/index.js";
import type { StrategyBreach } from "./strategy-fault.js";
import { decisionText, firstDifference, type PlayedTurn, played, StrategyPlay } from "./strategy-play.js";
import { type PreparedTrial, partnerOf, partsOf } from "./strategy-trial.js";

/** Gives a strategy for one party in one negotiation. */
export type StrategyMaker = () => Strategy;

/**
 * A second play of the same trial that differs from the first.
 *
 * @see docs/requirements/bargaining.md, BA-15
 */
export function variedAnswer(trial: PreparedTrial, make: StrategyMaker): StrategyBreach | null {
  const [first, second] = [playedOnce(trial, make), playedOnce(trial, make)];
  return breachOf(trial, first, second, "when played again");
}

/**
 * A decision that differs when the party is made anew from the turns before it, as after a restart.
 *
 * @see docs/requirements/bargaining.md, BA-15
 */
export function keptState(trial: PreparedTrial, make: StrategyMaker): StrategyBreach | null {
  const turns = playedOnce(trial, make);
  for (const { turnNumber, isOwn } of turns) {
    if (!isOwn) continue;
    const rebuilt = rebuiltTurns(trial, make, turns, turnNumber);
    const breach = breachOf(
      trial,
      turns.slice(0, turnNumber),
      rebuilt,
      "when rebuilt from the turns before it",
    );
    if (breach !== null) return breach;
  }
  return null;
}

/**
 * A play that differs while another one of the same or the other side's preferences goes on, or while the strategy plays the other side
 * too.
 *
 * @see docs/requirements/bargaining.md, D-7 and D-12
 */
export function sharedState(trial: PreparedTrial, make: StrategyMaker): StrategyBreach | null {
  return (
    changedByAnother(trial, make, trial.inverse) ??
    changedByAnother(trial, make, trial.otherInverse) ??
    changedByOtherSide(trial, make)
  );
}

/** Compared with a play before the other one: what that leaves behind may last. */
function changedByAnother(
  trial: PreparedTrial,
  make: StrategyMaker,
  inverse: InverseUtility,
): StrategyBreach | null {
  const other: PreparedTrial = {
    ...trial,
    inverse,
    seat: trial.seat === "initiator" ? "responder" : "initiator",
    seed: trial.seed + 1,
    places: trial.places.map((place) => 999 - place),
  };
  const alone = playedOnce(trial, make);
  const [play, second] = [new StrategyPlay(partsOf(trial, make())), new StrategyPlay(partsOf(other, make()))];
  const [partner, secondPartner] = [partnerOf(trial), partnerOf(other)];
  let goesOn = true;
  while (goesOn) {
    const moved = second.step(secondPartner);
    goesOn = play.step(partner) || moved;
  }
  return breachOf(trial, alone, play.turns, "while another negotiation goes on");
}

function changedByOtherSide(trial: PreparedTrial, make: StrategyMaker): StrategyBreach | null {
  const own = new StrategyPlay(partsOf(trial, make()));
  const seat = trial.seat === "initiator" ? "responder" : "initiator";
  const other = new StrategyPlay({ ...partsOf(trial, make()), inverse: trial.otherInverse, seat });
  while (!own.isOver && !other.isOver) {
    const { isOwnTurn } = own;
    const decision = (isOwnTurn ? own : other).decision();
    if (decision === null) return null;
    own.record(decision, isOwnTurn);
    other.record(decision, !isOwnTurn);
  }
  const script = own.turns;
  const alone = played(partsOf(trial, make()), (turnNumber) => script[turnNumber - 1]?.decision ?? 0);
  // Its partner's accept ends the one play, and is no offer to script the other with.
  const length = script.findLastIndex(({ isOwn }) => isOwn) + 1;
  return breachOf(
    trial,
    alone.turns.slice(0, length),
    script.slice(0, length),
    "while it plays the other side as well",
  );
}

function playedOnce(trial: PreparedTrial, make: StrategyMaker): readonly PlayedTurn[] {
  return played(partsOf(trial, make()), partnerOf(trial)).turns;
}

/** The turns before that number as they were, and that one decided by a party that never decided another. */
function rebuiltTurns(
  trial: PreparedTrial,
  make: StrategyMaker,
  turns: readonly PlayedTurn[],
  turnNumber: number,
): readonly PlayedTurn[] {
  const rebuilt = new StrategyPlay(partsOf(trial, make()));
  for (const { decision, isOwn } of turns.slice(0, turnNumber - 1)) rebuilt.record(decision, isOwn);
  rebuilt.step(partnerOf(trial));
  return rebuilt.turns;
}

function breachOf(
  { inverse }: PreparedTrial,
  expected: readonly PlayedTurn[],
  got: readonly PlayedTurn[],
  when: string,
): StrategyBreach | null {
  const difference = firstDifference(expected, got);
  if (difference === null) return null;
  const { turnNumber, one, other } = difference;
  const reason = `at turn ${turnNumber} it decides ${decisionText(other, inverse)} ${when}, ${decisionText(one, inverse)} otherwise.`;
  return { reason, turns: expected.slice(0, turnNumber) };
}
