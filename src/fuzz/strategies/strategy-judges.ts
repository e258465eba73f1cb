/**
 * @module
 * Who looks for which kind of fault in a trial of a strategy: for offers and accepts below the reservation, and for
 * decisions that follow from more than its preferences, its seed and the turns so far.
 */

import type { InverseUtility } from "../../preferences/inverse/index.js";
import { ACCEPT, type RunningAcceptance, type Strategy, yesOrNo } from "../../strategies/play/index.js";
import { brokenFamily } from "./strategy-families.js";
import type { StrategyBreach, StrategyFaultKind } from "./strategy-fault.js";
import { decisionText, firstDifference, type PlayedTurn, played, StrategyPlay } from "./strategy-play.js";
import type { StrategySettings } from "./strategy-settings.js";
import { type PreparedTrial, partnerOf, partsOf } from "./strategy-trial.js";
import { watchedStrategy } from "./strategy-watch.js";

/** Looks for one kind of fault in one trial. */
interface StrategyJudge {
  readonly judge: (trial: PreparedTrial, settings: StrategySettings) => StrategyBreach | null;
  /** Kinds of which this one may be a mere consequence: it is not looked for once they were found. */
  readonly unless?: readonly StrategyFaultKind[];
}

/** The judges of all that is seen in a trial. */
export const strategyJudges: Readonly<Record<Exclude<StrategyFaultKind, "slowed_down">, StrategyJudge>> = {
  threw: {
    judge: (trial, { source }) => thrown(played(partsOf(trial, source.instance()), partnerOf(trial))),
  },
  offered_below_reservation: {
    judge: (trial, { source }) => offerBelowReservation(trial, source.instance()),
  },
  accepted_below_reservation: {
    judge: (trial, { source, asksBelowReservation }) =>
      acceptBelowReservation(trial, source.instance(), asksBelowReservation),
  },
  mutated_input: {
    judge: (trial, settings) => watchedBreach(trial, settings, "written", "it writes to what it is shown:"),
  },
  asked_the_world: {
    judge: (trial, settings) => watchedBreach(trial, settings, "asked", "it uses what it is not shown:"),
  },
  varied_answer: { judge: (trial, { source }) => variedAnswer(trial, source.instance) },
  kept_state: {
    judge: (trial, { source }) => keptState(trial, source.instance),
    unless: ["varied_answer"],
  },
  shared_state: {
    judge: (trial, { source }) => sharedState(trial, source.instance),
    unless: ["varied_answer", "kept_state"],
  },
  broke_family: { judge: (trial, { source, family }) => brokenFamily(trial, source.instance, family) },
};

function thrown({ failure, turns }: StrategyPlay): StrategyBreach | null {
  if (failure === null) return null;
  const when =
    failure.turnNumber === 0 && turns.length === 0 ? "before the first turn" : `after ${turns.length} turns`;
  return { reason: `${when} it throws ${failure.error}`, turns };
}

/** What a watched play took note of. */
function watchedBreach(
  trial: PreparedTrial,
  { source }: StrategySettings,
  kind: "written" | "asked",
  what: string,
): StrategyBreach | null {
  const { strategy, notes } = watchedStrategy(source.instance());
  const { turns } = played(partsOf(trial, strategy), partnerOf(trial));
  const found = [...notes[kind]];
  return found.length === 0 ? null : { reason: `${what} ${found.join(", ")}.`, turns };
}

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
