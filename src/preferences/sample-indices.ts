/**
 * @module
 * Draws some of many indices: seeded, uniform, without repetition, in ascending order (BA-3).
 */

import { seedOf, streamInteger } from "./random.js";

/**
 * `count` different indices below `cardinality`, ascending; all of them if `count` is at least that.
 *
 * Every subset of that size is equally likely.
 *
 * @param count - at least 0; the caller's memory bounds it
 * @param seed - any safe integer
 */
export function sampleIndices(cardinality: number, count: number, seed: number): Float64Array {
  if (count >= cardinality) return Float64Array.from({ length: cardinality }, (_, index) => index);
  // Less one, since 2^53 itself is no safe integer.
  const stream = seedOf(seed, "sample", cardinality - 1, count);
  return cardinality <= count * SCAN_AT_MOST
    ? selectedInOnePass(cardinality, count, stream)
    : drawnUntilDistinct(cardinality, count, stream);
}

/** Chosen: with a larger share of the whole, drawing again for what was drawn already costs more than one pass. */
const SCAN_AT_MOST = 4;

/** Selection sampling: each index is taken with the chance that keeps all subsets equally likely. */
function selectedInOnePass(cardinality: number, count: number, stream: number): Float64Array {
  // Knuth, The Art of Computer Programming 2, section 3.4.2, algorithm S.
  const selected = new Float64Array(count);
  let held = 0;
  for (let index = 0; held < count; index += 1) {
    const wanted = count - held;
    if ((cardinality - index) * (streamInteger(stream, index) / 2 ** 53) >= wanted) continue;
    selected[held] = index;
    held += 1;
  }
  return selected;
}

function drawnUntilDistinct(cardinality: number, count: number, stream: number): Float64Array {
  // Numbers at or above the last multiple would favour low indices: they are drawn again.
  const limit = 2 ** 53 - (2 ** 53 % cardinality);
  const drawn = new Set<number>();
  for (let drawNumber = 0; drawn.size < count; drawNumber += 1) {
    const integer = streamInteger(stream, drawNumber);
    if (integer < limit) drawn.add(integer % cardinality);
  }
  return Float64Array.from(drawn).sort();
}
