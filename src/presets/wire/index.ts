/**
 * @module
 * What the wire shapes of several presets share: reading foreign input, and the proposal that a turn answers.
 */

export { proposingTurn } from "./proposing-turn.js";
export { kindOf, MOST_JSON_BYTES, membersOf, type Reading, readWith } from "./schema-reading.js";
