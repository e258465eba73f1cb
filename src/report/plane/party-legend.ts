/**
 * @module
 * What the signs of parties and of an agreement mean: the same in all pictures of a negotiation.
 */

import type { LegendEntry, Markup, Place } from "../drawing/index.js";
import {
  amountText,
  countText,
  INK,
  marker,
  numberText,
  OFFER_LINE,
  partyStyle,
  polyline,
  RESERVATION_LINE,
} from "../drawing/index.js";
import { MOST_DRAWN, type NegotiationScene } from "../scene/index.js";

/** A party's offers and its reservation, which is a dash where there is none, or none to be shown. */
export function partyEntries({ parties, offers }: NegotiationScene, party: number): readonly LegendEntry[] {
  const { colour, shape } = partyStyle(party);
  const { name = "", range = null, reservation = null } = parties[party] ?? {};
  const count = offers.filter((offer) => offer.party === party).length;
  const drawn = count > MOST_DRAWN ? `, ${countText(MOST_DRAWN)} drawn` : "";
  const path = (place: Place): readonly Markup[] => [
    sideways(place, { ...OFFER_LINE, stroke: colour }),
    marker(shape, place, 4, { fill: colour }),
  ];
  const line = (place: Place): readonly Markup[] => [
    sideways(place, { ...RESERVATION_LINE, stroke: colour }),
  ];
  return [
    ...(count === 0 ? [] : [{ words: `${name}: ${amountText(count, "offer")}${drawn}`, sign: path }]),
    ...(range === null
      ? []
      : [
          {
            words: `${name}: reservation ${numberText(reservation)}`,
            sign: reservation === null ? () => [] : line,
          },
        ]),
  ];
}

/** The agreement's ring. */
export const AGREEMENT_ENTRY: LegendEntry = Object.freeze({
  words: "Agreement",
  sign: (place: Place): readonly Markup[] => [
    marker("circle", place, 7, { class: "ink-line", fill: "none", stroke: INK, "stroke-width": 2.2 }),
  ],
});

function sideways({ x, y }: Place, attributes: Readonly<Record<string, string | number>>): Markup {
  return polyline(
    [
      { x: x - 12, y },
      { x: x + 12, y },
    ],
    attributes,
  );
}
