/**
 * @module
 * Tables for HTML pages: names to the left, numbers to the right, a dash for what is undefined.
 */

import { exactText, htmlElement, type Markup, numberText, text } from "../drawing/index.js";

/** What stands in a cell: words, a number, or `null` for a number that is undefined. */
export type Cell = string | number | null | ShadedCell | ExactCell;

/** A number that stands as it is, however long: an amount of terms is never rounded. */
interface ExactCell {
  readonly exact: number;
}

/** A column: its name, or the name of a measure. All measures of a table are written with equally many decimals. */
export type Column = string | { readonly measure: string };

/** A number on a ground that is the darker the more it is. */
interface ShadedCell {
  readonly value: number | null;
  /** 0 to 1. */
  readonly shade: number;
}

/** A table. */
interface TableOptions {
  /** Above each column; the first names the rows. */
  readonly columns: readonly Column[];
  /** As many cells as columns. */
  readonly rows: readonly (readonly Cell[])[];
  /** Names of columns are written upward, so that many of them find room side by side. */
  readonly isUpright?: boolean;
}

/** The table; words go on in the next line where the page is narrow, and decimal points stand below each other. */
export function table({ columns, rows, isUpright = false }: TableOptions): Markup {
  const [sample = []] = rows;
  const decimals = decimalsOfColumns(columns, rows);
  const heads = columns.map((column, index) => {
    const name = text(typeof column === "string" ? column : column.measure);
    const inside = isUpright && index > 0 ? htmlElement("span", { class: "upright" }, [name]) : name;
    return htmlElement(
      "th",
      { scope: "col", class: typeof (sample[index] ?? "") === "string" ? undefined : "number" },
      [inside],
    );
  });
  const lines = rows.map((cells) =>
    htmlElement(
      "tr",
      {},
      cells.map((cell, index) => written(cell, index === 0, decimals[index] ?? 0)),
    ),
  );
  const parts = [htmlElement("thead", {}, [htmlElement("tr", {}, heads)]), htmlElement("tbody", {}, lines)];
  return htmlElement("div", { class: "wide" }, [
    htmlElement("table", { class: isUpright ? "many" : undefined }, parts),
  ]);
}

function written(cell: Cell, isName: boolean, decimals: number): Markup {
  const content = [text(padded(cellText(cell), decimals))];
  if (isName) return htmlElement("th", { scope: "row", class: classOf(cell) }, content);
  // The colour of the first party, never so strong that the number on it is hard to read.
  const style = isShaded(cell)
    ? `background:rgba(15,120,186,${numberText(cell.shade * 0.45, 2)})`
    : undefined;
  return htmlElement("td", { class: classOf(cell), style }, content);
}

function decimalsOfColumns(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): readonly number[] {
  const decimals = new Array<number>(columns.length).fill(0);
  for (const cells of rows) {
    for (const [index, cell] of cells.entries())
      decimals[index] = Math.max(decimals[index] ?? 0, decimalsOf(cell));
  }
  const isMeasure = columns.map((column) => typeof column !== "string");
  const ofMeasures = Math.max(0, ...decimals.filter((_, index) => isMeasure[index]));
  return decimals.map((own, index) => (isMeasure[index] ? ofMeasures : own));
}

const DECIMAL = /^-?[\d,]+(?:\.(\d+))?$/;

function decimalsOf(cell: Cell | undefined): number {
  if (cell === undefined || typeof cell === "string") return 0;
  return DECIMAL.exec(cellText(cell))?.[1]?.length ?? 0;
}

/** The number with as many decimals as the longest of its column; anything else as it is. */
function padded(words: string, decimals: number): string {
  const match = decimals > 0 ? DECIMAL.exec(words) : null;
  if (match === null) return words;
  const own = match[1]?.length ?? 0;
  return `${words}${own === 0 ? "." : ""}${"0".repeat(decimals - own)}`;
}

function isShaded(cell: Cell): cell is ShadedCell {
  return typeof cell === "object" && cell !== null && "shade" in cell && cell.value !== null;
}

function classOf(cell: Cell): string | undefined {
  if (typeof cell !== "string") return "number";
  return cell !== "" && cell.length <= LONGEST_NAME ? "name" : undefined;
}

/** Chosen: words this long stay on one line, so that rows are low; 14 strategies find room at 1,100 pixels. */
const LONGEST_NAME = 19;

function cellText(cell: Cell): string {
  if (typeof cell === "string") return cell;
  if (cell === null || typeof cell === "number") return numberText(cell);
  return "exact" in cell ? exactText(cell.exact) : numberText(cell.value);
}
