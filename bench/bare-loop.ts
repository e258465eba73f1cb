/**
 * @module
 * The bare loop: alternating offers as one would write them for a single experiment, with plain arrays, `sort` with
 * a comparator and nothing kept from one negotiation to the next. What the library's bargaining is measured against.
 */

/** One party's preferences: a table for each issue. */
export interface BareParty {
  readonly weights: readonly number[];
  readonly evaluations: readonly (readonly number[])[];
  readonly reservation: number;
}

/** The exponent of a time-dependent strategy, or one of two others. */
export type BareStrategy = number | "tough" | "micro";

/** How it ended: the agreed outcome, or -1. */
export interface BareResult {
  readonly turnCount: number;
  readonly cycles: number;
  readonly agreement: number;
}

/** A party's turn at time t: -1 to accept the received outcome (-1: none yet), else the outcome to propose. */
type BarePlayer = (t: number, received: number) => number;

/** The strategies of the bench by name. */
export const BARE_STRATEGIES: Readonly<Record<string, BareStrategy>> = {
  boulware: 4,
  linear: 1,
  conceder: 0.25,
  tough: "tough",
  micro: "micro",
};

/** Plays one negotiation between two parties, all of it from their preferences. */
export function bareNegotiation(
  parties: readonly BareParty[],
  strategies: readonly BareStrategy[],
  turnLimit: number,
): BareResult {
  const players = parties.map((party, seat) => barePlayer(party, strategies[seat] ?? "tough"));
  const cycles = Math.ceil(turnLimit / 2);
  let standing = -1;
  for (let turn = 1; turn <= turnLimit; turn += 1) {
    const cycle = (turn - 1) >> 1;
    const answer = players[(turn - 1) & 1]!((cycle + 1) / (cycles + 1), standing);
    if (answer === -1) return { turnCount: turn, cycles: cycle + 1, agreement: standing };
    standing = answer;
  }
  return { turnCount: turnLimit, cycles, agreement: -1 };
}

/** The utility of each outcome, the first issue slowest. */
export function bareUtilities({ weights, evaluations }: BareParty): number[] {
  let utilities = [0];
  for (let issue = 0; issue < weights.length; issue += 1) {
    const weight = weights[issue]!;
    const next: number[] = [];
    for (const sum of utilities) {
      for (const evaluation of evaluations[issue]!) next.push(sum + weight * evaluation);
    }
    utilities = next;
  }
  return utilities;
}

/** The outcomes by ascending utility, equal ones by ascending index. */
export function bareOrder(utilities: readonly number[]): number[] {
  const order = utilities.map((_, index) => index);
  return order.sort((one, other) => utilities[one]! - utilities[other]! || one - other);
}

function barePlayer(party: BareParty, strategy: BareStrategy): BarePlayer {
  const utilities = bareUtilities(party);
  const order = bareOrder(utilities);
  const { reservation } = party;
  const best = order[order.length - 1]!;
  const isRational = utilities[best]! >= reservation;
  if (!isRational) return () => best;
  if (strategy === "tough") {
    const least = utilities[best]! - 1e-10;
    return (_, received) =>
      received !== -1 && utilities[received]! >= least && utilities[received]! >= reservation ? -1 : best;
  }
  if (strategy === "micro") return microPlayer(utilities, order, reservation);
  return timeDependentPlayer(utilities, order, reservation, strategy);
}

function timeDependentPlayer(
  utilities: readonly number[],
  order: readonly number[],
  reservation: number,
  exponent: number,
): BarePlayer {
  const most = utilities[order[order.length - 1]!]!;
  const least = Math.max(utilities[order[0]!]!, reservation);
  return (t, received) => {
    const level = Math.max(least, Math.min(most, (most - least) * (1 - t ** exponent) + least - 1e-4));
    if (received !== -1 && utilities[received]! >= level) return -1;
    let rank = firstAtLeast(utilities, order, level);
    if (rank > 0) {
      const above = utilities[order[rank]!]!;
      const below = utilities[order[rank - 1]!]!;
      if (below >= reservation && below >= level - 1e-6 && level - below < above - level) {
        rank = firstAtLeast(utilities, order, below);
      }
    }
    return order[rank]!;
  };
}

function microPlayer(
  utilities: readonly number[],
  order: readonly number[],
  reservation: number,
): BarePlayer {
  const ladder: number[] = [];
  for (let rank = order.length - 1; rank >= 0 && utilities[order[rank]!]! >= reservation; rank -= 1) {
    ladder.push(order[rank]!);
  }
  const shown = new Set<number>();
  let sentCount = 0;
  return (_, received) => {
    if (received !== -1) shown.add(received);
    const isReady = sentCount <= shown.size;
    if (received !== -1 && utilities[received]! >= reservation) {
      const step = isReady ? sentCount : sentCount - 1;
      if (step >= ladder.length || utilities[received]! >= utilities[ladder[step]!]!) return -1;
    }
    if (!isReady || sentCount >= ladder.length) return ladder[Math.floor(Math.random() * sentCount)]!;
    sentCount += 1;
    return ladder[sentCount - 1]!;
  };
}

function firstAtLeast(utilities: readonly number[], order: readonly number[], level: number): number {
  let from = 0;
  let to = order.length - 1;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (utilities[order[middle]!]! < level) from = middle + 1;
    else to = middle;
  }
  return from;
}
