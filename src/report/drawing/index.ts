/**
 * @module
 * What pictures are made of: markup, frames, axes, legends, markers, numbers and texts that are fit to show.
 */

export { type AxisScale, axisScale, rangeOf } from "./axis-scale.js";
export { badges, type WantedBadge } from "./badge.js";
export {
  dots,
  element,
  htmlElement,
  joined,
  type Markup,
  marker,
  NOTHING,
  type Place,
  polyline,
  text,
} from "./markup.js";
export { FINDING, GRID_OPACITY, INK, OFFER_LINE, partyStyle, QUIET, RESERVATION_LINE } from "./palette.js";
export {
  type Area,
  frame,
  HEADING_HEIGHT,
  type LegendEntry,
  legend,
  type PictureHeading,
  picture,
} from "./picture.js";
export {
  amountText,
  columnsOf,
  coordinate,
  countText,
  DASH,
  exactText,
  fixedText,
  numberText,
  shownText,
  termsText,
  valueText,
} from "./shown-text.js";
