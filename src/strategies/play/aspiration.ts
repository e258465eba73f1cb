/**
 * @module
 * The curve along which a time-dependent party lowers its aspiration, and the utility it asks for at a time.
 */

import { readOptions } from "../../core/checks/index.js";
import type { InverseUtility } from "../../preferences/inverse/index.js";
import { type Fault, refusedWith } from "../../preferences/model/index.js";

/**
 * One of three ways to write the same idea.
 *
 * `exponent`: aspiration `1 - t^exponent`, with a slack of 1e-4 under the level. `e` and `k`: what GENIUS and
 * Faratin write, `F(t) = k + (1 - k) t^(1/e)` with aspiration `1 - F`, so `exponent = 1/e` where `k` is 0; no slack.
 * `exponential`: aspiration `(exp((1 - t)^E) - 1) / (exp(1) - 1)`, with the slack.
 *
 * @see Faratin, Sierra, Jennings, Negotiation decision functions for autonomous agents, 1998, section 4.1
 */
export type AspirationCurve =
  | { readonly exponent: number; readonly e?: never; readonly k?: never; readonly exponential?: never }
  | {
      readonly e: number;
      readonly k?: number | undefined;
      readonly exponent?: never;
      readonly exponential?: never;
    }
  | { readonly exponential: number; readonly exponent?: never; readonly e?: never; readonly k?: never };

/** A curve ready to ask. */
export interface Aspiration {
  /** 1 at time 0 (without `k`), 0 at time 1. */
  readonly at: (t: number) => number;
  /** How far below the level of the curve is still good enough, in utility. */
  readonly slack: number;
}

/**
 * The aspiration of a curve.
 *
 * @throws {NegotiationError} `strategy_invalid` for a curve that is none
 */
export function aspirationOf(curve: AspirationCurve): Aspiration {
  readOptions<Readonly<Record<string, unknown>>>("the aspiration curve", { ...curve }, CURVE_KEYS);
  checkCurve(curve);
  return Object.freeze({ at: remembering(curveFunction(curve)), slack: curve.e === undefined ? SLACK : 0 });
}

/**
 * The utility that a party asks for at relative time t, between the worst rational and the best.
 *
 * @see docs/requirements/bargaining.md, BA-17
 */
export function aspirationLevel({ at, slack }: Aspiration, inverse: InverseUtility): (t: number) => number {
  const { floor, maximum } = inverse;
  const range = maximum - floor;
  return (t) => {
    const level = range * at(t) + floor - slack;
    return Math.max(floor, Math.min(maximum, level));
  };
}

const CURVE_KEYS = ["exponent", "e", "k", "exponential"] as const;

/** In utility; what the recorded traces of BA-20 were made with. */
const SLACK = 1e-4;

/** Chosen: the cycles of a usual negotiation fall into different slots, and it takes 4 KB a strategy. */
const SLOTS = 256;

/**
 * The same function with a memory: a power costs as much as all else in a turn, a party asks twice a turn, and the
 * next negotiation asks for the same times. What it remembers can be told from nothing but the clock.
 */
function remembering(compute: (t: number) => number): (t: number) => number {
  const times = new Float64Array(SLOTS).fill(-1);
  const results = new Float64Array(SLOTS);
  return (t) => {
    const slot = (t * SLOTS) & (SLOTS - 1);
    if (times[slot] !== t) {
      results[slot] = compute(t);
      times[slot] = t;
    }
    return results[slot] as number;
  };
}

function curveFunction(curve: AspirationCurve): (t: number) => number {
  if (curve.exponent !== undefined) {
    const { exponent } = curve;
    return (t) => 1 - t ** exponent;
  }
  if (curve.e !== undefined) {
    const { e, k = 0 } = curve;
    return (t) => 1 - (k + (1 - k) * t ** (1 / e));
  }
  const { exponential } = curve;
  return (t) => (Math.exp((1 - t) ** exponential) - 1) / (Math.E - 1);
}

/** Refuses with `strategy_invalid` unless exactly one way is given, with numbers that make a curve. */
function checkCurve(curve: AspirationCurve): void {
  const given = (["exponent", "e", "exponential"] as const).filter((key) => curve[key] !== undefined);
  const faults: Fault[] = [];
  if (given.length !== 1) {
    faults.push({
      path: ["exponent"],
      expected: "exactly one of exponent, e, exponential",
      received: given.join(", "),
    });
  }
  for (const key of given) {
    const value: unknown = curve[key];
    if (typeof value !== "number" || !Number.isFinite(value) || value <= 0) {
      faults.push({ path: [key], expected: "a positive number", received: String(value) });
    }
  }
  const k: unknown = curve.k ?? 0;
  if (typeof k !== "number" || !(k >= 0 && k <= 1) || (k !== 0 && curve.e === undefined)) {
    faults.push({ path: ["k"], expected: "a number in [0, 1], beside e", received: String(k) });
  }
  if (faults.length > 0) throw refusedWith("strategy_invalid", "the aspiration curve", faults);
}

/** What is known of the limits and of the present. */
export interface RelativeTimeInput {
  /** The turn in question, from 1. Where the cap counts proposals: the ordinal of the proposal. */
  readonly turnNumber: number;
  /** The cap on turns (or on proposals), of all parties together. */
  readonly turnLimit?: number | null | undefined;
  /** Ms from the first turn to the latest recorded one. */
  readonly elapsedMs?: number | undefined;
  /** Ms that the negotiation may take. */
  readonly totalMs?: number | null | undefined;
  /**
   * How many parties act in a cycle.
   * @default 2
   */
  readonly parties?: number | undefined;
}

/**
 * Relative time in [0, 1]: the greater of what the turns and what the clock say.
 *
 * With `c` the cycle of the turn (from 0) and `n` the cycles there are, the turns say `(c + 1) / (n + 1)`: all
 * parties see one time in a cycle, and it never reaches 1 while someone can act.
 *
 * @throws {NegotiationError} `strategy_invalid` when neither limit is known
 * @see docs/requirements/bargaining.md, BA-14
 * @example
 * relativeTime({ turnNumber: 1, turnLimit: 200 }); // 1 / 101
 * relativeTime({ turnNumber: 5, turnLimit: 5 }); // 3 / 4
 */
export function relativeTime(input: RelativeTimeInput): number {
  const { turnNumber, turnLimit, elapsedMs = 0, totalMs, parties = 2 } = input;
  const limited = typeof turnLimit === "number" && Number.isFinite(turnLimit);
  const timed = typeof totalMs === "number" && Number.isFinite(totalMs);
  if (!limited && !timed) {
    const fault = {
      path: ["turnLimit"],
      expected: "turnLimit or totalMs, whichever the rules set",
      received: "neither",
    };
    throw refusedWith("strategy_invalid", "the limits", [fault]);
  }
  const byTurns = limited ? timeOfTurn(turnNumber, turnLimit, parties) : 0;
  return Math.min(1, timed ? Math.max(byTurns, elapsedMs / totalMs) : byTurns);
}

/** Relative time by turns alone; not clamped, which only matters past the limit. */
export function timeOfTurn(turnNumber: number, turnLimit: number, parties: number): number {
  return (Math.floor((turnNumber - 1) / parties) + 1) / (Math.ceil(turnLimit / parties) + 1);
}
