/**
 * @module
 * What an acceptance condition says to offers just below, at and just above a threshold.
 */

import { ACCEPT, type AcceptanceCondition, type Strategy } from "../../../src/strategies/play/index.js";
import { listed, Scene, scripted } from "../scenes.js";

const EPSILON = 1e-9;

/**
 * The outcomes just below, at and just above a utility, after others: 3 is worth 0, 4 is worth 1, 5 half of it.
 */
export function around(threshold: number): ReturnType<typeof listed>["inverse"] {
  return listed([threshold - EPSILON, threshold, threshold + EPSILON, 0, 1, 0.5]).inverse;
}

/** Whether the three outcomes are accepted at a turn, after `before` were received (and 4, 5, 5 ... sent). */
export function verdicts(
  acceptance: AcceptanceCondition,
  threshold: number,
  options: {
    readonly before?: readonly number[];
    readonly turn?: number;
    readonly own?: readonly number[];
  } = {},
): readonly boolean[] {
  const { before = [], turn, own = [4, 5] } = options;
  return [0, 1, 2].map((outcome) => {
    const strategy: Strategy = { name: "tested", offering: scripted(...own), acceptance };
    // 198 turns are 99 cycles: turn 2c + 1 is at (c + 1) / 100.
    const scene = new Scene(strategy, around(threshold), { turnLimit: 198 });
    for (const one of before) scene.answer(one);
    if (turn !== undefined) scene.skipTo(turn);
    return scene.answer(outcome) === ACCEPT;
  });
}

export const FROM_THRESHOLD: readonly boolean[] = [false, true, true];
export const ABOVE_THRESHOLD: readonly boolean[] = [false, false, true];
export const NONE: readonly boolean[] = [false, false, false];
export const ALL: readonly boolean[] = [true, true, true];
