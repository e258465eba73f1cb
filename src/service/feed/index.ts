/**
 * @module
 * What other processes commit on the same store: heard here, told here, and trimmed when it is old.
 */

export { EventFeed, type EventFeedOptions, eventFeed, type RoomHearer } from "./event-feed.js";
export { OutboxTrimmer } from "./outbox-trimmer.js";
export { RemoteCommits } from "./remote-commits.js";
