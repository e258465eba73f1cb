/**
 * @module
 * A Bayesian model: beliefs about each issue's weight and about the shape of its values, revised with every offer
 * by how well they explain it.
 */

import type { OutcomeSpace } from "../../preferences/model/index.js";
import { type OpponentModel, type RunningModel, valueScores } from "../play/index.js";

/**
 * For each issue by itself: weight hypotheses 0, 0.1 .. 1, and value hypotheses with one peak each (falling, rising,
 * a triangle for each inner value, in the order of the values), all equally likely at first. An offer at relative
 * time t is assumed worth `1 - 0.5 t` to the other side, with a normal error of 0.15; a hypothesis is judged with
 * all other beliefs at their expectations from before the offer. Utility and weights are expectations; the expected
 * weights are scaled to sum to 1, and a single issue weighs 1.
 *
 * `observe` costs O(values of all issues + 11 issues), `utility` O(issues).
 *
 * @see Hindriks, Tykhonov, Opponent modelling in automated multi-issue negotiation using Bayesian learning, AAMAS
 * 2008; docs/requirements/bargaining.md, BA-28
 */
export function bayesian(): OpponentModel {
  return Object.freeze({ name: "bayesian", start: ({ space }) => start(space) } satisfies OpponentModel);
}

/** Weight hypotheses: 0, 0.1 .. 1. */
const LEVELS = 11;

/** How much less an offer is assumed to be worth at the end than at the start. */
const CONCESSION = 0.5;

/** Twice the variance of an offer's worth about what is assumed of it. */
const SPREAD = 2 * 0.15 * 0.15;

/** What the other issues must be expected to weigh for their shares to be known (chosen: above any rounding). */
const LEAST_SHARE = 1e-12;

function start(space: OutcomeSpace): RunningModel {
  const issueCount = space.issues.length;
  const { scores: products, offsets, locate, sum } = valueScores(space);
  const weightBeliefs = new Float64Array(issueCount * LEVELS).fill(1 / LEVELS);
  const peakBeliefs = new Float64Array(products.length);
  const weights = new Float64Array(issueCount);
  const shapes = new Float64Array(products.length);
  const places = new Int32Array(issueCount);
  for (let issue = 0; issue < issueCount; issue += 1) {
    peakBeliefs.fill(1 / (space.sizes[issue] as number), offsets[issue], offsets[issue + 1]);
  }
  expect();

  function observe(offerIndex: number, relativeTime: number): void {
    locate(offerIndex, places);
    const assumed = 1 - CONCESSION * relativeTime;
    for (let issue = 0; issue < issueCount; issue += 1) {
      let others = 0;
      let otherShapes = 0;
      for (let other = 0; other < issueCount; other += 1) {
        if (other === issue) continue;
        const place = places[other] as number;
        others += products[place] as number;
        otherShapes += shapes[place] as number;
      }
      judgePeaks(issue, others, assumed);
      if (issueCount > 1) judgeWeights(issue, others, otherShapes / (issueCount - 1), assumed);
    }
    expect();
  }

  function judgePeaks(issue: number, others: number, assumed: number): void {
    const from = offsets[issue] as number;
    const size = space.sizes[issue] as number;
    const digit = (places[issue] as number) - from;
    const weight = weights[issue] as number;
    for (let peak = 0; peak < size; peak += 1) {
      judge(peakBeliefs, from + peak, others + weight * shapeScore(peak, digit, size) - assumed);
    }
    scaleToOne(peakBeliefs, from, from + size);
  }

  function judgeWeights(issue: number, others: number, meanShape: number, assumed: number): void {
    const from = issue * LEVELS;
    const shape = shapes[places[issue] as number] as number;
    const share = 1 - (weights[issue] as number);
    // If the others are expected to weigh nothing, nothing is known of their shares: they get equal ones.
    const mean = share > LEAST_SHARE ? others / share : meanShape;
    for (let level = 0; level < LEVELS; level += 1) {
      const weight = level / (LEVELS - 1);
      judge(weightBeliefs, from + level, weight * shape + (1 - weight) * mean - assumed);
    }
    scaleToOne(weightBeliefs, from, from + LEVELS);
  }

  /** Brings expected weights, shapes and their products up to the beliefs. */
  function expect(): void {
    let total = 0;
    for (let issue = 0; issue < issueCount; issue += 1) {
      let weight = 0;
      for (let level = 1; level < LEVELS; level += 1) {
        weight += ((weightBeliefs[issue * LEVELS + level] as number) * level) / (LEVELS - 1);
      }
      weights[issue] = weight;
      total += weight;
    }
    for (let issue = 0; issue < issueCount; issue += 1) {
      const weight = total > 0 ? (weights[issue] as number) / total : 1 / issueCount;
      const from = offsets[issue] as number;
      const to = offsets[issue + 1] as number;
      weights[issue] = weight;
      expectedShape(peakBeliefs, shapes, from, to);
      for (let place = from; place < to; place += 1) products[place] = weight * (shapes[place] as number);
    }
  }

  return Object.freeze({
    observe,
    // Roundings may carry the expectation of a certain best past 1.
    utility: (index: number) => Math.min(1, sum(index)),
    weights: () => Object.freeze(Array.from(weights)),
  });
}

/** Multiplies a belief by the likelihood of an offer that it misses by so much. */
function judge(beliefs: Float64Array, place: number, miss: number): void {
  beliefs[place] = (beliefs[place] as number) * Math.exp(-(miss * miss) / SPREAD);
}

function scaleToOne(beliefs: Float64Array, from: number, to: number): void {
  let total = 0;
  for (let place = from; place < to; place += 1) total += beliefs[place] as number;
  for (let place = from; place < to; place += 1) beliefs[place] = (beliefs[place] as number) / total;
}

/**
 * What a shape with its peak at position `peak` gives the value at position `digit`, in [0, 1].
 *
 * @param size - how many values the issue has
 * @see Hindriks, Tykhonov 2008, section 4; docs/requirements/bargaining.md, BA-28
 */
export function shapeScore(peak: number, digit: number, size: number): number {
  if (digit === peak) return 1;
  return digit < peak ? digit / peak : (size - 1 - digit) / (size - 1 - peak);
}

/**
 * Writes what each value of an issue is worth by expectation over all shapes into the same places of `scores`.
 *
 * Two running sums replace the loop over all pairs of shape and value: O(to - from).
 *
 * @param beliefs - how likely each peak is; those of the issue stand in [from, to) and sum to 1
 */
function expectedShape(beliefs: Float64Array, scores: Float64Array, from: number, to: number): void {
  const last = to - from - 1;
  let rising = 0;
  for (let digit = last; digit > 0; digit -= 1) {
    scores[from + digit] = digit * rising;
    rising += (beliefs[from + digit] as number) / digit;
  }
  scores[from] = 0;
  let falling = 0;
  for (let digit = 0; digit <= last; digit += 1) {
    const place = from + digit;
    const belief = beliefs[place] as number;
    // Mirrored beliefs give mirrored sums to the last bit: a fresh model's ties stay ties.
    scores[place] = belief + ((scores[place] as number) + (last - digit) * falling);
    if (digit < last) falling += belief / (last - digit);
  }
}
