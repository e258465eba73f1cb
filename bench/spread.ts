/**
 * @module
 * How far the rounds of a measurement lie apart.
 */

import { type Costs, median } from "./measure.js";

/** Of the rounds: the middle, and both ends. */
export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

/** Of the ratios of what two cost in the same round. */
export function spreadOf(costs: Costs, name: string, toName: string): Spread {
  const toValues = costs.get(toName) ?? [];
  const ratios = (costs.get(name) ?? []).map((value, round) => value / (toValues[round] ?? Number.NaN));
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) };
}

/** The ends as figures, named after the ratio. */
export function endsOf(name: string, { least, most }: Spread): Readonly<Record<string, number>> {
  return { [`${name}Least`]: least, [`${name}Most`]: most };
}
