/**
 * @module
 * Markers: a shape drawn around a place, as the data of an SVG path.
 */

import { type Attributes, element, type Markup, text } from "./markup.js";
import { coordinate } from "./number-text.js";
import type { Shape } from "./palette.js";

/** A place in a picture, in pixels: `x` to the right, `y` downward. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * The outline of a shape around a place.
 *
 * @param radius - of the circle, in pixels; the other shapes cover about as much
 */
export function shapePath(shape: Shape, { x, y }: Place, radius: number): string {
  const [left, top] = [coordinate(x), coordinate(y)];
  const r = coordinate(radius);
  if (shape === "circle")
    return `M${coordinate(x - r)} ${top}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
  if (shape === "square") {
    const half = coordinate(radius * 0.9);
    return `M${coordinate(x - half)} ${coordinate(y - half)}h${2 * half}v${2 * half}h${-2 * half}z`;
  }
  if (shape === "diamond") {
    const half = coordinate(radius * 1.25);
    return `M${left} ${coordinate(y - half)}l${half} ${half}l${-half} ${half}l${-half} ${-half}z`;
  }
  const half = coordinate(radius * 1.15);
  return `M${left} ${coordinate(y - half * 1.15)}l${half} ${2 * half}h${-2 * half}z`;
}

/** A marker with the words that a pointer resting on it shows. */
export function marker(
  shape: Shape,
  place: Place,
  radius: number,
  attributes: Attributes,
  words?: string,
): Markup {
  const path = { d: shapePath(shape, place, radius), ...attributes };
  return element("path", path, words === undefined ? [] : [element("title", {}, [text(words)])]);
}

/** Dots at many places in one path: each is a line of no length, which a round end makes a dot. */
export function dots(places: Iterable<Place>, attributes: Attributes): Markup {
  let d = "";
  const seen = new Set<string>();
  for (const { x, y } of places) {
    const start = `M${coordinate(x)} ${coordinate(y)}`;
    if (seen.has(start)) continue;
    seen.add(start);
    // Some renderers draw nothing for a line of length 0, so it has a hundredth of a pixel.
    d += `${start}h.01`;
  }
  return d === "" ? NOTHING : element("path", { d, fill: "none", "stroke-linecap": "round", ...attributes });
}

/** A line through many places; nothing for fewer than two. */
export function polyline(places: readonly Place[], attributes: Attributes): Markup {
  if (places.length < 2) return NOTHING;
  const d = places
    .map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${coordinate(x)} ${coordinate(y)}`)
    .join("");
  return element("path", { d, fill: "none", ...attributes });
}

/** No markup at all. */
export const NOTHING: Markup = Object.freeze({ markup: "" });
