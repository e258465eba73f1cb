/**
 * @module
 * The outermost element of a picture: its size, its font, and what it says to those who cannot see it.
 */

import { element, type Markup, text } from "./markup.js";
import { INK } from "./palette.js";

/** What stands above a picture. */
export interface PictureHeading {
  readonly title: string;
  /** Small, below the title; empty for none. */
  readonly subtitle: string;
  /** Where the page around it says both, the picture leaves them out, and the margin that they stand in. @default true */
  readonly isShown?: boolean;
}

/** What a picture says of itself, and its size in pixels. */
export interface PictureOptions extends PictureHeading {
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
