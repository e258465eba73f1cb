/**
 * @module
 * What pictures are made of: markup, frames, axes, legends, markers, numbers and texts that are fit to show.
 */

export { type AxisScale, axisScale, rangeOf } from "./axis-scale.js";
export { badges, type WantedBadge } from "./badge.js";
export { type Area, frame } from "./frame.js";
export { labelMiddles } from "./label-column.js";
export { type LegendEntry, legend } from "./legend.js";
export { dots, marker, NOTHING, type Place, polyline } from "./marker.js";
export { element, htmlElement, joined, type Markup, text } from "./markup.js";
export { amountText, coordinate, countText, DASH, exactText, fixedText, numberText } from "./number-text.js";
export { FINDING, GRID_OPACITY, INK, OFFER_LINE, partyStyle, QUIET, RESERVATION_LINE } from "./palette.js";
export { HEADING_HEIGHT, type PictureHeading, picture } from "./picture.js";
export { columnsOf, shownText } from "./shown-text.js";
export { termsText, valueText } from "./terms-text.js";
export { TextGrid } from "./text-grid.js";
