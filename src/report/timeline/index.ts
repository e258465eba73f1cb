/**
 * @module
 * What happened over time: the offers of a negotiation, and the tracks of a group.
 */

export {
  type GroupPictureOptions,
  groupSvg,
  type ShownGroup,
  type ShownNegotiation,
  type ShownTrack,
} from "./group-svg.js";
export { type TimelineOptions, timelinePicture, timelineSvg } from "./timeline-svg.js";
