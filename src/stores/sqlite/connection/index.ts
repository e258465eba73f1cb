/**
 * @module
 * A connection to SQLite as the store asks for one, and what goes wrong with it, in words that say what to do.
 */

export {
  clearFailure,
  isBusy,
  isWithinTransaction,
  openingFailure,
  withinTransaction,
} from "./sqlite-failures.js";
export { openedWithNode, type SqliteHandle, type SqliteStatement } from "./sqlite-handle.js";
