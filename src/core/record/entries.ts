/**
 * @module
 * The entries of a history: what one commit adds to it. `replay.ts` turns them back into the record;
 * stores keep them.
 */

import type { Json } from "../json/index.js";

/** What a commit adds to the history of a negotiation. */
export interface NewEntry {
  /** `created`, `turn`, `failed`, `parked`, `claimed`, `released`, `consulted`, `answered`, `cancelled`, `closed` or `woken`. */
  readonly kind: string;
  /** Unique within the negotiation: a party's has its seat before it, as in `responder:cmd-1`. */
  readonly commandId: string | null;
  readonly turnNumber: number | null;
  readonly turn: Json | null;
  /** What replay needs beyond the turn. */
  readonly details: Json | null;
}

/** A stored entry. Entries never change. */
export interface Entry extends NewEntry {
  readonly version: number;
  readonly schema: number;
  /** Epoch ms. */
  readonly at: number;
}
