/**
 * @module
 * The tables of pages.
 */

export { table } from "./html-table.js";
export { matrixTable, scoreTable, solutionNote, solutionTable, turnNote, turnTable } from "./tables.js";
