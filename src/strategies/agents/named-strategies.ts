/**
 * @module
 * The strategies that have a name, ready to play, and the record of them all for tournaments and the command line.
 */

import { acceptAspiration, acceptBest, acceptLadder, acceptNext } from "../acceptance/index.js";
import {
  offerAspiration,
  offerBest,
  offerLadder,
  offerRandom,
  type PickOptions,
  sharedLadder,
} from "../offering/index.js";
import { type AspirationCurve, aspirationOf, type OpponentModel, type Strategy } from "../play/index.js";
import {
  averagedTitForTat,
  hybrid,
  monotonicConcession,
  niceTitForTat,
  randomAbsoluteTitForTat,
  relativeTitForTat,
  tradeOff,
  zeuthen,
} from "./answering-strategies.js";

/** A time-dependent strategy: its curve, and where wanted a model to choose by. */
export type TimeDependentOptions = AspirationCurve &
  PickOptions & { readonly model?: OpponentModel | undefined };

/**
 * Offers and accepts by a falling aspiration (AC_target).
 *
 * `exponent` above 1 concedes late, below 1 early. `e` is its inverse, as GENIUS and Faratin write it.
 *
 * @throws {NegotiationError} `strategy_invalid` unless exactly one of `exponent`, `e` and `exponential` is given
 * @see Faratin, Sierra, Jennings, Negotiation decision functions for autonomous agents, 1998;
 * docs/requirements/bargaining.md, BA-17
 * @example
 * timeDependent({ exponent: 5 }); // concedes later than boulware()
 * timeDependent({ e: 0.2 }); // GENIUS's Boulware
 */
export function timeDependent(options: TimeDependentOptions): Strategy {
  return curved("time-dependent", options);
}

/** Time-dependent with exponent 4: concedes late. */
export function boulware(): Strategy {
  return curved("boulware", { exponent: 4 });
}

/** Time-dependent with exponent 1: concedes evenly. */
export function linear(): Strategy {
  return curved("linear", { exponent: 1 });
}

/** Time-dependent with exponent 0.25: concedes early. */
export function conceder(): Strategy {
  return curved("conceder", { exponent: 0.25 });
}

/**
 * Proposes its best outcome always, and accepts nothing less.
 *
 * @see docs/requirements/bargaining.md, BA-18
 */
export function tough(): Strategy {
  return Object.freeze({ name: "tough", offering: offerBest(), acceptance: acceptBest() });
}

/**
 * Goes down its outcomes one by one, as fast as the other side does; needs no model and no parameter.
 *
 * @see de Jonge, An analysis of the linear bilateral ANAC domains using the MiCRO benchmark strategy, IJCAI 2022;
 * docs/requirements/bargaining.md, BA-19
 */
export function micro(): Strategy {
  const ladderOf = sharedLadder();
  const offering = offerLadder(ladderOf);
  return Object.freeze({ name: "micro", offering, acceptance: acceptLadder(ladderOf) });
}

/**
 * A baseline: proposes any rational outcome, and accepts what is as good as the next one it would propose.
 *
 * @see docs/requirements/bargaining.md, BA-26
 */
export function random(): Strategy {
  return Object.freeze({ name: "random", offering: offerRandom(), acceptance: acceptNext() });
}

/** Every named strategy, by its name, with its defaults. */
export const namedStrategies: Readonly<Record<string, () => Strategy>> = Object.freeze({
  boulware,
  conceder,
  linear,
  micro,
  random,
  tough,
  "relative-tit-for-tat": () => relativeTitForTat(),
  "random-absolute-tit-for-tat": () => randomAbsoluteTitForTat(),
  "averaged-tit-for-tat": () => averagedTitForTat(),
  "nice-tit-for-tat": () => niceTitForTat(),
  hybrid,
  "trade-off": () => tradeOff(),
  "monotonic-concession": () => monotonicConcession(),
  zeuthen: () => zeuthen(),
});

function curved(name: string, options: TimeDependentOptions): Strategy {
  const { pick, model, ...curve } = options;
  const aspiration = aspirationOf(curve);
  return Object.freeze({
    name,
    offering: offerAspiration(aspiration, { pick }),
    acceptance: acceptAspiration(aspiration),
    model,
  });
}
