/**
 * @module
 * The utility plane as text for a terminal: a small picture of fixed width with a legend below it.
 */

import { integerIn, readOptions } from "../../core/checks/index.js";
import { amountText, axisScale, columnsOf, DASH, numberText, type Place } from "../drawing/index.js";
import {
  findingsOf,
  missingOf,
  type PlaneOptions,
  pairsOf,
  type Scene,
  type ShownParty,
  sceneOf,
} from "../scene/index.js";
import { endingWords } from "./description.js";
import { edgeOf } from "./plane.js";
import { type PlaneView, placeOf, rangeText, valuesToShow } from "./plane-axes.js";
import { outcomeWords } from "./plane-legend.js";

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

/** A sign with what it means and the utilities of where it stands. */
interface TextSign {
  readonly sign: string;
  readonly words: string;
  /** In the order of drawing; the reservations and the outcomes stand elsewhere. */
  readonly places: readonly (readonly (number | null)[])[];
}

/** From the quiet to the loud: frontier `o`, offers by the number of their party, solution points by a letter, `@`. */
function textSigns({ offers, parties, analysis, agreement }: Scene): readonly TextSign[] {
  const findings = analysis === undefined ? [] : findingsOf(analysis);
  const edge = analysis?.frontier ?? [];
  return [
    ...(edge.length === 0
      ? []
      : [{ sign: FRONTIER, words: "Pareto frontier", places: edge.map(({ utilities }) => utilities) }]),
    ...parties.flatMap(({ name }, party) => {
      const places = offers.filter((offer) => offer.party === party).map(({ utilities }) => utilities);
      const words = `${name}: ${amountText(places.length, "offer")}`;
      return places.length === 0 ? [] : [{ sign: partySign(party), words, places }];
    }),
    ...findings.map(({ letters, names, points }) => ({
      sign: letters[0] as string,
      words: names.join(" = "),
      places: points.map(({ utilities }) => utilities),
    })),
    ...(agreement === null ? [] : [{ sign: AGREEMENT, words: "agreement", places: [agreement.utilities] }]),
  ];
}

/** The frontier's sign; of three parties only the outcomes at the edge of a plane have it. */
const FRONTIER = "o";

/** What the legend has to know of a plot that was drawn. */
interface DrawnSigns {
  /** Whether any of it can be seen. */
  readonly isSeen: (sign: string) => boolean;
  /** The sign that stands where a point would; `undefined` where it has no place. */
  readonly signAt: (utilities: readonly (number | null)[]) => string | undefined;
}

/**
 * What the signs mean, in as many lines as it takes, none of more than so many columns.
 *
 * A sign that cannot be seen is not listed: what it would mean stands behind the signs that cover it.
 */
function textLegend(
  scene: Scene,
  pair: readonly [number, number],
  columns: number,
  { isSeen, signAt }: DrawnSigns,
): readonly string[] {
  const { parties, analysis } = scene;
  const reservations = pair.map((party) => numberText(parties[party]?.reservation ?? null));
  const lines = ["┊", "┈"].filter(isSeen).join(" ");
  const [seen, unseen]: [string[], string[]] = [[], []];
  for (const { sign, words, places } of textSigns(scene)) {
    const above = [...new Set(places.flatMap((utilities) => signAt(utilities) ?? []))];
    if (isSeen(sign)) seen.push(`${sign} ${words}`);
    else
      unseen.push(above.length === 0 ? `${DASH} no place: ${words}` : `below ${above.join(" ")}: ${words}`);
  }
  const entries = [
    isSeen(OUTCOME) ? `${OUTCOME} ${outcomeWords(scene)}` : `below all: ${outcomeWords(scene)}`,
    `${lines === "" ? DASH : lines} reservations ${reservations.join(" / ")}`,
    ...seen,
    ...unseen,
  ];
  if (analysis !== undefined) {
    for (const { names } of missingOf(analysis)) entries.push(`${DASH} undefined: ${names.join(", ")}`);
  }
  return wrapped(entries, columns);
}

/** An outcome's sign. */
const OUTCOME = "·";

const AGREEMENT = "@";

/** 1 to 9, then small letters: no solution point has one. */
function partySign(party: number): string {
  return (party + 1).toString(36).slice(-1);
}

/** Entries side by side; one that does not fit goes on in the next line, between words but never after its sign. */
function wrapped(entries: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  for (const entry of entries) {
    const [sign = "", ...words] = entry.split(" ");
    [`${sign} ${words.shift() ?? ""}`, ...words].forEach((word, index) => {
      const last = lines.at(-1);
      const longer = `${last}${index === 0 ? "   " : " "}${word}`;
      if (last !== undefined && columnsOf(longer) <= columns) lines[lines.length - 1] = longer;
      else lines.push(word);
    });
  }
  return lines;
}

/** Characters by row and column; `x` to the right, `y` downward, both rounded to the nearest cell. */
class TextGrid {
  readonly #cells: string[][];

  constructor(columnCount: number, rowCount: number) {
    this.#cells = Array.from({ length: rowCount }, () => new Array<string>(columnCount).fill(" "));
  }

  /** The rows from the top, each as wide as the grid. */
  get lines(): readonly string[] {
    return this.#cells.map((cells) => cells.join(""));
  }

  /** Writes a character; a place outside the grid is passed over. */
  put({ x, y }: Place, character: string): void {
    const cells = this.#cells[Math.round(y)];
    const column = Math.round(x);
    if (cells !== undefined && column >= 0 && column < cells.length) cells[column] = character;
  }

  /** What stands at a place; `undefined` outside the grid. */
  at({ x, y }: Place): string | undefined {
    return this.#cells[Math.round(y)]?.[Math.round(x)];
  }

  /** Fills a column from top to bottom. */
  column(x: number, character: string): void {
    for (let y = 0; y < this.#cells.length; y += 1) this.put({ x, y }, character);
  }

  /** Fills a row from left to right. */
  row(y: number, character: string): void {
    this.#cells[Math.round(y)]?.fill(character);
  }
}
