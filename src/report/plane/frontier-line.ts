/**
 * @module
 * The Pareto frontier in a utility plane: its outcomes, and the stepped line that bounds all that they dominate.
 */

import { coordinate, dots, element, FINDING, type Markup, NOTHING, type Place } from "../drawing/index.js";
import type { Scene } from "../scene/index.js";
import { type PlaneView, placeOf } from "./plane-axes.js";

/**
 * The frontier of an analysis; nothing without one, or where it is empty.
 *
 * With more than two parties it is the frontier of all: its outcomes are dots, and the line runs along those that
 * no other one dominates for the two parties of the plane, which is exactly the frontier of these two.
 */
export function frontierLine({ analysis }: Scene, view: PlaneView): Markup {
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
