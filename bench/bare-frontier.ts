/**
 * @module
 * Frontier and Nash point as a short program does them: utilities issue by issue, outcomes sorted by their sum,
 * each compared with those kept so far. Plain arrays, and nothing that is not needed for the two results.
 */

/** One party: what each value is worth to it, and what it has without an agreement. */
export interface BareParty {
  readonly weights: readonly number[];
  /** By issue, then by value. */
  readonly evaluations: readonly (readonly number[])[];
  readonly reservation: number;
}

/** The frontier as utilities, in descending order of their sum, and the largest product of gains on it. */
export interface BareResult {
  readonly frontier: readonly (readonly [number, number])[];
  readonly nash: readonly [number, number] | undefined;
}

/** Frontier of the outcomes rational for both parties, one outcome a utility vector, and the Nash point. */
export function bareFrontier(sizes: readonly number[], first: BareParty, second: BareParty): BareResult {
  const mine: number[] = [];
  const yours: number[] = [];
  const digits = sizes.map(() => 0);
  for (;;) {
    let a = 0;
    let b = 0;
    for (let issue = 0; issue < sizes.length; issue += 1) {
      const digit = digits[issue]!;
      a += first.weights[issue]! * first.evaluations[issue]![digit]!;
      b += second.weights[issue]! * second.evaluations[issue]![digit]!;
    }
    mine.push(a);
    yours.push(b);
    let issue = sizes.length - 1;
    while (issue >= 0 && digits[issue] === sizes[issue]! - 1) digits[issue--] = 0;
    if (issue < 0) break;
    digits[issue]! += 1;
  }
  const order: number[] = [];
  for (let index = 0; index < mine.length; index += 1) {
    if (mine[index]! >= first.reservation && yours[index]! >= second.reservation) order.push(index);
  }
  const sums = mine.map((a, index) => a + yours[index]!);
  order.sort((one, other) => sums[other]! - sums[one]!);
  let kept: number[] = [];
  for (const index of order) {
    const a = mine[index]!;
    const b = yours[index]!;
    if (kept.some((one) => mine[one]! >= a && yours[one]! >= b)) continue;
    // Equal rounded sums may hide that one kept before is dominated by this one.
    if (kept.some((one) => a >= mine[one]! && b >= yours[one]!)) {
      kept = kept.filter((one) => a < mine[one]! || b < yours[one]!);
    }
    kept.push(index);
  }
  let best: number | undefined;
  let product = Number.NEGATIVE_INFINITY;
  for (const index of kept) {
    const gained = (mine[index]! - first.reservation) * (yours[index]! - second.reservation);
    if (gained > product) {
      product = gained;
      best = index;
    }
  }
  const point = (index: number): [number, number] => [mine[index]!, yours[index]!];
  return { frontier: kept.map(point), nash: best === undefined ? undefined : point(best) };
}
