/**
 * @module
 * Histories of negotiations as they are looked at: every version by replay of the entries, each replayed once and
 * extended as it grows. What a party may see of them is `moments.ts`.
 */

import { applyEntry } from "../../core/index.js";
import {
  type Negotiation,
  type NegotiationState,
  recordOf,
  stateOf,
  type Turn,
} from "../../core/record/index.js";
import type { InspectedStore } from "./inspector-options.js";

/** All versions of a negotiation, as far as they can be read. */
export interface History {
  /** By version, without turns. */
  readonly states: readonly NegotiationState[];
  readonly turns: readonly Turn[];
  /** By version: what the entry says it is, and how many turns there are then. */
  readonly kinds: readonly string[];
  readonly turnCounts: readonly number[];
  /** Why a later version cannot be read. */
  readonly fault: string | null;
}

/** The record of a version. */
export function recordAt({ states, turns, turnCounts }: History, version: number): Negotiation {
  return recordOf(states[version] as NegotiationState, turns.slice(0, turnCounts[version]));
}

/** The histories that were asked for last. */
export class Histories {
  readonly #store: InspectedStore;
  readonly #kept = new Map<string, Promise<Growing | undefined>>();

  constructor(store: InspectedStore) {
    this.#store = store;
  }

  /** The history as it is now; `undefined` where there is no such negotiation. */
  async of(id: string): Promise<History | undefined> {
    // One after the other: two would apply the same entry.
    const grown = (this.#kept.get(id) ?? Promise.resolve(undefined)).then(
      (known) => this.#grown(id, known),
      () => this.#grown(id, undefined),
    );
    this.#kept.delete(id);
    this.#kept.set(id, grown);
    grown.then(
      (found) => found === undefined && this.#kept.get(id) === grown && this.#kept.delete(id),
      () => this.#kept.delete(id),
    );
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value as string);
    return grown;
  }

  async #grown(id: string, before: Growing | undefined): Promise<Growing | undefined> {
    const history = before ?? { states: [], turns: [], kinds: [], turnCounts: [], fault: null, last: null };
    if (history.fault !== null) return history;
    for (;;) {
      const known = history.states.length;
      const after = known === 0 ? undefined : known - 1;
      const entries = await this.#store.entries(id, { after, limit: PAGE });
      for (const entry of entries) {
        try {
          const { negotiation } = applyEntry(history.last, entry);
          if (history.last === null && negotiation.id !== id) throw new TypeError("Expected its own id.");
          history.last = negotiation;
        } catch (error) {
          history.fault = `The entry of version ${entry.version} cannot be read: ${(error as Error).message}`;
          break;
        }
        const { turns } = history.last;
        for (const turn of turns.slice(history.turns.length)) history.turns.push(turn);
        history.states.push(stateOf(history.last) as unknown as NegotiationState);
        history.kinds.push(entry.kind);
        history.turnCounts.push(turns.length);
      }
      if (entries.length < PAGE || history.fault !== null) break;
    }
    return history.states.length === 0 && history.fault === null ? undefined : history;
  }
}

interface Growing extends History {
  readonly states: NegotiationState[];
  readonly turns: Turn[];
  readonly kinds: string[];
  readonly turnCounts: number[];
  fault: string | null;
  last: Negotiation | null;
}

/** Chosen: more than a few people look at. */
const MOST_KEPT = 16;

/** Entries of one question. */
const PAGE = 1_000;
