/**
 * @module
 * The number of today's format of stored data, by itself: who asks a store for what this version can read
 * (ST-41) does not carry the engine for it.
 */

/** The newest format of records and entries that this version reads and the one that it writes. */
export const SCHEMA = 1;
