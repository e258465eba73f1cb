/**
 * @module
 * A whole negotiation as a file, which `concordat inspect` opens again anywhere.
 */

import type { Entry } from "../../core/record/index.js";
import type { InspectedStore } from "./inspector-options.js";
import type { NegotiationFile } from "./page/index.js";

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
  const file: NegotiationFile = { concordat: "negotiation", format: 1, id, entries: entries.map(unsealed) };
  return `${JSON.stringify(file)}\n`;
}

/** What is stored and told nobody does not leave in a file either. */
function unsealed(entry: Entry): Entry {
  if (entry.turn === null || typeof entry.turn !== "object" || !("sealed" in entry.turn)) return entry;
  const { sealed: _, ...turn } = entry.turn as Readonly<Record<string, string>>;
  return { ...entry, turn };
}
