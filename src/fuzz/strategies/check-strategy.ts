/**
 * @module
 * Looks for broken promises of somebody's own strategy, in many small negotiations with scripted partners: no room, no
 * clock but the one that its cost is measured with.
 */

import type { Strategy } from "../../strategies/play/index.js";
import { fc } from "../arbitraries/index.js";
import {
  type StrategyBreach,
  type StrategyFault,
  type StrategyFaultError,
  type StrategyFaultKind,
  type StrategyReport,
  strategyReport,
} from "./strategy-fault.js";
import { strategyJudges } from "./strategy-judges.js";
import type { CheckStrategyOptions, StrategySettings } from "./strategy-settings.js";
import { strategyFaultKinds, strategySettings } from "./strategy-settings.js";
import { slowdownOf } from "./strategy-slowdown.js";
import { arbitraryStrategyTrial, preparedTrial, type StrategyTrial } from "./strategy-trial.js";

/**
 * The report on a strategy that passes every trial; throws with all promises that it breaks, each fault shrunk.
 *
 * It is a fault to
 *
 * - throw, or propose what is no outcome of the space (`threw`)
 * - offer what is worth less than the reservation value, where anything reaches it (`offered_below_reservation`)
 * - accept such an offer; a player prevents that, so see `asksBelowReservation` (`accepted_below_reservation`)
 * - write to what it is shown (`mutated_input`)
 * - use a clock, chance, timers or the network (`asked_the_world`)
 * - decide differently in an equal negotiation (`varied_answer`), when rebuilt from the turns so far (`kept_state`),
 *   or while another negotiation goes on (`shared_state`)
 * - concede otherwise than its family promises (`broke_family`)
 * - take longer for an offer in a large space than `slowdown` allows (`slowed_down`)
 *
 * A strategy that keeps anything outside of what `start` gives is handed in as a function that makes one. Components
 * have to be synchronous and must not be running elsewhere: the global clocks are watched while they run.
 *
 * @throws {StrategyFaultError} its message is the text of the report, its `report` the same as data
 * @throws {TypeError} or {RangeError} when an option is wrong
 * @throws {NegotiationError} `strategy_invalid` for what is no strategy; what a scenario is refused with
 * @see docs/requirements/bargaining.md, BA-15, BA-16, BA-29, D-7, D-12 and D-15
 * @example
 * checkStrategy(boulware());
 * checkStrategy(timeDependent({ exponent: 7 }), { family: "time-dependent", seed: 1, slowdown: 5 });
 */
export function checkStrategy(
  strategy: Strategy | (() => Strategy),
  options: CheckStrategyOptions = {},
): StrategyReport {
  const report = reportOn(strategySettings(strategy, options));
  if (report.faults.length === 0) return report;
  const error: StrategyFaultError = Object.assign(new Error(report.text), {
    name: "StrategyFaultError" as const,
    report,
  });
  throw error;
}

/**
 * The report that `checkStrategy` gives or throws.
 *
 * @throws as `checkStrategy`, but for the faults themselves
 * @example
 * const { faults } = findStrategyFaults(micro(), { runs: 1_000, slowdown: "none" });
 * faults.map(({ kind }) => kind); // [], if all is well
 */
export function findStrategyFaults(
  strategy: Strategy | (() => Strategy),
  options: CheckStrategyOptions = {},
): StrategyReport {
  return reportOn(strategySettings(strategy, options));
}

function reportOn(settings: StrategySettings): StrategyReport {
  const { name, runs, only } = settings;
  const judged: StrategyFaultKind[] = [];
  const faults: StrategyFault[] = [];
  let { seed } = settings;
  for (const kind of strategyFaultKinds) {
    if ((only !== null && kind !== only) || kind === "slowed_down" || isMoot(kind, settings)) continue;
    const { unless = [] } = strategyJudges[kind];
    if (faults.some((fault) => unless.includes(fault.kind))) continue;
    const finding = faultIn(kind, settings, seed);
    seed = finding.seed;
    judged.push(kind);
    if (finding.fault !== null) faults.push(finding.fault);
  }
  seed ??= 0;
  const slowdown = measuredSlowdown(settings, seed);
  if (slowdown !== null) {
    judged.push("slowed_down");
    if (slowdown > Number(settings.slowdown)) faults.push(slownessFault(slowdown, settings, seed));
  }
  return strategyReport({ strategy: name, judged, faults, seed, runs, slowdown });
}

/** Whether there is nothing to look for. */
function isMoot(kind: StrategyFaultKind, { family }: StrategySettings): boolean {
  return kind === "broke_family" && family === "none";
}

function faultIn(
  kind: Exclude<StrategyFaultKind, "slowed_down">,
  settings: StrategySettings,
  seed: number | null,
): { readonly seed: number; readonly fault: StrategyFault | null } {
  const { judge } = strategyJudges[kind];
  // The last that fails is the smallest; what is wrong with a scenario is no fault of the strategy.
  const failures: (() => StrategyBreach & { readonly trial: StrategyTrial })[] = [];
  const property = fc.property(arbitraryStrategyTrial(settings.scenarios, settings.turnLimit), (trial) => {
    try {
      const breach = judge(preparedTrial(trial), settings);
      if (breach !== null) failures.push(() => ({ ...breach, trial }));
      return breach === null;
    } catch (error) {
      failures.push(() => {
        throw error;
      });
      return false;
    }
  });
  const details = fc.check(property, {
    numRuns: settings.runs,
    ...(seed === null ? {} : { seed }),
    ...(settings.path === null ? {} : { path: settings.path }),
  });
  const found = failures.at(-1)?.();
  if (found === undefined) return { seed: details.seed, fault: null };
  const path = details.counterexamplePath ?? "";
  return { seed: details.seed, fault: Object.freeze({ kind, ...found, seed: details.seed, path }) };
}

function measuredSlowdown(settings: StrategySettings, seed: number): number | null {
  const { only, slowdown, source, now } = settings;
  if (slowdown === "none" || (only !== null && only !== "slowed_down")) return null;
  return slowdownOf(source.instance, { seed, now, allowed: slowdown });
}

function slownessFault(slowdown: number, settings: StrategySettings, seed: number): StrategyFault {
  const reason = `an offer among 100,000 outcomes costs ${slowdown.toFixed(1)} times one among 1,000, with ${settings.slowdown} allowed.`;
  return Object.freeze({
    kind: "slowed_down",
    reason,
    turns: Object.freeze([]),
    trial: null,
    seed,
    path: null,
  });
}
