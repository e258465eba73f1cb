/**
 * @module
 * One plot of a timeline: what every offer is worth to one party, over relative time.
 */

import type { Area, AxisScale, Markup, Place } from "../drawing/index.js";
import {
  axisScale,
  coordinate,
  DASH,
  element,
  frame,
  INK,
  marker,
  NOTHING,
  numberText,
  OFFER_LINE,
  partyStyle,
  polyline,
  RESERVATION_LINE,
  text,
} from "../drawing/index.js";
import { axisName, valuesToShow } from "../plane/index.js";
import { drawnOf, type NegotiationScene, type ShownOffer, type ShownParty } from "../scene/index.js";

/** Which plot, and where. */
export interface TimelinePlace {
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
    from: area.top + area.height - INSET,
    to: area.top + INSET,
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

const INSET = 12;

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
