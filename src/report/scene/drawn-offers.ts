/**
 * @module
 * The offers that a picture draws: all of a usual negotiation, evenly chosen ones of a very long one. Whoever counts
 * offers counts all of them.
 */

/** Chosen: more markers of one party than pixels across cannot be told apart, and make a file of hundreds of megabytes. */
export const MOST_DRAWN = 2000;

/** The first, the last and evenly chosen ones between them, at most `MOST_DRAWN` together, in their order. */
export function drawnOf<Offer>(offers: readonly Offer[]): readonly Offer[] {
  if (offers.length <= MOST_DRAWN) return offers;
  const stride = (offers.length - 1) / (MOST_DRAWN - 1);
  return Array.from({ length: MOST_DRAWN }, (_, index) => offers[Math.round(index * stride)] as Offer);
}
