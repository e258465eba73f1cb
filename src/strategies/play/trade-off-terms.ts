/**
 * @module
 * Trade-offs over plain terms, for who has no outcome space: of those that are as good for oneself, the ones most like
 * what the other side said last. The offering policy that plays so over a space is `offering/trade-off.ts`.
 */

import { unmet } from "../../core/checks/index.js";
import { isEqualJson, type Json, type JsonObject, memberOf } from "../../core/json/index.js";

/** The name under which the likeness of values can be replaced. */
export const TRADE_OFF_HOOK = "oap.negotiation.tradeoff.v1";

/** One issue that is traded. */
export interface TradedIssue {
  /** A member of the terms. */
  readonly name: string;
  /** At least 0; those of all issues sum to 1. */
  readonly weight: number;
  /** How far apart values can be, over 0: then they are numbers, or decimals as strings. Else they are alike or not. */
  readonly range?: number | undefined;
}

/** How alike two values of an issue are, from 0 to 1. */
export type ValueSimilarity = (one: Json, other: Json, issue: TradedIssue) => number;

/** Replaces what stands under a name. */
export interface TradeOffHooks {
  readonly [TRADE_OFF_HOOK]?: ValueSimilarity | undefined;
}

/**
 * How alike two terms are, from 0 to 1: the weighted sum over the issues. By default that of numbers is
 * `1 - |x - y| / range`, that of other values 1 if they are equal and else 0.
 *
 * @throws {RangeError} for a weight below 0, weights that do not sum to 1, a range that is not over 0
 * @see Faratin, Sierra, Jennings, Using similarity criteria to make issue trade-offs in automated negotiations, 2002;
 * docs/requirements/oap.md, OAP-47
 * @example
 * const alike = tradeOffSimilarity([{ name: "price", weight: 1, range: 100 }]);
 * alike({ price: 40 }, { price: 50 }); // 0.9
 */
export function tradeOffSimilarity(
  issues: readonly TradedIssue[],
  hooks: TradeOffHooks = {},
): (one: JsonObject, other: JsonObject) => number {
  const sum = issues.reduce(
    (total, { weight, range = 1 }) => total + (weight >= 0 && range > 0 ? weight : NaN),
    0,
  );
  if (!(Math.abs(sum - 1) <= ROUNDING)) {
    throw new RangeError(unmet("issues", "of weights >= 0 that sum to 1 and ranges > 0", issues));
  }
  const likeness = hooks[TRADE_OFF_HOOK] ?? defaultSimilarity;
  return (one, other) =>
    issues.reduce((total, issue) => {
      const { name, weight } = issue;
      const alike = likeness(memberOf(one, name) ?? null, memberOf(other, name) ?? null, issue);
      return total + weight * (alike > 0 ? Math.min(alike, 1) : 0);
    }, 0);
}

/** What a trade-off chooses from, and by what. */
export interface TradeOff<Terms extends JsonObject> {
  readonly candidates: readonly Terms[];
  /** What the opponent proposed last. */
  readonly opponentTerms: Terms;
  readonly ownUtility: (terms: Terms) => number;
  /** The own utility that the counter is to have. */
  readonly aimed: number;
  /** How far from it the counter may be. @default 0.01, a hundredth of a utility's range from 0 to 1 */
  readonly epsilon?: number | undefined;
  /** From `tradeOffSimilarity`. */
  readonly similarity: (one: Terms, other: Terms) => number;
}

/**
 * The candidate most like the opponent's last terms among those of the aimed utility; of equals the first;
 * `undefined` where none has that utility.
 *
 * With the own previous proposal among the candidates, and aimed as before, it is never less like them than that.
 *
 * @see docs/requirements/oap.md, OAP-47; OAP RFC 0002, B.2
 */
export function tradeOffCounter<Terms extends JsonObject>(choice: TradeOff<Terms>): Terms | undefined {
  const { candidates, opponentTerms, ownUtility, aimed, epsilon = 0.01, similarity } = choice;
  let chosen: Terms | undefined;
  let most = -1;
  for (const terms of candidates) {
    if (!(Math.abs(ownUtility(terms) - aimed) <= epsilon)) continue;
    const alike = similarity(terms, opponentTerms);
    if (alike > most) [chosen, most] = [terms, alike];
  }
  return chosen;
}

/** Sums of weights that were meant to be 1 may miss it by so much. Chosen. */
const ROUNDING = 1e-9;

function defaultSimilarity(one: Json, other: Json, { range }: TradedIssue): number {
  if (range === undefined) return isEqualJson(one, other) ? 1 : 0;
  return 1 - Math.abs(numberOf(one) - numberOf(other)) / range;
}

/** Money and rates are decimals in strings. */
function numberOf(value: Json): number {
  return typeof value === "object" ? NaN : Number.parseFloat(`${value}`);
}
