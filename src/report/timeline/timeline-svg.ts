/**
 * @module
 * The offers of a negotiation over time as an SVG document: for each party a plot of what every offer, its own
 * and the others', is worth to it.
 */

import { readOptions } from "../../core/checks/index.js";
import type { Scenario } from "../../preferences/scenarios/index.js";
import {
  type Area,
  type AxisScale,
  axisScale,
  coordinate,
  DASH,
  element,
  frame,
  HEADING_HEIGHT,
  INK,
  legend,
  type Markup,
  marker,
  NOTHING,
  numberText,
  OFFER_LINE,
  type PictureHeading,
  type Place,
  partyStyle,
  picture,
  polyline,
  RESERVATION_LINE,
  text,
} from "../drawing/index.js";
import {
  AGREEMENT_ENTRY,
  axisName,
  headingOf,
  partyEntries,
  timelineDescription,
  valuesToShow,
} from "../plane/index.js";
import {
  drawnOf,
  type NegotiationScene,
  ownScene,
  type ShownOffer,
  type ShownParty,
  type ShownTraceRow,
  sceneOf,
} from "../scene/index.js";

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

/** Which plot, and where. */
interface TimelinePlace {
  /** To whom the offers are worth what is drawn. */
  readonly party: number;
  readonly area: Area;
  /** Relative time. */
  readonly right: AxisScale;
  /** Whether it is the lowest, which has the name of the time axis. */
  readonly isLast: boolean;
}

/** Draws the plot of one party. */
export function timelinePlot(scene: NegotiationScene, { party, area, right, isLast }: TimelinePlace): Markup {
  const shown = scene.parties[party] as ShownParty;
  const up = axisScale(valuesToShow(scene, party), {
    from: area.top + area.height - PLOT_INSET,
    to: area.top + PLOT_INSET,
  });
  const rightName = isLast ? "Relative time t" : "";
  const name = { x: area.left, y: area.top - 8, fill: INK, "font-size": 12.5, "font-weight": 600 };
  return element("g", { class: "timeline" }, [
    element("text", { class: "ink", ...name }, [text(axisName(shown))]),
    frame({ area, right, up, rightName, upName: "Utility" }),
    reservationLine(shown, party, area, up),
    ...scene.parties.map((_, by) => offersBy(scene, by, party, { right, up, area })),
    agreementSigns(scene, party, { right, up, area }),
  ]);
}

interface Scales {
  readonly right: AxisScale;
  readonly up: AxisScale;
  readonly area: Area;
}

const PLOT_INSET = 12;

function reservationLine({ reservation }: ShownParty, party: number, area: Area, up: AxisScale): Markup {
  if (reservation === null || reservation < up.low || reservation > up.high) return NOTHING;
  const d = `M${area.left} ${coordinate(up.place(reservation))}h${area.width}`;
  return element("path", { ...RESERVATION_LINE, d, stroke: partyStyle(party).colour });
}

function offersBy(scene: NegotiationScene, by: number, party: number, scales: Scales): Markup {
  const { colour, shape } = partyStyle(by);
  const offers = drawnOf(scene.offers.filter((offer) => offer.party === by));
  const known = offers.flatMap((offer) => placeAt(offer, party, scales) ?? []);
  const name = scene.parties[by]?.name ?? "";
  const markers = offers.map((offer) => {
    const place = placeAt(offer, party, scales);
    if (place === undefined) return dash(offer, scales, colour);
    const words = `${name}, turn ${offer.turnNumber}: ${numberText(offer.utilities[party])}`;
    return marker(shape, place, 3, {}, words);
  });
  return element("g", { class: "offers", fill: colour }, [
    polyline(known, { ...OFFER_LINE, stroke: colour }),
    ...markers,
  ]);
}

function placeAt(
  { relativeTime, utilities }: ShownOffer,
  party: number,
  { right, up }: Scales,
): Place | undefined {
  const utility = utilities[party];
  return typeof utility === "number" ? { x: right.place(relativeTime), y: up.place(utility) } : undefined;
}

/** An offer of unknown worth: a dash above the plot, where no utility is. */
function dash({ relativeTime }: ShownOffer, { right, area }: Scales, colour: string): Markup {
  const at = { x: coordinate(right.place(relativeTime)), y: area.top + 4, "text-anchor": "middle" };
  return element("text", { class: "undefined", ...at, fill: colour, "font-size": 12 }, [text(DASH)]);
}

function agreementSigns({ agreement }: NegotiationScene, party: number, scales: Scales): Markup {
  if (agreement === null) return NOTHING;
  const place = placeAt(agreement, party, scales);
  const x = coordinate(scales.right.place(agreement.relativeTime));
  const line = { d: `M${x} ${scales.area.top}v${scales.area.height}`, "stroke-dasharray": "2 3" };
  return element("g", { class: "agreement ink-line", fill: "none", stroke: INK, "stroke-width": 2 }, [
    element("path", { ...line, "stroke-width": 1 }),
    place === undefined ? NOTHING : marker("circle", place, 8, {}),
  ]);
}
