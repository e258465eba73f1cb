/**
 * @module
 * Makes up scenarios from a seed: the same ones on every machine, for benches and tests (BA-13).
 */

import { integerIn } from "../../core/checks/index.js";
import { type AdditivePreferences, type NegotiationIssue, outcomeSpace } from "../model/index.js";
import type { Scenario } from "./scenario.js";

/**
 * A scenario of additive tables with reservation 0; each party's weights sum to about 1.
 *
 * Issues are called `i0`, `i1` ..., their values `v0`, `v1` ..., parties `p0`, `p1` ...
 *
 * @param seed - any safe integer; its low 32 bits count
 * @param sizes - how many values each issue has
 * @param parties - how many, 1 to 64
 * @throws {NegotiationError} `issue_invalid` when the sizes make no outcome space
 * @throws {RangeError} when another argument is out of range
 * @see docs/requirements/bargaining.md, BA-13
 * @example
 * generateScenario(101, [5, 5, 5], 2).parties.length; // 2
 */
export function generateScenario(seed: number, sizes: readonly number[], parties: number): Scenario {
  integerIn("seed", seed, Number.MIN_SAFE_INTEGER);
  integerIn("parties", parties, 1, 64);
  const issues = sizes.map((size, index) =>
    categorical(index, integerIn(`sizes[${index}]`, size, 1, 10_000)),
  );
  outcomeSpace(issues);
  const draw = congruential(seed);
  for (let dropped = 0; dropped < DROPPED; dropped += 1) draw();
  return Object.freeze({
    format: "concordat-scenario",
    version: 1,
    name: `generated-${sizes.join("x")}-${parties}-${seed}`,
    issues: Object.freeze(issues),
    parties: Object.freeze(
      Array.from({ length: parties }, (_, index) =>
        Object.freeze({ name: `p${index}`, preferences: drawnPreferences(sizes, draw) }),
      ),
    ),
  });
}

/** BA-13: so many draws are thrown away first. */
const DROPPED = 8;

/** Numerical Recipes' "quick and dirty" generator: fixed by the fixtures, not chosen for its quality. */
function congruential(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function categorical(index: number, size: number): NegotiationIssue {
  const values = Object.freeze(Array.from({ length: size }, (_, digit) => `v${digit}`));
  return Object.freeze({ name: `i${index}`, kind: "categorical", values });
}

function drawnPreferences(sizes: readonly number[], draw: () => number): AdditivePreferences {
  const raw = sizes.map(() => 0.1 + draw());
  const sum = raw.reduce((total, weight) => total + weight, 0);
  return Object.freeze({
    kind: "additive",
    weights: Object.freeze(raw.map((weight) => weight / sum)),
    values: Object.freeze(
      sizes.map((size) => Object.freeze({ kind: "table", values: Object.freeze(scaled(size, draw)) })),
    ),
    reservation: 0,
  });
}

function scaled(size: number, draw: () => number): readonly number[] {
  const draws = Array.from({ length: size }, draw);
  const least = draws.reduce((low, value) => Math.min(low, value));
  const range = draws.reduce((high, value) => Math.max(high, value)) - least;
  // One value has no range to be scaled by; it is worth nothing to anybody.
  return draws.map((value) => (range === 0 ? 0 : (value - least) / range));
}
