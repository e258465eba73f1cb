/**
 * @module
 * Columns of text: the first to the left, numbers to the right.
 */

import { columnsOf } from "../../report/drawing/index.js";

/** A cell: text, aligned as its column. */
export type Row = readonly string[];

/**
 * The rows with columns of equal width, two blanks between them, and no blanks at the end of a line.
 *
 * @param toTheLeft - how many columns are text; those after them stand to the right
 */
export function textTable(rows: readonly Row[], toTheLeft = 1): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, columnsOf(cell));
    });
  }
  return rows
    .map((row) =>
      row
        .map((cell, index) => {
          const blanks = " ".repeat((widths[index] ?? 0) - columnsOf(cell));
          return index < toTheLeft ? cell + blanks : blanks + cell;
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
