/**
 * @module
 * The outcomes that a sample of a large space must not miss: a party's best ones and its worst, found from the
 * issues where the preferences are a sum over them, from the entries of a mapping, and by climbing elsewhere.
 */

import {
  type CompleteAdditive,
  type CompleteIssue,
  type CompleteMapping,
  type CompletePreferences,
  type CompleteUndiscounted,
  type OutcomeSpace,
  valueOfIssue,
} from "../model/index.js";
import { evaluationAt, firstNotBelow, indexUtility } from "../utility/index.js";

/** A sample of a space, and what its outcomes are worth to a party. */
export interface Sample {
  /** Ascending. */
  readonly outcomes: Float64Array;
  /** Asked for where they are needed. */
  readonly utilities: () => Float64Array;
}

/**
 * The outcomes to be held beside the sample, some of which may be in it.
 *
 * Of additive preferences, discounted or not, the best thousand and the worst, exactly; of a mapping the same among
 * its entries; of those and of hyper-rectangles also where coordinate ascent ends that starts at the 32 best of the
 * sample.
 *
 * @see docs/requirements/bargaining.md, BA-43
 */
export function exactEnds(
  preferences: CompletePreferences,
  space: OutcomeSpace,
  sample: Sample,
): readonly number[] {
  const base = undiscountedBase(preferences);
  const count = Math.min(MOST_OFFERS, Math.ceil(sample.outcomes.length / 10));
  if (base.kind === "additive") return additiveEnds(base, space, count);
  const climbed = climbedFrom(sample, space, indexUtility(preferences, space));
  return base.kind === "mapping" ? [...climbed, ...mappingEnds(base, space, count)] : climbed;
}

/** Chosen: as many first offers as any strategy makes before it meets the other side; a tenth of a small sample. */
const MOST_OFFERS = 1_000;

/** BA-43. */
const CLIMBERS = 32;

/** Chosen: issues with more values are climbed along no further than so many steps apart. */
const MOST_STEPS = 1_000;

/** Neither a discount nor an affine map changes which outcomes are best. */
function undiscountedBase(
  preferences: CompletePreferences,
): Exclude<CompleteUndiscounted, { kind: "affine" }> {
  const base = preferences.kind === "discounted" ? preferences.base : preferences;
  return base.kind === "affine" ? base.base : base;
}

/** A digit of an issue and what it adds. */
interface Part {
  readonly digit: number;
  readonly share: number;
}

function additiveEnds(preferences: CompleteAdditive, space: OutcomeSpace, count: number): readonly number[] {
  const parts = space.issues.map((issue, position) => partsOf(preferences, issue, position, space, count));
  const worst = space.indexOfDigits(parts.map(({ worst: { digit } }) => digit));
  return [
    worst,
    ...bestSums(
      preferences.bias,
      parts.map(({ best }) => best),
      count,
      space,
    ),
  ];
}

/** The best digits of an issue, best first and at a tie the higher one first, and its worst. */
function partsOf(
  { weights, values }: CompleteAdditive,
  issue: CompleteIssue,
  position: number,
  space: OutcomeSpace,
  count: number,
): { readonly best: readonly Part[]; readonly worst: Part } {
  const weight = weights[position] as number;
  const evaluation = values[position] as CompleteAdditive["values"][number];
  const digits = digitsToLookAt(evaluation, issue, space.sizes[position] as number, count);
  const parts = digits.map(
    (digit): Part => ({ digit, share: weight * evaluationAt(evaluation, issue, digit) }),
  );
  parts.sort((one, other) => other.share - one.share || other.digit - one.digit);
  return { best: parts.slice(0, count), worst: parts.at(-1) as Part };
}

/** All of them; of very long ranges those near which a line or triangle can be highest or lowest. */
function digitsToLookAt(
  evaluation: CompleteAdditive["values"][number],
  issue: CompleteIssue,
  size: number,
  count: number,
): readonly number[] {
  if (evaluation.kind === "table" || size <= MOST_LISTED)
    return Array.from({ length: size }, (_, digit) => digit);
  const bends =
    evaluation.kind === "triangular"
      ? [evaluation.low, evaluation.top, evaluation.high]
      : (evaluation.clamp ?? []).map(
          (height) => evaluation.from + (height - evaluation.offset) / evaluation.slope,
        );
  const [first, step] = [
    valueOfIssue(issue, 0) as number,
    (valueOfIssue(issue, 1) as number) - (valueOfIssue(issue, 0) as number),
  ];
  const centres = [0, size - 1, ...bends.map((bend) => Math.round((bend - first) / step))];
  const near = new Set<number>();
  for (const centre of centres) {
    for (let digit = centre - count; digit <= centre + count; digit += 1) {
      if (digit >= 0 && digit < size) near.add(digit);
    }
  }
  return [...near].sort((one, other) => one - other);
}

/** Chosen: no list of values is longer (BA-1 allows 10,000), and ranges up to here are quickly walked. */
const MOST_LISTED = 100_000;

