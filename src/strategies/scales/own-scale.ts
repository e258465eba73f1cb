/**
 * @module
 * A party's own utilities on a scale from 0 for its worst outcome to 1 for its best, for the strategies whose
 * published numbers assume that scale.
 */

import type { InverseUtility } from "../../preferences/inverse/index.js";

/** The way to the scale from 0 to 1, and back. */
export interface OwnScale {
  /** A utility on the scale; 1 where all outcomes are worth the same. */
  readonly toScale: (utility: number) => number;
  /** The utility at a place of the scale; at most the best, which roundings could else exceed. */
  readonly fromScale: (place: number) => number;
}

/** The scale of one party. */
export function ownScale({ minimum, maximum }: Pick<InverseUtility, "minimum" | "maximum">): OwnScale {
  const range = maximum - minimum;
  return {
    toScale: (utility) => (range === 0 ? 1 : (utility - minimum) / range),
    fromScale: (place) => (place >= 1 ? maximum : minimum + place * range),
  };
}
