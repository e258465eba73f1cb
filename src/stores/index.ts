/**
 * @module
 * What every store needs: the checks of its calls, isolation, cursors, and following an outbox.
 */

export {
  checkClaimDue,
  checkCommit,
  checkCreate,
  checkFilter,
  checkId,
  checkInstant,
  checkLimit,
  checkOpen,
  checkPosition,
  checkRange,
} from "./call-checks.js";
export { frozenJson } from "./isolated-json.js";
export { type FedRecord, type FeedSource, followed, type WatchOptions } from "./outbox-feed.js";
export { cursorOf, type Place, placeOf } from "./page-cursor.js";
