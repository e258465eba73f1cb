/**
 * @module
 * Draws some of many indices: seeded, uniform, without repetition, in ascending order (BA-3).
 */

import { seedOf } from "./random.js";

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
  const draw = drawsFrom(stream);
  let held = 0;
  for (let index = 0; held < count; index += 1) {
    const wanted = count - held;
    if ((cardinality - index) * (draw() / 2 ** 53) >= wanted) continue;
    selected[held] = index;
    held += 1;
  }
  return selected;
}

function drawnUntilDistinct(cardinality: number, count: number, stream: number): Float64Array {
  // Numbers at or above the last multiple would favour low indices: they are drawn again.
  const width = Math.floor(2 ** 53 / cardinality);
  const limit = width * cardinality;
  const draw = drawsFrom(stream);
  const drawn = new Float64Array(count);
  let held = 0;
  // As many as are missing at a time, and never more: sorted, what was drawn twice lies together.
  while (held < count) {
    for (let place = held; place < count; ) {
      const integer = draw();
      if (integer >= limit) continue;
      drawn[place] = Math.floor(integer / width);
      place += 1;
    }
    held = mergedWithoutTwins(drawn, held, cardinality);
  }
  return drawn;
}

/** Sorts what stands from `sorted` on into what is sorted before it. @returns how many different ones there are */
function mergedWithoutTwins(values: Float64Array, sorted: number, cardinality: number): number {
  const fresh = sorted === 0 ? values : values.slice(sorted);
  sortUniform(fresh, cardinality);
  let left = sorted - 1;
  let right = fresh.length - 1;
  for (let place = values.length - 1; sorted > 0 && right >= 0; place -= 1) {
    const isLeft = left >= 0 && (values[left] as number) > (fresh[right] as number);
    values[place] = isLeft ? (values[left--] as number) : (fresh[right--] as number);
  }
  let held = 1;
  for (let place = 1; place < values.length; place += 1) {
    if (values[place] === values[held - 1]) continue;
    values[held] = values[place] as number;
    held += 1;
  }
  return held;
}

/**
 * Sorts draws in place: each goes to the bucket of its share of the range, and hardly any has to move from there.
 *
 * @param values - integers from 0, uniform below `cardinality`
 */
function sortUniform(values: Float64Array, cardinality: number): void {
  const { length } = values;
  const source = values.slice();
  const bucketsPerUnit = length / cardinality;
  const ends = new Uint32Array(length + 1);
  for (let place = 0; place < length; place += 1) {
    const bucket = ((source[place] as number) * bucketsPerUnit) | 0;
    ends[bucket] = (ends[bucket] as number) + 1;
  }
  for (let bucket = 1; bucket <= length; bucket += 1) {
    ends[bucket] = (ends[bucket] as number) + (ends[bucket - 1] as number);
  }
  for (let place = 0; place < length; place += 1) {
    const value = source[place] as number;
    const bucket = (value * bucketsPerUnit) | 0;
    const end = (ends[bucket] as number) - 1;
    ends[bucket] = end;
    values[end] = value;
  }
  for (let place = 1; place < length; place += 1) {
    const value = values[place] as number;
    let gap = place;
    while (gap > 0 && (values[gap - 1] as number) > value) {
      values[gap] = values[gap - 1] as number;
      gap -= 1;
    }
    values[gap] = value;
  }
}

/**
 * Draws of 53 bits, one after the other; many times as quick as those that can be asked for by their number.
 *
 * @see Doty-Humphrey, PractRand, 2018, sfc32: three words of state and a counter
 */
function drawsFrom(stream: number): () => number {
  let a = stream | 0;
  let b = Math.floor(stream / 2 ** 32) | 0;
  // Chosen: the fraction of the square root of 2, as in the seeds of other streams.
  let c = 0x6a09e667;
  let counter = 1;
  const word = (): number => {
    const mixed = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + mixed) | 0;
    return mixed >>> 0;
  };
  for (let skipped = 0; skipped < 12; skipped += 1) word();
  return () => (word() >>> 5) * 2 ** 26 + (word() >>> 6);
}
