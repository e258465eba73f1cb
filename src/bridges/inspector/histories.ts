/**
 * @module
 * Histories of negotiations as they are looked at: every version by replay of the entries, each replayed once and
 * extended as it grows; and one as a file. What a party may see of them is `moments.ts`.
 */

import { applyEntry } from "../../core/index.js";
import {
  type Negotiation,
  type NegotiationState,
  recordOf,
  stateOf,
  type Turn,
  unsealedTurn,
} from "../../core/record/index.js";
import type { InspectedStore } from "./inspector-options.js";

/** All versions of a negotiation, as far as they can be read. */
export interface History {
  readonly versions: readonly Version[];
  readonly turns: readonly Turn[];
  /** Why a later version cannot be read. */
  readonly fault: string | null;
}

/** What one commit made of a negotiation. */
export interface Version {
  readonly state: NegotiationState;
  /** What its entry says it is. */
  readonly kind: string;
  readonly turnCount: number;
}

/** The record of a version that there is. */
export function recordAt({ versions, turns }: History, version: number): Negotiation {
  const { state, turnCount } = versions[version] as Version;
  return recordOf(state, turns.slice(0, turnCount));
}

/**
 * A whole negotiation as the text of a file, for `concordat inspect FILE.json`; `undefined` for an unknown id.
 *
 * It has all that the host may see, private assessments too, but for what is sealed.
 *
 * @example
 * const text = await savedNegotiation(room.ports.store, id);
 * if (text !== undefined) console.log(text);
 */
export async function savedNegotiation(store: InspectedStore, id: string): Promise<string | undefined> {
  const entries = await store.entries(id);
  if (entries.length === 0) return undefined;
  // What is stored and told nobody does not leave in a file either.
  const told = entries.map((entry) => {
    return entry.turn === null ? entry : { ...entry, turn: unsealedTurn(entry.turn as never) as never };
  });
  return `${JSON.stringify({ concordat: "negotiation", format: 1, id, entries: told })}\n`;
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
    const history = before ?? { versions: [], turns: [], fault: null, last: null };
    if (history.fault !== null) return history;
    for (;;) {
      const known = history.versions.length;
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
        const state = stateOf(history.last) as unknown as NegotiationState;
        history.versions.push({ state, kind: entry.kind, turnCount: turns.length });
      }
      if (entries.length < PAGE || history.fault !== null) break;
    }
    return history.versions.length === 0 && history.fault === null ? undefined : history;
  }
}

interface Growing extends History {
  readonly versions: Version[];
  readonly turns: Turn[];
  fault: string | null;
  last: Negotiation | null;
}

/** Chosen: more than a few people look at. */
const MOST_KEPT = 16;

/** Entries of one question. */
const PAGE = 1_000;
