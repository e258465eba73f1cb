/**
 * @module
 * A rectangle of characters to draw on; nothing outside it is ever touched.
 */

import type { Place } from "./marker.js";

/** Characters by row and column; `x` to the right, `y` downward, both rounded to the nearest cell. */
export class TextGrid {
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
