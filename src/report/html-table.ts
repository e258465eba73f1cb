/**
 * @module
 * Tables for HTML pages: names to the left, numbers to the right, a dash for what is undefined.
 */

import { htmlElement, type Markup, text } from "./markup.js";
import { numberText } from "./number-text.js";

/** What stands in a cell: words, a number, or `null` for a number that is undefined. */
export type Cell = string | number | null | ShadedCell;

/** A number on a ground that is the darker the more it is. */
export interface ShadedCell {
  readonly value: number | null;
  /** 0 to 1. */
  readonly shade: number;
}

/** A table. */
export interface TableOptions {
  /** Above each column; the first names the rows. */
  readonly columns: readonly string[];
  /** As many cells as columns. */
  readonly rows: readonly (readonly Cell[])[];
}

/** The table, which scrolls sideways where the page is narrower; decimal points stand below each other. */
export function table({ columns, rows }: TableOptions): Markup {
  const [sample = []] = rows;
  const decimals = columns.map((_, index) => Math.max(0, ...rows.map((cells) => decimalsOf(cells[index]))));
  const heads = columns.map((name, index) =>
    htmlElement("th", { scope: "col", class: classOf(sample[index] ?? "") }, [text(name)]),
  );
  const lines = rows.map((cells) =>
    htmlElement(
      "tr",
      {},
      cells.map((cell, index) => written(cell, index === 0, decimals[index] ?? 0)),
    ),
  );
  const parts = [htmlElement("thead", {}, [htmlElement("tr", {}, heads)]), htmlElement("tbody", {}, lines)];
  return htmlElement("div", { class: "wide" }, [htmlElement("table", {}, parts)]);
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

const DECIMAL = /^-?\d+(?:\.(\d+))?$/;

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
  return typeof cell === "object" && cell !== null && cell.value !== null;
}

function classOf(cell: Cell): string | undefined {
  return typeof cell === "string" ? undefined : "number";
}

function cellText(cell: Cell): string {
  if (typeof cell === "string") return cell;
  return numberText(typeof cell === "object" && cell !== null ? cell.value : cell);
}
