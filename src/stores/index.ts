/**
 * @module
 * What every store needs: the checks of its calls, isolation, cursors, and following an outbox.
 */

export {
  BEFORE_ALL,
  CheckedStore,
  COUNT_LIMIT,
  checkPosition,
  type Query,
  type Range,
  type StoreDriver,
} from "./checked-store.js";
export { frozenJson } from "./isolated-json.js";
export { type FedRecord, type FeedSource, followed, type WatchOptions } from "./outbox-feed.js";
export { cursorOf, type Place, placeOf } from "./page-cursor.js";
