/**
 * @module
 * One utility plane with all that a scene has to show, from the quiet to the loud: grid, outcomes, reservations,
 * frontier, offers, solution points, agreement, numbers.
 */

import {
  badges,
  coordinate,
  DASH,
  dots,
  element,
  FINDING,
  frame,
  INK,
  type Markup,
  marker,
  NOTHING,
  numberText,
  OFFER_LINE,
  type Place,
  partyStyle,
  polyline,
  QUIET,
  RESERVATION_LINE,
  text,
  type WantedBadge,
} from "../drawing/index.js";
import {
  drawnOf,
  findingsOf,
  type Missing,
  missingOf,
  type Scene,
  type ShownOffer,
  type ShownParty,
} from "../scene/index.js";
import { axisName, type PlaneView, placeOf } from "./plane-axes.js";

/** Draws the plane of two parties. */
export function plane(scene: Scene, view: PlaneView): Markup {
  const { area, right, up } = view;
  const [first, second] = view.pair.map((party) => scene.parties[party] as ShownParty) as [
    ShownParty,
    ShownParty,
  ];
  return element("g", { class: "plane" }, [
    frame({ area, right, up, rightName: axisName(first), upName: axisName(second) }),
    outcomeDots(scene, view),
    ...reservationLines(scene, view),
    frontierLine(scene, view),
    ...offerPaths(scene, view),
    ...planeLabels(scene, view),
    element("g", { class: "badges" }, offerBadges(scene, view)),
  ]);
}

function outcomeDots(scene: Scene, { pair, right, up }: PlaneView): Markup {
  const [first, second] = pair;
  const places = Array.from({ length: scene.shownCount }, (_, index) => ({
    x: right.place(scene.utility(first, index)),
    y: up.place(scene.utility(second, index)),
  }));
  // Many outcomes need small dots to stay apart, few need large ones to be seen.
  const size = scene.shownCount > 1500 ? 2 : scene.shownCount > 300 ? 2.6 : 3.6;
  return dots(places, { class: "outcomes", stroke: QUIET, "stroke-width": size });
}

function reservationLines({ parties }: Scene, { pair, area, right, up }: PlaneView): readonly Markup[] {
  return pair.map((party, axis) => {
    const { reservation } = parties[party] as ShownParty;
    const scale = axis === 0 ? right : up;
    if (reservation === null || reservation < scale.low || reservation > scale.high) return NOTHING;
    const at = coordinate(scale.place(reservation));
    const across = `M${area.left} ${at}H${area.left + area.width}`;
    const d = axis === 0 ? `M${at} ${area.top}V${area.top + area.height}` : across;
    return element("path", { ...RESERVATION_LINE, d, stroke: partyStyle(party).colour });
  });
}

