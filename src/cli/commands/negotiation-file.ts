/**
 * @module
 * A negotiation that the inspector's page has saved, as something to be inspected: one row, and its entries.
 */

import type { InspectedStore } from "../../bridges/inspector/index.js";
import { replay } from "../../core/index.js";
import { type Entry, stateOf } from "../../core/record/index.js";
import type { NegotiationRow } from "../../ports/index.js";
import { newRow } from "../../service/commands/index.js";
import { fileError } from "../text/index.js";

/**
 * What is in a file.
 *
 * @throws {CommandError} for a text that is none of ours, or whose entries make no record
 */
export function storeOfFile(path: string, text: string): InspectedStore {
  let row: NegotiationRow;
  let entries: readonly Entry[];
  try {
    const file = JSON.parse(text) as { readonly concordat?: unknown; readonly entries?: readonly Entry[] };
    if (file?.concordat !== "negotiation" || !Array.isArray(file.entries))
      throw new TypeError("Expected a file that the inspector has saved, got another.");
    entries = file.entries;
    const record = replay(entries);
    const { version, updatedAt, turns } = record;
    const state = stateOf(record);
    row = { ...newRow(record, entries[0] as Entry, []), version, updatedAt, turnCount: turns.length, state };
  } catch (error) {
    throw fileError(path, undefined, (error as Error).message, error);
  }
  return {
    list: ({ updatedSince = 0, after }) => {
      return { items: after === undefined && row.updatedAt >= updatedSince ? [row] : [], next: null };
    },
    load: (id) => (id === row.id ? row : null),
    entries: (id, { after = -1, limit = entries.length } = {}) =>
      id === row.id ? entries.slice(after + 1, after + 1 + limit) : [],
  };
}
