/**
 * @module
 * `concordat/report`: negotiations and tournaments as pictures and pages that are one file each, and as text for a
 * terminal.
 *
 * @example
 * const scenario = generateScenario(7, [5, 5, 5], 2);
 * const strategies = [boulware(), conceder()];
 * const { trace } = runNegotiation({ scenario, strategies, turnLimit: 200, trace: true });
 * const analysis = analysisOf(scenario);
 * const svg = utilityPlaneSvg({ scenario, trace, analysis });
 * console.log(utilityPlaneText({ scenario, trace, analysis }));
 */

export { type NegotiationPageOptions, negotiationHtml } from "./page/negotiation-html.js";
export { type TournamentPageOptions, tournamentHtml } from "./page/tournament-html.js";
export { utilityPlaneSvg } from "./plane/utility-plane-svg.js";
export { type PlaneTextOptions, utilityPlaneText } from "./plane/utility-plane-text.js";
export type { PlaneOptions } from "./scene/scene.js";
export type { ShownTraceRow } from "./scene/trace-story.js";
export { type TimelineOptions, timelineSvg } from "./timeline/timeline-svg.js";
