/**
 * @module
 * The utility plane as text for a terminal: a small picture of fixed width with a legend below it.
 */

import { integerIn, readOptions } from "../../core/checks/index.js";
import { axisScale, columnsOf, numberText, TextGrid } from "../drawing/index.js";
import { type PlaneOptions, pairsOf, type Scene, type ShownParty, sceneOf } from "../scene/index.js";
import { endingWords } from "./description.js";
import { edgeOf } from "./frontier-line.js";
import { type PlaneView, placeOf, rangeText, valuesToShow } from "./plane-axes.js";
import { type DrawnSigns, FRONTIER, OUTCOME, textLegend, textSigns } from "./text-legend.js";

/** What a text plot is made of. */
export interface PlaneTextOptions extends PlaneOptions {
  /**
   * The most characters of a line, 40 to 400.
   *
   * @default 80
   */
  readonly columns?: number | undefined;
  /**
   * The most lines of each plane, its legend included, 12 to 200.
   *
   * @default 24
   */
  readonly rows?: number | undefined;
}

/**
 * The utility plane as lines of text: outcomes, reservations, frontier, offers, solution points and agreement, with
 * the first party's utility to the right, the second's upward. Three parties make three planes, one below the other.
 *
 * @returns lines joined by newlines, without one at the end; no colours and no control characters
 * @throws {NegotiationError} `issue_invalid` or `preferences_invalid` for the scenario
 * @throws {TypeError} for an unknown option; `RangeError` for one out of range
 * @example
 * const scenario = generateScenario(7, [5, 5, 5], 2);
 * const strategies = [boulware(), conceder()];
 * const { trace } = runNegotiation({ scenario, strategies, turnLimit: 200, trace: true });
 * console.log(utilityPlaneText({ scenario, trace, analysis: analysisOf(scenario) }));
 */
export function utilityPlaneText(options: PlaneTextOptions): string {
  const keys = ["scenario", "trace", "analysis", "seed", "columns", "rows"] as const;
  const { columns = 80, rows = 24, ...shown } = readOptions("the options of utilityPlaneText", options, keys);
  integerIn("columns", columns, 40, 400);
  integerIn("rows", rows, 12, 200);
  const scene = sceneOf(shown);
  return pairsOf(scene.parties.length)
    .map((pair) => planeLines(scene, pair, { columns, rows }).join("\n"))
    .join("\n\n");
}

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Room for the numbers left of the axis. */
const MARGIN = 7;

/** Lines of the heading, of the axis with its numbers, and of its name. */
const AROUND = 4;

/** A plot of fewer lines shows nothing: rather the end of the legend is left out. */
const LEAST_HEIGHT = 5;

function planeLines(
  scene: Scene,
  pair: readonly [number, number],
  { columns, rows }: Size,
): readonly string[] {
  const most = rows - LEAST_HEIGHT - AROUND;
  const [first, second] = pair.map((party) => scene.parties[party]);
  const width = columns - MARGIN - 1;
  const allSeen = { isSeen: () => true, signAt: () => undefined };
  // What can be seen decides the legend, and the legend how much room there is to see: its room only ever grows.
  for (let room = Math.min(most, textLegend(scene, pair, columns, allSeen).length); ; room += 1) {
    const height = rows - room - AROUND;
    const { grid, view } = drawn(scene, pair, width, height);
    const legend = textLegend(scene, pair, columns, signsOf(grid, view)).slice(0, most);
    if (legend.length > room) continue;
    return [
      cut(endingWords(scene), columns),
      ...grid.lines.map((line, index) => `${upTick(view, index)} │${line}`.trimEnd()),
      `${" ".repeat(MARGIN - 1)}└${"─".repeat(width)}`,
      rightTicks(view, columns),
      cut(`${axisWords(first)} to the right, ${axisWords(second)} upward`, columns),
      ...legend,
    ];
  }
}

function drawn(
  scene: Scene,
  pair: readonly [number, number],
  width: number,
  height: number,
): { readonly grid: TextGrid; readonly view: TextView } {
  const across = { from: 1, to: width - 2 };
  const upward = { from: height - 1, to: 0 };
  const view = {
    pair,
    right: axisScale(valuesToShow(scene, pair[0]), across),
    up: axisScale(valuesToShow(scene, pair[1]), upward),
  };
  const grid = new TextGrid(width, height);
  fill(grid, scene, view);
  return { grid, view };
}

function signsOf(grid: TextGrid, view: TextView): DrawnSigns {
  const seen = new Set(grid.lines.flatMap((line) => [...line]));
  return {
    isSeen: (sign) => seen.has(sign),
    signAt: (utilities) => {
      const place = placeOf(utilities, view);
      return place && grid.at(place);
    },
  };
}

function axisWords(party: ShownParty | undefined): string {
  return `u of ${party?.name} (${rangeText(party?.range ?? null)})`;
}

type TextView = Pick<PlaneView, "pair" | "right" | "up">;

/** From the quiet to the loud: what comes later stands over what came before. */
function fill(grid: TextGrid, scene: Scene, view: TextView): void {
  view.pair.forEach((party, axis) => {
    const { reservation = null } = scene.parties[party] ?? {};
    const scale = axis === 0 ? view.right : view.up;
    if (reservation === null || reservation < scale.low || reservation > scale.high) return;
    if (axis === 0) grid.column(scale.place(reservation), "┊");
    else grid.row(scale.place(reservation), "┈");
  });
  for (let index = 0; index < scene.shownCount; index += 1) {
    const [x, y] = [scene.utility(view.pair[0], index), scene.utility(view.pair[1], index)];
    grid.put({ x: view.right.place(x), y: view.up.place(y) }, OUTCOME);
  }
  for (const { sign, places } of textSigns(scene)) {
    const cells = places.flatMap((utilities) => placeOf(utilities, view) ?? []);
    for (const cell of sign === FRONTIER ? edgeOf(cells) : cells) grid.put(cell, sign);
  }
}

/** The number of the tick in that line, as wide as the margin. */
function upTick({ up }: TextView, line: number): string {
  const tick = up.ticks.find((one) => Math.round(up.place(one)) === line);
  return (tick === undefined ? "" : numberText(tick, 3)).slice(0, MARGIN - 2).padStart(MARGIN - 2);
}

function rightTicks({ right }: TextView, columns: number): string {
  let line = "";
  for (const tick of right.ticks) {
    const words = numberText(tick, 3);
    const start = MARGIN + Math.round(right.place(tick)) - Math.floor(words.length / 2);
    if (start < line.length + (line === "" ? 0 : 1) || start + words.length > columns) continue;
    line = line.padEnd(start) + words;
  }
  return line;
}

function cut(line: string, columns: number): string {
  if (columnsOf(line) <= columns) return line;
  let kept = "";
  for (const character of line) {
    if (columnsOf(kept + character) > columns - 1) break;
    kept += character;
  }
  return `${kept}…`;
}