/** A sum on the way: the place of each issue's part in its list, and the last issue that was moved on. */
interface Step {
  readonly places: Uint16Array;
  readonly last: number;
  readonly utility: number;
}

/**
 * The outcomes of the greatest sums, in descending order: each next one is a known one with one part moved on, and
 * adding keeps the order when it rounds.
 */
function bestSums(
  bias: number,
  parts: readonly (readonly Part[])[],
  count: number,
  space: OutcomeSpace,
): readonly number[] {
  const utilityOf = (places: Uint16Array): number => {
    let utility = bias;
    for (let position = 0; position < parts.length; position += 1) {
      utility += partAt(parts, position, places[position] as number).share;
    }
    return utility;
  };
  const start = new Uint16Array(parts.length);
  const heap: Step[] = [{ places: start, last: 0, utility: utilityOf(start) }];
  const found: number[] = [];
  while (found.length < count) {
    const step = takeGreatest(heap);
    if (step === undefined) break;
    const { places, last } = step;
    found.push(
      space.indexOfDigits(
        parts.map((_, position) => partAt(parts, position, places[position] as number).digit),
      ),
    );
    for (let position = last; position < parts.length; position += 1) {
      const place = (places[position] as number) + 1;
      if (place >= (parts[position] as readonly Part[]).length) continue;
      const moved = places.slice();
      moved[position] = place;
      putInto(heap, { places: moved, last: position, utility: utilityOf(moved) });
    }
  }
  return found;
}

function partAt(parts: readonly (readonly Part[])[], position: number, place: number): Part {
  return (parts[position] as readonly Part[])[place] as Part;
}

function putInto(heap: Step[], step: Step): void {
  let place = heap.push(step) - 1;
  while (place > 0) {
    const above = (place - 1) >> 1;
    if ((heap[above] as Step).utility >= step.utility) break;
    heap[place] = heap[above] as Step;
    place = above;
  }
  heap[place] = step;
}

function takeGreatest(heap: Step[]): Step | undefined {
  const greatest = heap[0];
  const step = heap.pop();
  if (step === undefined || heap.length === 0) return greatest;
  let place = 0;
  for (;;) {
    let below = 2 * place + 1;
    if (below >= heap.length) break;
    const right = heap[below + 1];
    if (right !== undefined && right.utility > (heap[below] as Step).utility) below += 1;
    if ((heap[below] as Step).utility <= step.utility) break;
    heap[place] = heap[below] as Step;
    place = below;
  }
  heap[place] = step;
  return greatest;
}

function mappingEnds({ entries }: CompleteMapping, space: OutcomeSpace, count: number): readonly number[] {
  const sorted = entries.toSorted((one, other) => other.utility - one.utility);
  const ends = [...sorted.slice(0, count), ...sorted.slice(-1)];
  return ends.map(({ outcome }) => space.indexOf(outcome));
}

/** Where those end that start at the best of the sample and change one issue at a time for the better. */
function climbedFrom(
  sample: Sample,
  space: OutcomeSpace,
  utility: (index: number) => number,
): readonly number[] {
  const { outcomes } = sample;
  const utilities = sample.utilities();
  const best: number[] = [];
  for (let place = 0; place < outcomes.length; place += 1) {
    const least = best.at(-1);
    if (best.length === CLIMBERS && (utilities[place] as number) <= (utilities[least as number] as number))
      continue;
    let at = best.length;
    while (at > 0 && (utilities[best[at - 1] as number] as number) < (utilities[place] as number)) at -= 1;
    best.splice(at, 0, place);
    if (best.length > CLIMBERS) best.pop();
  }
  return best.map((place) => climbed(outcomes[place] as number, space, utility));
}

function climbed(start: number, space: OutcomeSpace, utility: (index: number) => number): number {
  const digits = [...space.digitsAt(start)];
  let index = start;
  let height = utility(start);
  for (let rest = digits.length; rest > 0; rest -= 1) {
    const before = height;
    for (let position = 0; position < digits.length; position += 1) {
      const size = space.sizes[position] as number;
      const stride = Math.max(1, Math.floor(size / MOST_STEPS));
      const own = digits[position] as number;
      let chosen = own;
      for (let digit = 0; digit < size; digit += stride) {
        digits[position] = digit;
        const tried = space.indexOfDigits(digits);
        const reached = utility(tried);
        if (reached > height) [height, index, chosen] = [reached, tried, digit];
      }
      digits[position] = chosen;
    }
    if (height === before) break;
  }
  return index;
}

/** The outcomes of a sample and the ends beside it, ascending. */
export function withEnds(outcomes: Float64Array, ends: readonly number[]): Float64Array {
  const fresh = Float64Array.from(new Set(ends)).sort();
  const all = new Float64Array(outcomes.length + fresh.length);
  let [from, held] = [0, 0];
  for (const end of fresh) {
    const at = firstNotBelow(outcomes, end, from);
    all.set(outcomes.subarray(from, at), held);
    held += at - from;
    from = at;
    if (outcomes[at] !== end) all[held++] = end;
  }
  all.set(outcomes.subarray(from), held);
  return all.subarray(0, held + outcomes.length - from);
}
