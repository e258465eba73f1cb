/**
 * @module
 * The offers of a negotiation over time as an SVG document: for each party a plot of what every offer, its own
 * and the others', is worth to it.
 */

import { readOptions } from "../../core/checks/index.js";
import type { Scenario } from "../../preferences/scenarios/index.js";
import { axisScale, HEADING_HEIGHT, legend, type PictureHeading, picture } from "../drawing/index.js";
import { AGREEMENT_ENTRY, headingOf, partyEntries, timelineDescription } from "../plane/index.js";
import { type NegotiationScene, ownScene, type ShownTraceRow, sceneOf } from "../scene/index.js";
import { timelinePlot } from "./timeline-plot.js";

/** What a timeline is drawn from. */
export interface TimelineOptions {
  readonly scenario: Scenario;
  /** The turns of a negotiation over it. */
  readonly trace: readonly ShownTraceRow[] | null;
  /**
   * The name of the party that it is for: then only its own plot is drawn, and nothing of the preferences of
   * others is read.
   *
   * @default undefined: for researchers, with a plot for each party
   */
  readonly viewer?: string | undefined;
}

/**
 * An SVG document of what each offer is worth over relative time, one plot a party, with reservation and agreement.
 *
 * Within a plot the party's own offers and those of the others differ in colour and marker as in `utilityPlaneSvg`,
 * and all that holds of that document holds of this one.
 *
 * @throws {NegotiationError} `issue_invalid` or `preferences_invalid` for the scenario
 * @throws {TypeError} for an unknown option, or a viewer that is no party
 * @see docs/requirements/bargaining.md, BA-39 to BA-41
 * @example
 * const scenario = generateScenario(7, [5, 5, 5], 2);
 * const strategies = [boulware(), conceder()];
 * const { trace } = runNegotiation({ scenario, strategies, turnLimit: 200, trace: true });
 * const svg = timelineSvg({ scenario, trace, viewer: scenario.parties[0]?.name });
 */
export function timelineSvg(options: TimelineOptions): string {
  const read = readOptions("the options of timelineSvg", options, ["scenario", "trace", "viewer"]);
  const { scenario, trace, viewer } = read;
  return timelinePicture(
    viewer === undefined ? sceneOf({ scenario, trace }) : ownScene(scenario, trace, viewer),
  );
}

/** The picture of a scene that was made before: a plot for each party whose utilities the reader may see. */
export function timelinePicture(scene: NegotiationScene, heading: PictureHeading = headingOf(scene)): string {
  const times = scene.offers.map(({ relativeTime }) => relativeTime);
  const across = { from: LEFT + INSET, to: LEFT + PLOT_WIDTH - INSET };
  const right = axisScale([0, ...times, scene.agreement?.relativeTime ?? 0], across, 10);
  const shown = scene.parties.flatMap(({ range }, party) => (range === null ? [] : [party]));
  const plots = shown.map((party, index) => {
    const top = HEADING_HEIGHT + 22 + index * ROW_HEIGHT;
    const area = { left: LEFT, top, width: PLOT_WIDTH, height: PLOT_HEIGHT };
    return timelinePlot(scene, { party, area, right, isLast: index === shown.length - 1 });
  });
  const below = HEADING_HEIGHT + 22 + shown.length * ROW_HEIGHT + 2;
  const entries = [
    ...scene.parties.flatMap((_, party) => partyEntries(scene, party)),
    ...(scene.agreement === null ? [] : [AGREEMENT_ENTRY]),
  ];
  const signs = legend(entries, { x: 20, y: below, width: WIDTH - 40 });
  return picture(
    {
      width: WIDTH,
      height: below + signs.height + 12,
      ...heading,
      description: timelineDescription(scene),
    },
    [...plots, signs.markup],
  );
}

/** Pixels, as in `utilityPlaneSvg`. */
const LEFT = 72;

const WIDTH = 830;

const PLOT_WIDTH = 738;

const PLOT_HEIGHT = 210;

/** A plot with its name above and the ticks below. */
const ROW_HEIGHT = PLOT_HEIGHT + 58;

const INSET = 14;
