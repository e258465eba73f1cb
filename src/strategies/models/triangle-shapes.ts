/**
 * @module
 * The value shapes that the Bayesian model considers: one peak worth 1, falling straight to 0 at both ends of the
 * list. A peak at the first value is the falling shape, one at the last the rising shape.
 */

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
export function expectedShape(beliefs: Float64Array, scores: Float64Array, from: number, to: number): void {
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
