/**
 * @module
 * The outermost element of a picture: its size, its font, and what it says to those who cannot see it; with the
 * frame around a plot and the legend below it.
 */

import type { AxisScale } from "./axis-scale.js";
import { element, type Markup, type Place, text } from "./markup.js";
import { GRID_OPACITY, INK } from "./palette.js";
import { coordinate, numberText, textWidth } from "./shown-text.js";

/** What stands above a picture. */
export interface PictureHeading {
  readonly title: string;
  /** Small, below the title; empty for none. */
  readonly subtitle: string;
  /** Where the page around it says both, the picture leaves them out, and the margin that they stand in. @default true */
  readonly isShown?: boolean;
}

/** What a picture says of itself, and its size in pixels. */
interface PictureOptions extends PictureHeading {
  readonly width: number;
  readonly height: number;
  /** A sentence or a few: what a reader would see. */
  readonly description: string;
}

/** The heading's height in pixels: pictures begin below it. */
export const HEADING_HEIGHT = 58;

/** A whole SVG document, heading included, which refers to nothing outside itself. */
export function picture(options: PictureOptions, content: readonly Markup[]): string {
  const { width, height, title, description, subtitle, isShown = true } = options;
  const [left, top] = isShown ? [0, 0] : [MARGIN, HEADING_HEIGHT - MARGIN];
  const root = {
    xmlns: "http://www.w3.org/2000/svg",
    width: width - left,
    height: height - top,
    viewBox: `${left} ${top} ${width - left} ${height - top}`,
    role: "img",
    "font-family": "Helvetica Neue, Helvetica, Arial, sans-serif",
  };
  return element("svg", root, [
    element("title", {}, [text(title)]),
    element("desc", {}, [text(description)]),
    ...(isShown ? [headingMarkup(title, subtitle)] : []),
    ...content,
  ]).markup;
}

/** Pixels left of headings and legends. */
const MARGIN = 20;

function headingMarkup(title: string, subtitle: string): Markup {
  return element("g", { class: "ink heading", fill: INK }, [
    element("text", { x: MARGIN, y: 26, "font-size": 17, "font-weight": 700 }, [text(title)]),
    element("text", { x: MARGIN, y: 45, "font-size": 12.5 }, [text(subtitle)]),
  ]);
}

/** A rectangle in a picture, in pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What a frame is drawn from. */
interface FrameOptions {
  readonly area: Area;
  readonly right: AxisScale;
  readonly up: AxisScale;
  readonly rightName: string;
  readonly upName: string;
}

/** Grid, axes, ticks and the names of both axes. */
export function frame({ area, right, up, rightName, upName }: FrameOptions): Markup {
  const bottom = area.top + area.height;
  const ticks: Markup[] = [];
  let grid = "";
  for (const tick of right.ticks) {
    const x = coordinate(right.place(tick));
    grid += `M${x} ${area.top}V${bottom}`;
    ticks.push(element("text", { x, y: bottom + 17, "text-anchor": "middle" }, [text(numberText(tick))]));
  }
  for (const tick of up.ticks) {
    const y = coordinate(up.place(tick));
    grid += `M${area.left} ${y}H${area.left + area.width}`;
    ticks.push(
      element("text", { x: area.left - 8, y: coordinate(y + 4), "text-anchor": "end" }, [
        text(numberText(tick)),
      ]),
    );
  }
  const axes = `M${area.left} ${area.top}V${bottom}H${area.left + area.width}`;
  return element("g", { class: "frame" }, [
    element("path", { d: grid, fill: "none", stroke: INK, "stroke-opacity": GRID_OPACITY }),
    element("path", { class: "ink-line", d: axes, fill: "none", stroke: INK }),
    element("g", { class: "ink", fill: INK, "font-size": 11 }, ticks),
    element("g", { class: "ink", fill: INK, "font-size": 12.5, "text-anchor": "middle" }, [
      rightName === "" ? element("g", {}) : element("text", middleBelow(area), [text(rightName)]),
      element("text", middleBeside(area), [text(upName)]),
    ]),
  ]);
}

function middleBelow({ left, top, width, height }: Area): Record<string, number> {
  return { x: coordinate(left + width / 2), y: top + height + 37 };
}

function middleBeside({ left, top, height }: Area): Record<string, number | string> {
  const [x, y] = [left - 44, coordinate(top + height / 2)];
  return { x, y, transform: `rotate(-90 ${x} ${y})` };
}

/** One sign and its meaning. */
export interface LegendEntry {
  readonly words: string;
  /** Draws the sign around a place, within 12 pixels to either side. */
  readonly sign: (place: Place) => readonly Markup[];
}

/** A legend and the room that it takes. */
interface Legend {
  readonly markup: Markup;
  /** In pixels. */
  readonly height: number;
}

/** Entries in columns, so that the signs stand below each other; a long one takes the next column as well. */
export function legend(
  entries: readonly LegendEntry[],
  { x, y, width }: Place & { readonly width: number },
): Legend {
  const columnWidth = width / COLUMNS;
  let column = 0;
  let row = 0;
  const pieces: Markup[] = [];
  for (const { words, sign } of entries) {
    const span = Math.min(COLUMNS, Math.ceil((SIGN_WIDTH + textWidth(words, FONT_SIZE)) / columnWidth));
    if (column + span > COLUMNS) {
      column = 0;
      row += 1;
    }
    const left = x + column * columnWidth;
    const middle = y + row * ROW_HEIGHT + ROW_HEIGHT / 2;
    const at = { x: coordinate(left + SIGN_WIDTH), y: coordinate(middle + 4) };
    pieces.push(...sign({ x: left + 12, y: middle }), element("text", at, [text(words)]));
    column += span;
  }
  const markup = element("g", { class: "legend ink", fill: INK, "font-size": FONT_SIZE }, pieces);
  return { markup, height: entries.length === 0 ? 0 : (row + 1) * ROW_HEIGHT };
}

const COLUMNS = 3;

const FONT_SIZE = 12;

const ROW_HEIGHT = 21;

const SIGN_WIDTH = 32;