/** The paths of all parties, without the badges, which belong above everything else. */
function offerPaths(scene: Scene, view: PlaneView): readonly Markup[] {
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
function offerBadges(scene: Scene, view: PlaneView): readonly Markup[] {
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

/** The radius of the ring around the agreement: all other signs have room within. */
const AGREEMENT_RADIUS = 13;

/** The radius of a solution point's diamond: a numbered badge has room within. */
const SOLUTION_RADIUS = 8;

/** The signs of solution points and agreement with their labels. */
function planeLabels(scene: Scene, view: PlaneView): readonly Markup[] {
  const labels = labelsOf(scene, view);
  const { top, height, left, width } = view.area;
  const missing = scene.analysis === undefined ? [] : missingLines(missingOf(scene.analysis));
  const bottom = top + height - missing.length * LINE;
  const middles = labelMiddles(
    labels.map(({ lines, places }) => ({ middle: places[0]?.y ?? top, height: lines.length * LINE + GAP })),
    { top: top - 6, bottom },
  );
  const x = left + width + 26;
  return [
    ...labels.map(({ places, colour, ring }, index) =>
      leader(places[0], { x, y: middles[index] ?? top }, colour, ring),
    ),
    ...labels.flatMap(({ sign, places }) => places.map(sign)),
    ...labels.map(({ lines }, index) => words(lines, x, middles[index] ?? top)),
    element(
      "g",
      { class: "ink undefined", fill: INK, "font-size": 11 },
      missing.map((line, index) =>
        element("text", { x, y: coordinate(bottom + (index + 1) * LINE) }, [text(line)]),
      ),
    ),
  ];
}

interface Label {
  /** Names, and last the utilities. */
  readonly lines: readonly string[];
  /** The first has the line to the label. */
  readonly places: readonly Place[];
  readonly colour: string;
  /** How far from the place the line begins. */
  readonly ring: number;
  readonly sign: (place: Place) => Markup;
}

const LINE = 15;

const GAP = 9;

function labelsOf(scene: Scene, view: PlaneView): readonly Label[] {
  const { agreement, analysis, parties } = scene;
  const labels: Label[] = (analysis === undefined ? [] : findingsOf(analysis)).map(({ names, points }) => ({
    lines: [...names, worthWords(points[0]?.utilities ?? [], view)],
    places: points.flatMap(({ utilities }) => placeOf(utilities, view) ?? []),
    colour: FINDING,
    ring: SOLUTION_RADIUS,
    sign: solutionSign,
  }));
  const place = agreement && placeOf(agreement.utilities, view);
  if (agreement && place) {
    const by = parties[agreement.party]?.name ?? "";
    const lines = [
      `Agreement, turn ${agreement.turnNumber}`,
      `accepted by ${by}`,
      worthWords(agreement.utilities, view),
    ];
    labels.push({ lines, places: [place], colour: INK, ring: AGREEMENT_RADIUS, sign: agreementSign });
  }
  return labels.filter(({ places }) => places.length > 0);
}

/** A solution point: a hollow diamond, so that what lies on it can be seen. */
function solutionSign(place: Place): Markup {
  return marker("diamond", place, SOLUTION_RADIUS, {
    class: "solution",
    fill: "none",
    stroke: FINDING,
    "stroke-width": 2,
  });
}

/** The agreement: a ring around all that stands there. */
function agreementSign(place: Place): Markup {
  const ring = { class: "agreement ink-line", fill: "none", stroke: INK, "stroke-width": 2.4 };
  return marker("circle", place, AGREEMENT_RADIUS, ring);
}

function worthWords(utilities: readonly (number | null)[], { pair }: PlaneView): string {
  return pair.map((party) => numberText(utilities[party])).join(" / ");
}

function missingLines(missing: readonly Missing[]): readonly string[] {
  return missing.flatMap(({ reason, names }) => [
    `Undefined: ${reason}`,
    ...names.map((name) => `${DASH}  ${name}`),
  ]);
}

function leader(place: Place | undefined, label: Place, colour: string, ring: number): Markup {
  if (place === undefined) return NOTHING;
  const end = { x: label.x - 5, y: label.y };
  const [across, down] = [end.x - place.x, end.y - place.y];
  const share = ring / Math.hypot(across, down);
  const start = { x: place.x + across * share, y: place.y + down * share };
  return polyline([start, end], {
    class: "leader",
    stroke: colour,
    "stroke-width": 0.8,
    "stroke-opacity": 0.8,
  });
}

function words(lines: readonly string[], x: number, middle: number): Markup {
  const top = middle - (lines.length * LINE) / 2;
  const last = lines.length - 1;
  return element(
    "g",
    { class: "ink label", fill: INK, "font-size": 12 },
    lines.map((line, index) =>
      element(
        "text",
        { x, y: coordinate(top + index * LINE + 11.5), "font-weight": index === last ? undefined : 600 },
        [text(line)],
      ),
    ),
  );
}

/** A label by the middle that it would like to have and the room that it takes, in pixels. */
interface WantedLabel {
  readonly middle: number;
  readonly height: number;
}

/**
 * The middle of each label, in the order given, so that none overlap: they keep the order of their wishes.
 *
 * Starts at `top` and, unless there are more labels than room, ends above `bottom`.
 */
export function labelMiddles(
  labels: readonly WantedLabel[],
  { top, bottom }: { readonly top: number; readonly bottom: number },
): readonly number[] {
  const order = labels.map((label, index) => ({ ...label, index }));
  order.sort((one, other) => one.middle - other.middle || one.index - other.index);
  const middles: number[] = new Array(labels.length).fill(top);
  let free = top;
  for (const { middle, height, index } of order) {
    const placed = Math.max(middle, free + height / 2);
    middles[index] = placed;
    free = placed + height / 2;
  }
  // Whoever now stands below the bottom moves up, and pushes those above it.
  let limit = bottom;
  for (const { height, index } of order.reverse()) {
    const placed = Math.min(middles[index] as number, limit - height / 2);
    middles[index] = placed;
    limit = placed - height / 2;
  }
  const missing = Math.max(0, top - limit);
  return missing === 0 || limit === bottom ? middles : middles.map((middle) => middle + missing);
}

/**
 * The frontier of an analysis; nothing without one, or where it is empty.
 *
 * With more than two parties it is the frontier of all: its outcomes are dots, and the line runs along those that
 * no other one dominates for the two parties of the plane, which is exactly the frontier of these two.
 */
function frontierLine({ analysis }: Scene, view: PlaneView): Markup {
  const places = (analysis?.frontier ?? []).flatMap(({ utilities }) => placeOf(utilities, view) ?? []);
  if (places.length === 0) return NOTHING;
  return element("g", { class: "frontier" }, [
    element("path", { d: steps(edgeOf(places)), fill: "none", stroke: FINDING, "stroke-width": 1.8 }),
    dots(places, { stroke: FINDING, "stroke-width": 4.5 }),
  ]);
}

/** The places that no other one lies above and to the right of, from the upper left; downward is more in a picture. */
export function edgeOf(places: readonly Place[]): readonly Place[] {
  const fromTheRight = places.toSorted((one, other) => other.x - one.x || one.y - other.y);
  const edge: Place[] = [];
  let highest = Number.POSITIVE_INFINITY;
  for (const place of fromTheRight) {
    if (place.y >= highest) continue;
    highest = place.y;
    edge.push(place);
  }
  return edge.reverse();
}

/** Down, then to the right, from each place to the next: no outcome lies above and to the right of it. */
function steps(edge: readonly Place[]): string {
  let d = "";
  for (const { x, y } of edge) {
    d += d === "" ? `M${coordinate(x)} ${coordinate(y)}` : `V${coordinate(y)}H${coordinate(x)}`;
  }
  return d;
}
