/**
 * @module
 * How far two lists of numbers agree: by the order of their members (Kendall) and by their size (Pearson).
 */

/**
 * Kendall's tau-b of two lists of one length, in [-1, 1]; `null` where either list has no two different numbers.
 *
 * Looks at all pairs: O(n^2).
 *
 * @see Kendall, The treatment of ties in ranking problems, Biometrika 33, 1945
 * @example
 * kendallTauB([1, 2, 3, 4], [1, 2, 4, 3]); // 4 / 6: five pairs agree, one does not
 * kendallTauB([1, 2], [5, 5]); // null
 */
export function kendallTauB(one: ArrayLike<number>, other: ArrayLike<number>): number | null {
  const { length } = one;
  let balance = 0;
  let oneUntied = 0;
  let otherUntied = 0;
  for (let later = 1; later < length; later += 1) {
    const oneLater = one[later] as number;
    const otherLater = other[later] as number;
    for (let earlier = 0; earlier < later; earlier += 1) {
      const oneOrder = Math.sign(oneLater - (one[earlier] as number));
      const otherOrder = Math.sign(otherLater - (other[earlier] as number));
      balance += oneOrder * otherOrder;
      oneUntied += oneOrder * oneOrder;
      otherUntied += otherOrder * otherOrder;
    }
  }
  if (oneUntied === 0 || otherUntied === 0) return null;
  return balance / Math.sqrt(oneUntied * otherUntied);
}

/**
 * Pearson's correlation of two lists of one length, in [-1, 1]; `null` where either list has no two different
 * numbers.
 *
 * @see Pearson, Notes on regression and inheritance in the case of two parents, 1895
 * @example
 * pearson([1, 2, 3], [10, 20, 30]); // 1
 */
export function pearson(one: ArrayLike<number>, other: ArrayLike<number>): number | null {
  if (isConstant(one) || isConstant(other)) return null;
  const { length } = one;
  const oneMean = mean(one);
  const otherMean = mean(other);
  let product = 0;
  let oneSquares = 0;
  let otherSquares = 0;
  for (let place = 0; place < length; place += 1) {
    const oneOff = (one[place] as number) - oneMean;
    const otherOff = (other[place] as number) - otherMean;
    product += oneOff * otherOff;
    oneSquares += oneOff * oneOff;
    otherSquares += otherOff * otherOff;
  }
  const scale = Math.sqrt(oneSquares) * Math.sqrt(otherSquares);
  // Differences so small that their squares vanish leave nothing to correlate.
  return scale === 0 ? null : Math.max(-1, Math.min(1, product / scale));
}

/** Told by the numbers themselves: their mean may differ from each by a rounding. */
function isConstant(numbers: ArrayLike<number>): boolean {
  for (let place = 1; place < numbers.length; place += 1) {
    if (numbers[place] !== numbers[0]) return false;
  }
  return true;
}

function mean(numbers: ArrayLike<number>): number {
  let sum = 0;
  for (let place = 0; place < numbers.length; place += 1) sum += numbers[place] as number;
  return sum / numbers.length;
}
