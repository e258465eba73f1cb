/**
 * @module
 * Names beside a utility plane what stands in it: solution points with the rules that pick them, and the agreement,
 * each with a line to its place; below, the rules that found nothing.
 */

import type { Markup, Place } from "../drawing/index.js";
import {
  coordinate,
  DASH,
  element,
  FINDING,
  INK,
  labelMiddles,
  marker,
  NOTHING,
  numberText,
  polyline,
  text,
} from "../drawing/index.js";
import { findingsOf, type Missing, missingOf, type Scene } from "../scene/index.js";
import { type PlaneView, placeOf } from "./plane-axes.js";

/** The radius of the ring around the agreement: all other signs have room within. */
export const AGREEMENT_RADIUS = 13;

/** The radius of a solution point's diamond: a numbered badge has room within. */
export const SOLUTION_RADIUS = 8;

/** The signs of solution points and agreement with their labels. */
export function planeLabels(scene: Scene, view: PlaneView): readonly Markup[] {
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
export function solutionSign(place: Place): Markup {
  return marker("diamond", place, SOLUTION_RADIUS, {
    class: "solution",
    fill: "none",
    stroke: FINDING,
    "stroke-width": 2,
  });
}

/** The agreement: a ring around all that stands there. */
export function agreementSign(place: Place): Markup {
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
