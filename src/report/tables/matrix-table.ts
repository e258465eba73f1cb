/**
 * @module
 * A number for each pair of names, as a table whose cells are the darker the greater the number.
 */

import { type Markup, rangeOf, shownText } from "../drawing/index.js";
import { type Cell, table } from "./html-table.js";

/** What the table is made of. */
export interface MatrixOptions {
  /** What the names at the left are, and those above: "Strategy, against". */
  readonly corner: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** `null` where there is no number. */
  readonly value: (row: string, column: string) => number | null;
}

/** The table, shaded from the least of its numbers to the greatest. */
export function matrixTable({ corner, rows, columns, value }: MatrixOptions): Markup {
  const values = rows.map((row) => columns.map((column) => value(row, column)));
  const [least, most] = rangeOf(values.flat().filter((one) => one !== null));
  const lines = values.map((line, index): readonly Cell[] => [
    shownText(rows[index] ?? "", LONGEST),
    ...line.map((one) => ({ value: one, shade: one === null ? 0 : (one - least) / (most - least) })),
  ]);
  const measures = columns.map((name) => ({ measure: shownText(name, LONGEST) }));
  return table({ columns: [corner, ...measures], rows: lines, isUpright: columns.length > MOST_ACROSS });
}

/** Chosen: characters of a name, so that ten columns fit on a page. */
const LONGEST = 28;

/** Chosen: names of more columns would not find room side by side on a page of 1,100 pixels. */
const MOST_ACROSS = 8;
