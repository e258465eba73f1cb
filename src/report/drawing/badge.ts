/**
 * @module
 * Numbered badges for the first and the last offer of a party: moved aside where two would cover each other,
 * with a line to where they belong.
 */

import { element, type Markup, NOTHING, type Place, polyline, text } from "./markup.js";
import { coordinate, textWidth } from "./shown-text.js";

/** A badge that is to stand at a place. */
export interface WantedBadge {
  readonly place: Place;
  readonly words: string;
  readonly colour: string;
}

/** Where badges may stand, in pixels. */
interface BadgeBounds {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The badges, each at its place or the nearest free one, with a line from the place to the badge. */
export function badges(wanted: readonly WantedBadge[], bounds: BadgeBounds): readonly Markup[] {
  const taken: Box[] = [];
  return wanted.map(({ place, words, colour }) => {
    const width = Math.max(HEIGHT, textWidth(words, FONT_SIZE) + 8);
    const candidates = OFFSETS.map(([right, down]) => boxAround(place.x + right, place.y + down, width));
    const isFree = (box: Box): boolean => taken.every((other) => !overlaps(box, other));
    const box =
      candidates.find((one, index) => isFree(one) && (index === 0 || isWithin(one, bounds))) ?? candidates[0];
    if (box === undefined) return NOTHING;
    taken.push(box);
    return drawn(box, place, words, colour);
  });
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

const HEIGHT = 16;

const FONT_SIZE = 10.5;

/** None, then around the place at a growing distance, above and to the right first, where a frontier leaves room. */
const OFFSETS: readonly (readonly [number, number])[] = [
  [0, 0],
  ...[24, 38, 54].flatMap((distance) =>
    [45, 0, 90, -45, 135, 180, -90, 225].map((degrees): readonly [number, number] => [
      distance * Math.cos((degrees * Math.PI) / 180),
      -distance * Math.sin((degrees * Math.PI) / 180),
    ]),
  ),
];

function boxAround(x: number, y: number, width: number): Box {
  return { x, y, width };
}

function overlaps(one: Box, other: Box): boolean {
  return (
    Math.abs(one.x - other.x) < (one.width + other.width) / 2 + 1 && Math.abs(one.y - other.y) < HEIGHT + 1
  );
}

function isWithin({ x, y, width }: Box, { left, right, top, bottom }: BadgeBounds): boolean {
  return x - width / 2 >= left && x + width / 2 <= right && y - HEIGHT / 2 >= top && y + HEIGHT / 2 <= bottom;
}

function drawn({ x, y, width }: Box, place: Place, words: string, colour: string): Markup {
  const isMoved = x !== place.x || y !== place.y;
  const box = {
    x: coordinate(x - width / 2),
    y: coordinate(y - HEIGHT / 2),
    width: coordinate(width),
    height: HEIGHT,
    rx: HEIGHT / 2,
    fill: colour,
  };
  // White on these colours has the contrast that text needs, whatever is behind the picture.
  const number = {
    x: coordinate(x),
    y: coordinate(y + 3.8),
    fill: "#fff",
    "font-size": FONT_SIZE,
    "font-weight": 700,
    "text-anchor": "middle",
  };
  return element("g", { class: "badge" }, [
    isMoved ? polyline([place, { x, y }], { stroke: colour, "stroke-width": 1.2 }) : NOTHING,
    element("rect", box),
    element("text", number, [text(words)]),
  ]);
}
