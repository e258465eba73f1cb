/**
 * @module
 * What the named strategies promise beyond what every strategy does: how they concede, and whether a turn stays
 * cheap in a large space.
 */

/**
 * How a strategy concedes. All of it is judged on what it offers when it never accepts.
 *
 * - `time-dependent`: its own offered utility never rises, and is the same whatever the other side does
 * - `monotonic`: its own offered utility never rises
 * - `tit-for-tat`: all else equal, it never asks more because the other side offered it more, nor less because that
 *   offered less; and it never asks more against one who only concedes
 * - `tough`: its own offered utility never changes
 * - `none`: nothing
 */
export type StrategyFamily = "time-dependent" | "monotonic" | "tit-for-tat" | "tough" | "none";

/** What a strategy promises of itself. */
export interface StrategyPromises {
  readonly family: StrategyFamily;
  /** How many times as much an offer may cost among 100,000 outcomes as among 1,000; "none" for no promise. */
  readonly slowdown: number | "none";
}

/** What a strategy of this name promises; of another, what any strategy is held to. */
export function promisesOf(name: string): StrategyPromises {
  const family = Object.hasOwn(FAMILIES, name) ? FAMILIES[name] : undefined;
  return { family: family ?? "none", slowdown: GROWING.includes(name) ? "none" : FAIR_SLOWDOWN };
}

/** An offer on a space of 100,000 outcomes costs at most so many times one on 1,000: what a binary search does. */
const FAIR_SLOWDOWN = 3;

const FAMILIES: Readonly<Partial<Record<string, StrategyFamily>>> = {
  boulware: "time-dependent",
  linear: "time-dependent",
  conceder: "time-dependent",
  tough: "tough",
  "monotonic-concession": "monotonic",
  "relative-tit-for-tat": "tit-for-tat",
  "random-absolute-tit-for-tat": "tit-for-tat",
  "averaged-tit-for-tat": "tit-for-tat",
};

/** By definition they weigh many outcomes at a turn, as their documentation says. */
const GROWING: readonly string[] = ["nice-tit-for-tat", "trade-off", "zeuthen"];
