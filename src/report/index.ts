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

export { type NegotiationPageOptions, negotiationHtml } from "./negotiation-html.js";
export type { PlaneOptions } from "./scene.js";
export { type TimelineOptions, timelineSvg } from "./timeline-svg.js";
export { type TournamentPageOptions, tournamentHtml } from "./tournament-html.js";
export type { ShownTraceRow } from "./trace-story.js";
export { utilityPlaneSvg } from "./utility-plane-svg.js";
export { type PlaneTextOptions, utilityPlaneText } from "./utility-plane-text.js";
