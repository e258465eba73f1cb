/**
 * @module
 * Who looks for which kind of fault in a trial of a strategy.
 */

import { brokenFamily } from "./strategy-families.js";
import type { StrategyBreach, StrategyFaultKind } from "./strategy-fault.js";
import { played, type StrategyPlay } from "./strategy-play.js";
import { keptState, sharedState, variedAnswer } from "./strategy-repeatability.js";
import { acceptBelowReservation, offerBelowReservation } from "./strategy-reservation.js";
import type { StrategySettings } from "./strategy-settings.js";
import { type PreparedTrial, partnerOf, partsOf } from "./strategy-trial.js";
import { watchedStrategy } from "./strategy-watch.js";

/** Looks for one kind of fault in one trial. */
export interface StrategyJudge {
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
