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

export {
  type NegotiationPageOptions,
  negotiationHtml,
  type TournamentPageOptions,
  tournamentHtml,
} from "./page/index.js";
export { type PlaneTextOptions, utilityPlaneSvg, utilityPlaneText } from "./plane/index.js";
export type { PlaneOptions, ShownTraceRow } from "./scene/index.js";
export {
  type GroupPictureOptions,
  groupSvg,
  type ShownGroup,
  type ShownNegotiation,
  type ShownTrack,
  type TimelineOptions,
  timelineSvg,
} from "./timeline/index.js";
