/**
 * @module
 * The formats that stored data has had: one pure step leads from each to the next (ST-40). Who takes them
 * is `upcast` in `replay.ts`.
 */

import type { Json } from "./json/index.js";

/** From one format to the next. Each part is pure, never sees `null`, and gives what it need not change as it is. */
export interface SchemaStep {
  /** A record without its turns; it sets `schema`. */
  readonly state: (state: Json) => Json;
  /** A turn. It may already be of the next format: turns that a store lists bear no number. */
  readonly turn: (turn: Json) => Json;
  /** What an entry holds beside its turn; of the first one that is a state, and `state` takes it. */
  readonly details: (details: Json) => Json;
}

/** The steps, oldest first; the last leads to today's format. None yet: the first format is today's. */
export const SCHEMA_STEPS: readonly SchemaStep[] = Object.freeze([]);
