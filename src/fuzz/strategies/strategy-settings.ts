/**
 * @module
 * The options of `checkStrategy`, checked at the door and completed.
 */

import { demandOneOf, integerIn, readOptions } from "../../core/checks/index.js";
import { shown } from "../../errors.js";
import type { Scenario } from "../../preferences/scenarios/index.js";
import { demandStrategy, type Strategy } from "../../strategies/play/index.js";
import { promisesOf, type StrategyFamily } from "./strategy-families.js";
import type { StrategyFaultKind } from "./strategy-fault.js";

/** How a strategy is checked. */
export interface CheckStrategyOptions {
  /** Played with the preferences of each party. @default small ones, made up */
  readonly scenarios?: readonly Scenario[] | undefined;
  /** An integer; the same seed tries the same. @default chosen anew */
  readonly seed?: number | undefined;
  /** Trials for each kind of fault, at least 1. @default 100 */
  readonly runs?: number | undefined;
  /** The one kind of fault to look for. @default all */
  readonly only?: StrategyFaultKind | undefined;
  /** The `path` of a fault, to see that one again; with its `seed` and `only`. */
  readonly path?: string | undefined;
  /** How it concedes. @default what the named strategy of its name promises, else "none" */
  readonly family?: StrategyFamily | undefined;
  /** Turns of both sides, at least 1. @default 1 to 40 */
  readonly turnLimit?: number | undefined;
  /**
   * How many times as much an offer may cost among 100,000 outcomes as among 1,000, at least 1; "none" leaves it
   * unmeasured. @default 3; "none" where the named strategy of its name promises none
   */
  readonly slowdown?: number | "none" | undefined;
  /**
   * Whether the acceptance condition is also asked about offers below the reservation, and may not take them. A
   * party never asks it there, so most need not know. @default false
   */
  readonly asksBelowReservation?: boolean | undefined;
  /** The clock of the slowdown, in ms. @default performance.now */
  readonly now?: (() => number) | undefined;
}

/** Where a check takes its strategies from. */
export interface StrategySource {
  /** Of a function's a new one; a strategy that was given as such is each time the same. */
  instance(): Strategy;
}

/** The options, complete. */
export interface StrategySettings {
  /** The name of the strategy. */
  readonly name: string;
  readonly source: StrategySource;
  readonly scenarios: readonly Scenario[] | null;
  /** `null`: chosen anew. */
  readonly seed: number | null;
  readonly runs: number;
  readonly only: StrategyFaultKind | null;
  readonly path: string | null;
  readonly family: StrategyFamily;
  readonly turnLimit: number | null;
  readonly slowdown: number | "none";
  readonly asksBelowReservation: boolean;
  readonly now: () => number;
}

/** Every kind of fault, in the order in which they are looked for and told. */
export const strategyFaultKinds: readonly StrategyFaultKind[] = Object.freeze([
  "threw",
  "offered_below_reservation",
  "accepted_below_reservation",
  "mutated_input",
  "asked_the_world",
  "varied_answer",
  "kept_state",
  "shared_state",
  "broke_family",
  "slowed_down",
]);

/**
 * The options, complete.
 *
 * @throws {TypeError} or {RangeError} naming the option that is wrong or unknown
 * @throws {NegotiationError} `strategy_invalid` for what is no strategy
 */
export function strategySettings(
  subject: Strategy | (() => Strategy),
  given: CheckStrategyOptions,
): StrategySettings {
  const options = readOptions("the options", given, KEYS);
  const source = sourceOf(subject);
  const { name } = source.instance();
  const promises = promisesOf(name);
  const { only, path, seed, scenarios, turnLimit } = options;
  if (only !== undefined) demandOneOf("only", only, strategyFaultKinds);
  if (path !== undefined && (only === undefined || seed === undefined)) {
    throw new TypeError("Expected path together with seed and only, got it without.");
  }
  if (scenarios !== undefined && scenarios.length === 0) {
    throw new TypeError("Expected at least one of scenarios, got none.");
  }
  return Object.freeze({
    name,
    source,
    scenarios: scenarios ?? null,
    seed: seed === undefined ? null : integerIn("seed", seed, Number.MIN_SAFE_INTEGER),
    runs: integerIn("runs", options.runs ?? 100, 1),
    only: only ?? null,
    path: path ?? null,
    family: demandOneOf("family", options.family ?? promises.family, STRATEGY_FAMILIES),
    turnLimit: turnLimit === undefined ? null : integerIn("turnLimit", turnLimit, 1),
    slowdown: slowdownIn(options.slowdown ?? promises.slowdown),
    asksBelowReservation: options.asksBelowReservation ?? false,
    now: options.now ?? (() => performance.now()),
  });
}

const KEYS: readonly (keyof CheckStrategyOptions)[] = [
  "scenarios",
  "seed",
  "runs",
  "only",
  "path",
  "family",
  "turnLimit",
  "slowdown",
  "asksBelowReservation",
  "now",
];

const STRATEGY_FAMILIES: readonly StrategyFamily[] = [
  "time-dependent",
  "monotonic",
  "tit-for-tat",
  "tough",
  "none",
];

function sourceOf(subject: Strategy | (() => Strategy)): StrategySource {
  return {
    instance: () => {
      const strategy = typeof subject === "function" ? subject() : subject;
      demandStrategy(strategy);
      return strategy;
    },
  };
}

function slowdownIn(value: number | "none"): number | "none" {
  if (value === "none" || (typeof value === "number" && value >= 1)) return value;
  throw new RangeError(`Expected slowdown to be a number of at least 1 or "none", got ${shown(value)}.`);
}
