/**
 * @module
 * The axes of a utility plane, and the place of a point between them: the first party's utility to the right, the
 * second's upward.
 */

import { type Area, type AxisScale, axisScale, DASH, numberText, type Place } from "../drawing/index.js";
import type { NegotiationScene, Scene, ShownParty } from "../scene/index.js";

/** A plane in a picture: which two parties, and where between the axes. */
export interface PlaneView {
  readonly pair: readonly [number, number];
  readonly area: Area;
  readonly right: AxisScale;
  readonly up: AxisScale;
}

/** Lays the utilities of two parties along the sides of an area. */
export function planeView(scene: Scene, pair: readonly [number, number], area: Area): PlaneView {
  const [first, second] = pair;
  const across = { from: area.left + INSET, to: area.left + area.width - INSET };
  const upward = { from: area.top + area.height - INSET, to: area.top + INSET };
  return {
    pair,
    area,
    right: axisScale(valuesToShow(scene, first), across),
    up: axisScale(valuesToShow(scene, second), upward),
  };
}

/** The place of a point; `undefined` where one of the utilities is. */
export function placeOf(
  utilities: readonly (number | null)[],
  { pair, right, up }: Pick<PlaneView, "pair" | "right" | "up">,
): Place | undefined {
  const [across, upward] = [utilities[pair[0]], utilities[pair[1]]];
  if (typeof across !== "number" || typeof upward !== "number") return undefined;
  return { x: right.place(across), y: up.place(upward) };
}

/** All utilities of a party that its axis has to reach: its range, the offers, and the reservation if it is near. */
export function valuesToShow({ parties, offers }: NegotiationScene, party: number): readonly number[] {
  const { range, reservation } = parties[party] as ShownParty;
  const values = [...(range ?? [])];
  for (const { utilities } of offers) {
    const utility = utilities[party];
    if (typeof utility === "number") values.push(utility);
  }
  if (reservation !== null && isNear(reservation, range)) values.push(reservation);
  return values;
}

/** What an axis is called: the party, its range, its reservation. */
export function axisName({ name, range, reservation }: ShownParty): string {
  return `Utility of ${name}, ${rangeText(range)}, reservation ${numberText(reservation)}`;
}

/** A range in words. */
export function rangeText(range: readonly [number, number] | null): string {
  return range === null ? DASH : `${numberText(range[0])} to ${numberText(range[1])}`;
}

/** Pixels between the frame and the outermost tick, so that markers at the ends stand free of the axes. */
const INSET = 14;

/** A reservation far outside would press all outcomes into a corner; then the axis only tells its number. */
function isNear(reservation: number, range: ShownParty["range"]): boolean {
  if (range === null) return true;
  const [minimum, maximum] = range;
  const margin = (maximum - minimum) / 2;
  return reservation >= minimum - margin && reservation <= maximum + margin;
}
