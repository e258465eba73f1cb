/**
 * @module
 * The utility plane, as SVG and as text.
 */

export { endingWords, headingOf, timelineDescription } from "./description.js";
export { axisName, valuesToShow } from "./plane-axes.js";
export { AGREEMENT_ENTRY, partyEntries } from "./plane-legend.js";
export { planePicture, utilityPlaneSvg } from "./utility-plane-svg.js";
export { type PlaneTextOptions, utilityPlaneText } from "./utility-plane-text.js";
