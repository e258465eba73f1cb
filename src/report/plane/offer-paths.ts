/**
 * @module
 * The offers of each party in a utility plane: a path with markers of the party's colour and shape, the first and
 * the last offer numbered by their turn.
 */

import type { Markup, Place, WantedBadge } from "../drawing/index.js";
import {
  badges,
  coordinate,
  element,
  marker,
  numberText,
  OFFER_LINE,
  partyStyle,
  polyline,
} from "../drawing/index.js";
import { drawnOf, type Scene, type ShownOffer } from "../scene/index.js";
import { type PlaneView, placeOf } from "./plane-axes.js";

/** The paths of all parties, without the badges, which belong above everything else. */
export function offerPaths(scene: Scene, view: PlaneView): readonly Markup[] {
  return scene.parties.map(({ name }, party) => {
    const { colour, shape } = partyStyle(party);
    const stops = stopsOf(scene, party, view);
    const drawn = drawnOf(stops);
    const path = drawn.map(({ place }) => place).filter((place, index, all) => !isAt(place, all[index - 1]));
    const markers = gathered(stops, drawn).map(({ place, offers }) =>
      marker(shape, place, 4, {}, offerWords(name, offers, view)),
    );
    return element("g", { class: "offers", fill: colour }, [
      polyline(path, { ...OFFER_LINE, stroke: colour }),
      ...markers,
    ]);
  });
}

/** Badges for the first and the last offer of each party; one for both where they are the same outcome. */
export function offerBadges(scene: Scene, view: PlaneView): readonly Markup[] {
  const { left, top, width, height } = view.area;
  const wanted = scene.parties.flatMap((_, party): WantedBadge[] => {
    const stops = stopsOf(scene, party, view);
    const [first, last] = [stops[0], stops.at(-1)];
    if (first === undefined || last === undefined) return [];
    const { colour } = partyStyle(party);
    const turns = [first, last].map(({ offer }) => String(offer.turnNumber));
    if (first === last) return [{ place: first.place, words: `${turns[0]}`, colour }];
    if (isAt(first.place, last.place)) return [{ place: first.place, words: turns.join("–"), colour }];
    return [first, last].map(({ place, offer }) => ({ place, words: String(offer.turnNumber), colour }));
  });
  return badges(wanted, { left, right: left + width, top, bottom: top + height });
}

interface Stop {
  readonly offer: ShownOffer;
  readonly place: Place;
}

function stopsOf({ offers }: Scene, party: number, view: PlaneView): readonly Stop[] {
  return offers.flatMap((offer) => {
    const place = offer.party === party ? placeOf(offer.utilities, view) : undefined;
    return place === undefined ? [] : [{ offer, place }];
  });
}

function isAt(one: Place, other: Place | undefined): boolean {
  return other !== undefined && one.x === other.x && one.y === other.y;
}

/** Offers at the same place share a marker: a party that waits does not make the file grow. */
function gathered(
  stops: readonly Stop[],
  drawn: readonly Stop[],
): readonly { place: Place; offers: ShownOffer[] }[] {
  const key = ({ x, y }: Place): string => `${coordinate(x)} ${coordinate(y)}`;
  const groups = new Map<string, { place: Place; offers: ShownOffer[] }>();
  for (const { place } of drawn) if (!groups.has(key(place))) groups.set(key(place), { place, offers: [] });
  for (const { offer, place } of stops) groups.get(key(place))?.offers.push(offer);
  return [...groups.values()];
}

/** Chosen: enough to find an offer in the table, few enough to read at a glance. */
const MOST_TURNS = 6;

function offerWords(name: string, offers: readonly ShownOffer[], { pair }: PlaneView): string {
  const turns = offers.slice(0, MOST_TURNS).map(({ turnNumber }) => turnNumber);
  const more = offers.length > turns.length ? ` ... (${offers.length} offers)` : "";
  const worth = pair.map((party) => numberText(offers[0]?.utilities[party])).join(" / ");
  return `${name}, turn ${turns.join(", ")}${more}: ${worth}`;
}
