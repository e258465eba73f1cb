/**
 * @module
 * Whose keys a host looks up next, so that nobody's servers, however slow or many, keep others' documents waiting.
 */

export { type Lane, type LookUpTurns, lookUpTurns } from "./look-up-turns.js";
