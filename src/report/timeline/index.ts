/**
 * @module
 * The offers of a negotiation over time.
 */

export { type TimelineOptions, timelinePicture, timelineSvg } from "./timeline-svg.js";
