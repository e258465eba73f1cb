/**
 * @module
 * Whether a strategy ever offers or accepts what is worth less to it than no agreement.
 */

import { ACCEPT, type RunningAcceptance, type Strategy, yesOrNo } from "../../strategies/play/index.js";
import type { StrategyBreach } from "./strategy-fault.js";
import { decisionText, played, StrategyPlay } from "./strategy-play.js";
import { type PreparedTrial, partnerOf, partsOf } from "./strategy-trial.js";

/**
 * An offer below the reservation value, in a space where something reaches it.
 *
 * Where nothing does, the player proposes the best outcome and asks nobody.
 *
 * @see docs/requirements/bargaining.md, BA-16 and D-15
 */
export function offerBelowReservation(trial: PreparedTrial, strategy: Strategy): StrategyBreach | null {
  const { inverse } = trial;
  if (inverse.rationalCount === 0) return null;
  const { turns } = played(partsOf(trial, strategy), partnerOf(trial));
  const found = turns.find(({ isOwn, decision }) => isOwn && decision >= 0 && !inverse.isRational(decision));
  if (found === undefined) return null;
  const reason = `at turn ${found.turnNumber} it offers ${decisionText(found.decision, inverse)}, with a reservation of ${inverse.reservation}.`;
  return { reason, turns: turns.slice(0, found.turnNumber) };
}

/**
 * An accept below the reservation value, in a space where something reaches it.
 *
 * The player makes it impossible whatever the condition says, and never asks the condition there. With
 * `asksBelowReservation` the condition is asked all the same, after its turn is decided, and its yes is the breach.
 */
export function acceptBelowReservation(
  trial: PreparedTrial,
  strategy: Strategy,
  asksBelowReservation: boolean,
): StrategyBreach | null {
  const { inverse } = trial;
  if (inverse.rationalCount === 0) return null;
  const condition = overheardCondition(strategy);
  const play = new StrategyPlay(partsOf(trial, condition.strategy));
  const partner = partnerOf(trial);
  while (!play.isOver) {
    const standing = play.turns.at(-1)?.decision ?? -1;
    const isJudged = play.isOwnTurn && standing >= 0 && !inverse.isRational(standing);
    const decision = play.isOwnTurn ? play.decision() : partner(play.turnNumber);
    if (decision === null) return null;
    const accepts =
      decision === ACCEPT || (asksBelowReservation && isJudged && condition.accepts(play, decision));
    if (isJudged && accepts) {
      const reason = `at turn ${play.turnNumber} it accepts ${decisionText(standing, inverse)}, with a reservation of ${inverse.reservation}.`;
      return { reason, turns: play.turns };
    }
    play.record(decision, play.isOwnTurn);
  }
  return null;
}

/** The strategy as it is, and its running condition to ask once more. */
function overheardCondition(strategy: Strategy): {
  readonly strategy: Strategy;
  readonly accepts: (play: StrategyPlay, decision: number) => boolean;
} {
  let running: RunningAcceptance | undefined;
  const { acceptance } = strategy;
  return {
    strategy: {
      ...strategy,
      acceptance: {
        name: acceptance.name,
        start: (setup) => {
          running = acceptance.start(setup);
          return running;
        },
      },
    },
    accepts: ({ view }, decision) => {
      if (running === undefined || view === null) return false;
      try {
        return yesOrNo(
          acceptance,
          running(view, () => decision),
        );
      } catch {
        // It is asked where it was promised not to be: to refuse the question is no yes.
        return false;
      }
    },
  };
}
