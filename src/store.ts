/**
 * @module
 * What a store or a timer of one's own is written with, and what rooms that share a store have in common. The
 * stores themselves are in `./sqlite`, `./postgres` and, in memory, in `.`.
 *
 * @example
 * const timer: DeadlineTimer = new WakeUpTimer({ store });
 * const hearOthers = eventFeed(store);
 * const room = new NegotiationService("market-7", { store, timer, hearOthers });
 */

export type {
  Commit,
  CommitResult,
  CountQuery,
  CreateResult,
  DeadlineTimer,
  Delivery,
  DueClaim,
  EntriesPlace,
  Feed,
  FeedHandler,
  FeedOptions,
  ListQuery,
  NegotiationRow,
  NegotiationStore,
  NewNegotiation,
  OutboxDraft,
  OutboxRecord,
  Page,
  ParkedTurn,
  WakeUp,
  WakeUpHandler,
} from "./ports/index.js";
export { type EventFeed, type EventFeedOptions, eventFeed, type RoomHearer } from "./service/feed/index.js";
export { systemClock, WakeUpTimer, type WakeUpTimerOptions } from "./service/timing/index.js";
