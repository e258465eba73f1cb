/**
 * @module
 * What the signs of a utility plane mean: only those that are in it.
 */

import {
  amountText,
  badges,
  countText,
  DASH,
  dots,
  element,
  FINDING,
  INK,
  type LegendEntry,
  type Markup,
  marker,
  numberText,
  OFFER_LINE,
  type Place,
  partyStyle,
  polyline,
  QUIET,
  RESERVATION_LINE,
} from "../drawing/index.js";
import { MOST_DRAWN, type NegotiationScene, type Scene } from "../scene/index.js";

/** The entries for a scene. */
export function planeLegend(scene: Scene): readonly LegendEntry[] {
  const { analysis, agreement, offers } = scene;
  return [
    { words: outcomeWords(scene), sign: outcomeSign },
    ...scene.parties.flatMap((_, party) => partyEntries(scene, party)),

    ...(analysis === undefined ? [] : analysisEntries(analysis)),
    ...(agreement === null ? [] : [AGREEMENT_ENTRY]),
    ...(offers.length === 0 ? [] : [{ words: "Turn of a first or last offer", sign: numberSign }]),
    ...unplacedEntry(offers),
  ];
}

/** How many outcomes there are, and of a sample how it was drawn. */
export function outcomeWords({ space: { cardinality }, shownCount, isSample, seed }: Scene): string {
  if (!isSample) return amountText(cardinality, "outcome");
  return `${countText(shownCount)} of ${countText(cardinality)} outcomes: a random sample, seed ${seed}`;
}

function analysisEntries({ frontier, sampled }: NonNullable<Scene["analysis"]>): readonly LegendEntry[] {
  const of = sampled ? " of a sample" : "";
  return [
    { words: `Pareto frontier${of}: ${amountText(frontier.length, "outcome")}`, sign: frontierSign },
    { words: "Solution point", sign: (place) => [marker("diamond", place, 6, DIAMOND)] },
  ];
}

/** Offers without a utility for each party have no place: they are counted beside a dash, and never drawn at 0. */
function unplacedEntry(offers: Scene["offers"]): readonly LegendEntry[] {
  const count = offers.filter(({ utilities }) => utilities.includes(null)).length;
  if (count === 0) return [];
  return [
    { words: `${DASH} ${amountText(count, "offer")} without a utility for every party`, sign: () => [] },
  ];
}

const DIAMOND = { fill: "none", stroke: FINDING, "stroke-width": 2 };

function outcomeSign({ x, y }: Place): readonly Markup[] {
  const places = [-7, 0, 7].map((right) => ({ x: x + right, y: y + (right === 0 ? -3 : 2) }));
  return [dots(places, { stroke: QUIET, "stroke-width": 3.4 })];
}

function numberSign({ x, y }: Place): readonly Markup[] {
  const place = { x, y };
  return badges([{ place, words: "1", colour: INK }], { left: x, right: x, top: y, bottom: y });
}

function frontierSign({ x, y }: Place): readonly Markup[] {
  const d = `M${x - 11} ${y - 6}V${y}H${x}V${y + 6}H${x + 11}`;
  return [element("path", { d, fill: "none", stroke: FINDING, "stroke-width": 1.8 })];
}

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
