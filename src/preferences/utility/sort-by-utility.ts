/**
 * @module
 * Sorts utilities ascending and says where each came from; equal ones keep their order. Comparing closures,
 * boxed numbers and an unstable order are what it is there to avoid.
 */

/**
 * Sorts `utilities` in place, ascending and stable; -0 equals 0.
 *
 * Each utility goes to the bucket of its share of the range, and few are left to be compared: linear in time
 * unless nearly all lie in a tiny part of the range, and never worse than a merge sort.
 *
 * @param utilities - none NaN
 * @returns for each place of the sorted list the position that its utility had
 * @see Knuth, The Art of Computer Programming 3, section 5.2.1 (multiple list insertion) and 5.2.4 (merging)
 */
export function sortByUtility(utilities: Float64Array): Uint32Array {
  const { length } = utilities;
  const order = new Uint32Array(length);
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < length; position += 1) {
    const utility = utilities[position] as number;
    order[position] = position;
    if (utility < least) least = utility;
    if (utility > most) most = utility;
  }
  const bucketsPerUnit = (length - 1) / (most - least);
  if (length > RUN) bucketSort(utilities, order, least, bucketsPerUnit);
  else mergeSort(utilities, order);
  return order;
}

/** Chosen by measuring: up to so many are inserted one by one. */
const RUN = 12;

function bucketSort(
  utilities: Float64Array,
  order: Uint32Array,
  least: number,
  bucketsPerUnit: number,
): void {
  const { length } = utilities;
  const source = utilities.slice();
  // A place more than there are buckets, for the end of the last.
  const starts = new Uint32Array(length + 1);
  for (let position = 0; position < length; position += 1) {
    // Subtracting and multiplying keep the order when they round, so no utility overtakes another. Of a range of one
    // point, or beyond the largest number, all come out infinite or NaN, which `| 0` puts into the first bucket.
    const bucket = (((source[position] as number) - least) * bucketsPerUnit) | 0;
    starts[bucket] = (starts[bucket] as number) + 1;
  }
  let end = 0;
  for (let bucket = 0; bucket <= length; bucket += 1) {
    end += starts[bucket] as number;
    starts[bucket] = end;
  }
  // From the back, so that each end moves down to the start of its bucket and equal utilities keep their order.
  for (let position = length - 1; position >= 0; position -= 1) {
    const utility = source[position] as number;
    const bucket = ((utility - least) * bucketsPerUnit) | 0;
    const place = (starts[bucket] as number) - 1;
    starts[bucket] = place;
    utilities[place] = utility;
    order[place] = position;
  }
  sortWithinBuckets(utilities, order, starts);
}

/** @param starts - of each bucket, and the end of the last */
function sortWithinBuckets(utilities: Float64Array, order: Uint32Array, starts: Uint32Array): void {
  const { length } = utilities;
  for (let bucket = 0; bucket < length; bucket += 1) {
    const start = starts[bucket] as number;
    const end = starts[bucket + 1] as number;
    if (end - start > RUN) mergeSort(utilities.subarray(start, end), order.subarray(start, end));
  }
  insertionSort(utilities, order, 0, length);
}

function insertionSort(keys: Float64Array, order: Uint32Array, start: number, end: number): void {
  for (let next = start + 1; next < end; next += 1) {
    const key = keys[next] as number;
    if ((keys[next - 1] as number) <= key) continue;
    const position = order[next] as number;
    let place = next;
    while (place > start && (keys[place - 1] as number) > key) {
      keys[place] = keys[place - 1] as number;
      order[place] = order[place - 1] as number;
      place -= 1;
    }
    keys[place] = key;
    order[place] = position;
  }
}

/** Sorts both lists in place by the keys. */
function mergeSort(keys: Float64Array, order: Uint32Array): void {
  const { length } = keys;
  for (let start = 0; start < length; start += RUN) {
    insertionSort(keys, order, start, Math.min(start + RUN, length));
  }
  if (length <= RUN) return;
  const leftKeys = new Float64Array(length);
  const leftOrder = new Uint32Array(length);
  for (let width = RUN; width < length; width *= 2) {
    for (let start = 0; start + width < length; start += 2 * width) {
      const middle = start + width;
      // Runs of equal utilities, of which a rich tie has many, are in order already.
      if ((keys[middle - 1] as number) <= (keys[middle] as number)) continue;
      leftKeys.set(keys.subarray(start, middle));
      leftOrder.set(order.subarray(start, middle));
      merge(keys, order, leftKeys, leftOrder, start, middle, Math.min(middle + width, length));
    }
  }
}

/** Merges the copied left run with the right one, which stands where it was. */
function merge(
  keys: Float64Array,
  order: Uint32Array,
  leftKeys: Float64Array,
  leftOrder: Uint32Array,
  start: number,
  middle: number,
  end: number,
): void {
  const leftLength = middle - start;
  let left = 0;
  let right = middle;
  // Once the left run is used up, the rest of the right one is in place.
  for (let place = start; left < leftLength; place += 1) {
    // At equal keys the left one, which came first.
    if (right < end && (keys[right] as number) < (leftKeys[left] as number)) {
      keys[place] = keys[right] as number;
      order[place] = order[right] as number;
      right += 1;
    } else {
      keys[place] = leftKeys[left] as number;
      order[place] = leftOrder[left] as number;
      left += 1;
    }
  }
}

/** The first place from `start` on of what is at least `value` in an ascending list; its length where none is. */
export function firstNotBelow(sorted: Float64Array, value: number, start = 0): number {
  let from = start;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] as number) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
