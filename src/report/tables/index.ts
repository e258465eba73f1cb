/**
 * @module
 * The tables of pages.
 */

export { table } from "./html-table.js";
export { matrixTable } from "./matrix-table.js";
export { scoreTable } from "./score-table.js";
export { solutionNote, solutionTable } from "./solution-table.js";
export { turnNote, turnTable } from "./turn-table.js";
