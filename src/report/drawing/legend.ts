/**
 * @module
 * The legend below a picture: what each sign means, in as many rows as it takes.
 */

import type { Place } from "./marker.js";
import { element, type Markup, text } from "./markup.js";
import { coordinate } from "./number-text.js";
import { INK } from "./palette.js";
import { textWidth } from "./shown-text.js";

/** One sign and its meaning. */
export interface LegendEntry {
  readonly words: string;
  /** Draws the sign around a place, within 12 pixels to either side. */
  readonly sign: (place: Place) => readonly Markup[];
}

/** A legend and the room that it takes. */
export interface Legend {
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
