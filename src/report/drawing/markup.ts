/**
 * @module
 * XML and HTML elements, and shapes. Markup is its own type, which only the functions here make: a string that was
 * not escaped cannot get between two tags. What else a text of others may do is `shown-text.ts`.
 */

import type { Shape } from "./palette.js";
import { coordinate } from "./shown-text.js";

/** What is written already and needs no more escaping. */
export interface Markup {
  readonly markup: string;
}

/** Attributes in the order they are written; one that is `undefined` is left out. */
type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A text between tags, escaped. */
export function text(content: string): Markup {
  return { markup: escaped(content) };
}

/**
 * An element; without children it closes itself. Names are the caller's own words, values are escaped.
 */
export function element(name: string, attributes: Attributes, children: readonly Markup[] = []): Markup {
  const inside = joined(children);
  const head = `<${name}${attributesText(attributes)}`;
  return { markup: inside === "" ? `${head}/>` : `${head}>${inside}</${name}>` };
}

/** An HTML element that never closes itself: browsers read `<td/>` as an opening tag. */
export function htmlElement(name: string, attributes: Attributes, children: readonly Markup[] = []): Markup {
  return { markup: `<${name}${attributesText(attributes)}>${joined(children)}</${name}>` };
}

/** All of the pieces, one after the other. */
export function joined(pieces: readonly Markup[]): string {
  return pieces.map(({ markup }) => markup).join("");
}

/**
 * A text as XML and HTML may hold it, within quotes too: invisible characters are written by number, and what XML
 * 1.0 cannot hold becomes U+FFFD.
 */
export function escaped(content: string): string {
  return content
    .replace(FORBIDDEN, "\uFFFD")
    .replace(SPECIAL, (character) => ENTITIES[character] ?? `&#${character.charCodeAt(0)};`);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;

const SPECIAL = /[&<>"'\r\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function attributesText(attributes: Attributes): string {
  let written = "";
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) written += ` ${name}="${escaped(String(value))}"`;
  }
  return written;
}

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
