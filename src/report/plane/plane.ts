/**
 * @module
 * One utility plane with all that a scene has to show, from the quiet to the loud: grid, outcomes, reservations,
 * frontier, offers, solution points, agreement, numbers.
 */

import {
  coordinate,
  dots,
  element,
  frame,
  type Markup,
  NOTHING,
  partyStyle,
  QUIET,
  RESERVATION_LINE,
} from "../drawing/index.js";
import type { Scene, ShownParty } from "../scene/index.js";
import { frontierLine } from "./frontier-line.js";
import { offerBadges, offerPaths } from "./offer-paths.js";
import { axisName, type PlaneView } from "./plane-axes.js";
import { planeLabels } from "./plane-labels.js";

/** Draws the plane of two parties. */
export function plane(scene: Scene, view: PlaneView): Markup {
  const { area, right, up } = view;
  const [first, second] = view.pair.map((party) => scene.parties[party] as ShownParty) as [
    ShownParty,
    ShownParty,
  ];
  return element("g", { class: "plane" }, [
    frame({ area, right, up, rightName: axisName(first), upName: axisName(second) }),
    outcomeDots(scene, view),
    ...reservationLines(scene, view),
    frontierLine(scene, view),
    ...offerPaths(scene, view),
    ...planeLabels(scene, view),
    element("g", { class: "badges" }, offerBadges(scene, view)),
  ]);
}

function outcomeDots(scene: Scene, { pair, right, up }: PlaneView): Markup {
  const [first, second] = pair;
  const places = Array.from({ length: scene.shownCount }, (_, index) => ({
    x: right.place(scene.utility(first, index)),
    y: up.place(scene.utility(second, index)),
  }));
  // Many outcomes need small dots to stay apart, few need large ones to be seen.
  const size = scene.shownCount > 1500 ? 2 : scene.shownCount > 300 ? 2.6 : 3.6;
  return dots(places, { class: "outcomes", stroke: QUIET, "stroke-width": size });
}

function reservationLines({ parties }: Scene, { pair, area, right, up }: PlaneView): readonly Markup[] {
  return pair.map((party, axis) => {
    const { reservation } = parties[party] as ShownParty;
    const scale = axis === 0 ? right : up;
    if (reservation === null || reservation < scale.low || reservation > scale.high) return NOTHING;
    const at = coordinate(scale.place(reservation));
    const across = `M${area.left} ${at}H${area.left + area.width}`;
    const d = axis === 0 ? `M${at} ${area.top}V${area.top + area.height}` : across;
    return element("path", { ...RESERVATION_LINE, d, stroke: partyStyle(party).colour });
  });
}
