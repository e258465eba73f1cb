/**
 * @module
 * How numbers are spread, one histogram a name, all on the same scale: a mean alone hides who wins seldom and much.
 */

import type { Markup, PictureHeading } from "../drawing/index.js";
import {
  axisScale,
  coordinate,
  countText,
  DASH,
  element,
  FINDING,
  fixedText,
  GRID_OPACITY,
  HEADING_HEIGHT,
  INK,
  marker,
  NOTHING,
  numberText,
  picture,
  QUIET,
  text,
} from "../drawing/index.js";

/** The numbers of one name. */
export interface Distribution {
  /** Fit to be shown. */
  readonly name: string;
  /** `null` for what is undefined: counted beside a dash, and not drawn. */
  readonly values: readonly (number | null)[];
  readonly mean: number | null;
  readonly median: number | null;
}

/** An SVG document of histograms, each as high as its fullest class, with mean and median. */
export function distributionsSvg(heading: PictureHeading, distributions: readonly Distribution[]): string {
  const known = distributions.map(({ values }) => values.filter((value) => value !== null));
  const right = axisScale([0, 1, ...known.flat()], { from: LEFT, to: LEFT + PLOT_WIDTH }, 10);
  const bottom = HEADING_HEIGHT + distributions.length * ROW_HEIGHT + 8;
  const rows = distributions.map((one, index) =>
    row(one, known[index] ?? [], HEADING_HEIGHT + (index + 1) * ROW_HEIGHT, right.place, [
      right.low,
      right.high,
    ]),
  );
  const ticks = right.ticks.map((tick) => {
    const at = { x: coordinate(right.place(tick)), y: bottom + 16, "text-anchor": "middle" };
    return element("text", at, [text(numberText(tick))]);
  });
  const grid = right.ticks
    .map((tick) => `M${coordinate(right.place(tick))} ${HEADING_HEIGHT}V${bottom}`)
    .join("");
  const description = distributions.map(
    ({ name, values, mean, median }) =>
      `${name}: ${countText(values.length)} values, mean ${numberText(mean)}, median ${numberText(median)}.`,
  );
  return picture(
    { ...heading, width: WIDTH, height: bottom + 30, description: description.join(" ") || heading.title },
    [
      element("path", { d: grid, fill: "none", stroke: INK, "stroke-opacity": GRID_OPACITY }),
      ...rows,
      element("g", { class: "ink", fill: INK, "font-size": 11 }, ticks),
    ],
  );
}

/** Pixels. */
const LEFT = 200;
const PLOT_WIDTH = 430;
const WIDTH = 830;
const ROW_HEIGHT = 46;
const BAR_HEIGHT = 34;

/** Chosen: fine enough to show two humps, coarse enough for a few dozen negotiations. */
const CLASSES = 25;

function row(
  { name, values, mean, median }: Distribution,
  known: readonly number[],
  baseline: number,
  place: (value: number) => number,
  [low, high]: readonly [number, number],
): Markup {
  const counts = new Array<number>(CLASSES).fill(0);
  for (const value of known) {
    const index = Math.min(CLASSES - 1, Math.floor(((value - low) / (high - low)) * CLASSES));
    counts[index] = (counts[index] as number) + 1;
  }
  const most = Math.max(1, ...counts);
  const step = PLOT_WIDTH / CLASSES;
  let d = "";
  counts.forEach((count, index) => {
    const height = coordinate((count / most) * BAR_HEIGHT);
    const width = coordinate(step - 1);
    if (count > 0)
      d += `M${coordinate(LEFT + index * step + 0.5)} ${baseline}v${-height}h${width}v${height}z`;
  });
  const undefinedCount = values.length - known.length;
  const missing = undefinedCount === 0 ? "" : `, ${DASH} ${countText(undefinedCount)}`;
  const words = `mean ${fixedText(mean, 3)}, median ${fixedText(median, 3)}${missing}`;
  const middle = coordinate(baseline - 10);
  return element("g", { class: "distribution" }, [
    element("path", {
      d: `M${LEFT} ${baseline}h${PLOT_WIDTH}`,
      fill: "none",
      stroke: INK,
      "stroke-opacity": 0.5,
    }),
    d === "" ? NOTHING : element("path", { d, fill: QUIET }),
    median === null ? NOTHING : medianLine(place(median), baseline),
    mean === null ? NOTHING : marker("diamond", { x: place(mean), y: baseline }, 5, { fill: FINDING }),
    element("g", { class: "ink", fill: INK, "font-size": 12 }, [
      element("text", { x: LEFT - 14, y: middle, "text-anchor": "end", "font-weight": 600 }, [text(name)]),
      element("text", { x: LEFT + PLOT_WIDTH + 14, y: middle, "font-size": 11 }, [text(words)]),
    ]),
  ]);
}

function medianLine(x: number, baseline: number): Markup {
  const d = `M${coordinate(x)} ${baseline}v${-BAR_HEIGHT}`;
  return element("path", { d, fill: "none", stroke: FINDING, "stroke-width": 1.8 });
}
