/**
 * @module
 * Offers that follow a falling aspiration: Boulware late, Conceder early, Linear in between.
 */

import { demandOneOf, readOptions } from "../../core/checks/index.js";
import type { InverseUtility } from "../../preferences/inverse/index.js";
import {
  type Aspiration,
  type AspirationCurve,
  aspirationLevel,
  aspirationOf,
  neededModel,
  type OfferingPolicy,
  type RunningModel,
  type RunningOffering,
  type Setup,
} from "../play/index.js";

/** Which of the good enough outcomes to propose. */
export interface PickOptions {
  /**
   * `lowest`: the one that costs the other side's goodwill least known to us, the first at or above the level.
   * `model`: the one that the opponent model values most, up to 5 % of the own range above the level.
   * @default "lowest"
   */
  readonly pick?: "lowest" | "model" | undefined;
}

/**
 * Proposes the first rational outcome, by ascending own utility, at or above the level of the curve; where the
 * utility just below is within 1e-6 and strictly nearer, the first outcome of that utility.
 *
 * @throws {NegotiationError} `strategy_invalid` for a curve that is none
 * @see docs/requirements/bargaining.md, BA-17 and BA-26; Faratin, Sierra, Jennings 1998, section 4.1
 */
export function offerTimeDependent(curve: AspirationCurve, options: PickOptions = {}): OfferingPolicy {
  return offerAspiration(aspirationOf(curve), options);
}

/** `offerTimeDependent` of a curve that is ready, so that it can be shared with an acceptance condition. */
export function offerAspiration(aspiration: Aspiration, options: PickOptions = {}): OfferingPolicy {
  const { pick = "lowest" } = readOptions("the options of time-dependent offers", options, ["pick"]);
  const start = demandOneOf("pick", pick, ["lowest", "model"]) === "model" ? pickingByModel : pickingLowest;
  return Object.freeze({ name: "time-dependent", start: (setup: Setup) => start(aspiration, setup) });
}

/** A utility just below the level is as good as one just above it within this distance (BA-17). */
const NEAR = 1e-6;

/** How far above the level a model may choose, as a share of the range of rational utilities (BA-26). */
const CHOICE = 0.05;

function pickingLowest(aspiration: Aspiration, { inverse }: Setup): RunningOffering {
  const levelAt = aspirationLevel(aspiration, inverse);
  // The latest answer holds for all levels in (above, upTo]: a slow concession asks for the same one many times.
  let outcome = -1;
  let above = 0;
  let upTo = 0;
  return Object.freeze({
    next({ relativeTime }: { readonly relativeTime: number }) {
      const level = levelAt(relativeTime);
      if (outcome !== -1 && level > above && level <= upTo) return outcome;
      const found = inverse.lowestAtLeast(level);
      const below = utilityBelow(inverse, found);
      if (below >= level - NEAR && level - below < inverse.utility(found) - level) {
        return inverse.lowestAtLeast(below);
      }
      outcome = found;
      above = below + NEAR;
      upTo = inverse.utility(found);
      return found;
    },
  });
}

/** The next lower rational utility, or -Infinity. */
function utilityBelow(inverse: InverseUtility, index: number): number {
  const rank = inverse.rankOf(index);
  return rank > inverse.size - inverse.rationalCount ? inverse.utility(inverse.at(rank - 1)) : -Infinity;
}

function pickingByModel(aspiration: Aspiration, setup: Setup): RunningOffering {
  const { inverse } = setup;
  const model = neededModel(setup, "offers that it picks");
  const levelAt = aspirationLevel(aspiration, inverse);
  const width = CHOICE * (inverse.maximum - inverse.floor);
  return Object.freeze({
    next({ relativeTime }: { readonly relativeTime: number }) {
      const level = levelAt(relativeTime);
      const [from, to] = inverse.range(level, level + width);
      return from < to ? bestByModel(inverse, model, from, to) : inverse.lowestAtLeast(level);
    },
  });
}

/** Of equal modelled utilities the first of the order. */
function bestByModel(inverse: InverseUtility, model: RunningModel, from: number, to: number): number {
  let best = inverse.at(from);
  let bestUtility = model.utility(best);
  for (let rank = from + 1; rank < to; rank += 1) {
    const index = inverse.at(rank);
    const utility = model.utility(index);
    if (utility > bestUtility) {
      best = index;
      bestUtility = utility;
    }
  }
  return best;
}
