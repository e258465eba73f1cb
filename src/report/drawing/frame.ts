/**
 * @module
 * The frame of a plot: grid, axes with ticks at round numbers, and what the axes are called.
 */

import type { AxisScale } from "./axis-scale.js";
import { element, type Markup, text } from "./markup.js";
import { coordinate, numberText } from "./number-text.js";
import { GRID_OPACITY, INK } from "./palette.js";

/** A rectangle in a picture, in pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What a frame is drawn from. */
export interface FrameOptions {
  readonly area: Area;
  readonly right: AxisScale;
  readonly up: AxisScale;
  readonly rightName: string;
  readonly upName: string;
}

/** Grid, axes, ticks and the names of both axes. */
export function frame({ area, right, up, rightName, upName }: FrameOptions): Markup {
  const bottom = area.top + area.height;
  const ticks: Markup[] = [];
  let grid = "";
  for (const tick of right.ticks) {
    const x = coordinate(right.place(tick));
    grid += `M${x} ${area.top}V${bottom}`;
    ticks.push(element("text", { x, y: bottom + 17, "text-anchor": "middle" }, [text(numberText(tick))]));
  }
  for (const tick of up.ticks) {
    const y = coordinate(up.place(tick));
    grid += `M${area.left} ${y}H${area.left + area.width}`;
    ticks.push(
      element("text", { x: area.left - 8, y: coordinate(y + 4), "text-anchor": "end" }, [
        text(numberText(tick)),
      ]),
    );
  }
  const axes = `M${area.left} ${area.top}V${bottom}H${area.left + area.width}`;
  return element("g", { class: "frame" }, [
    element("path", { d: grid, fill: "none", stroke: INK, "stroke-opacity": GRID_OPACITY }),
    element("path", { class: "ink-line", d: axes, fill: "none", stroke: INK }),
    element("g", { class: "ink", fill: INK, "font-size": 11 }, ticks),
    element("g", { class: "ink", fill: INK, "font-size": 12.5, "text-anchor": "middle" }, [
      rightName === "" ? element("g", {}) : element("text", middleBelow(area), [text(rightName)]),
      element("text", middleBeside(area), [text(upName)]),
    ]),
  ]);
}

function middleBelow({ left, top, width, height }: Area): Record<string, number> {
  return { x: coordinate(left + width / 2), y: top + height + 37 };
}

function middleBeside({ left, top, height }: Area): Record<string, number | string> {
  const [x, y] = [left - 44, coordinate(top + height / 2)];
  return { x, y, transform: `rotate(-90 ${x} ${y})` };
}
