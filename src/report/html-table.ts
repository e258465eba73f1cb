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

/** The table, which scrolls sideways where the page is narrower. */
export function table({ columns, rows }: TableOptions): Markup {
  const [sample = []] = rows;
  const heads = columns.map((name, index) =>
    htmlElement("th", { scope: "col", class: classOf(sample[index] ?? "") }, [text(name)]),
  );
  const lines = rows.map((cells) =>
    htmlElement(
      "tr",
      {},
      cells.map((cell, index) => (index === 0 ? rowName(cell) : td(cell))),
    ),
  );
  const parts = [htmlElement("thead", {}, [htmlElement("tr", {}, heads)]), htmlElement("tbody", {}, lines)];
  return htmlElement("div", { class: "wide" }, [htmlElement("table", {}, parts)]);
}

function rowName(cell: Cell): Markup {
  return htmlElement("th", { scope: "row", class: classOf(cell) }, [text(cellText(cell))]);
}

function td(cell: Cell): Markup {
  // The colour of the first party, never so strong that the number on it is hard to read.
  const style = isShaded(cell)
    ? `background:rgba(15,120,186,${numberText(cell.shade * 0.45, 2)})`
    : undefined;
  return htmlElement("td", { class: classOf(cell), style }, [text(cellText(cell))]);
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
