/**
 * @module
 * I7: at most one live negotiation holds an exclusive key. Whom a key excludes is said here again, from
 * `oneActive` of the pinned rules.
 */

import type { NegotiationRow } from "../../ports/index.js";
import type { Fault, Invariant, ObservedWrite } from "../observation/index.js";
import { foundIn, foundOf, isFinalStatus, stateIn, unlike } from "../observation/index.js";

/** I7, at every write, and over all rows in the end. */
export const exclusiveInvariant: Invariant = {
  id: "I7",
  watch: (truth) => {
    const scopes = new Scopes();
    const holders = new Map<string, string>();
    return {
      onWrite: (write) => {
        // Between its creation and its end a negotiation takes no key and gives none back.
        if (write.before !== null && !isFinalStatus(write.after.status)) {
          return foundIn(write, faultOfColumn(write));
        }
        const scope = scopeOf(write.after);
        const fault = faultOfColumn(write) ?? scopes.faultOf(write.after, scope);
        return foundIn(write, fault ?? faultOfHolder(write, scope, holders));
      },
      atEnd: () => {
        const live = new Map<string, string>();
        for (const row of truth.rows()) {
          const key = row.isFinal ? null : scopeOf(row);
          if (key === null) continue;
          const holder = live.get(key);
          if (holder !== undefined) return foundOf(row.id, twoHold(key, holder, row.id));
          live.set(key, row.id);
        }
        return undefined;
      },
    };
  },
};

/** Whom a negotiation excludes while it lives: everybody of its room, the other ones of its pair, or nobody. */
function scopeOf(row: NegotiationRow): string | null {
  const { oneActive } = stateIn(row).rules;
  switch (oneActive) {
    case "none":
      return null;
    case "room":
      return JSON.stringify({ room: row.roomId });
    case "pair": {
      const { initiatorId: one, responderId: other } = row;
      return JSON.stringify({ room: row.roomId, pair: one < other ? [one, other] : [other, one] });
    }
  }
}

/** The key is given at creation and stays. */
function faultOfColumn({ before, after }: ObservedWrite): Fault {
  if (before !== null) return unlike("the exclusive key", before.exclusiveKey, after.exclusiveKey);
  return unlike("whether there is an exclusive key", scopeOf(after) !== null, after.exclusiveKey !== null);
}

function faultOfHolder({ after }: ObservedWrite, key: string | null, holders: Map<string, string>): Fault {
  if (key === null) return undefined;
  const holder = holders.get(key);
  if (isFinalStatus(after.status)) {
    if (holder === after.id) holders.delete(key);
    return undefined;
  }
  holders.set(key, after.id);
  return holder === undefined || holder === after.id ? undefined : twoHold(key, holder, after.id);
}

function twoHold(key: string, one: string, other: string): string {
  return `expected one live negotiation to hold ${key}, got ${one} and ${other}`;
}

/** Columns and scopes stand for each other: a key that two scopes share would lock too much, or too little. */
class Scopes {
  readonly #scopeOfKey = new Map<string, string | null>();
  readonly #keyOfScope = new Map<string, string | null>();

  faultOf({ exclusiveKey: key }: NegotiationRow, scope: string | null): Fault {
    if (key === null || scope === null) return undefined;
    const fault =
      unlike(`the scope of ${key}`, this.#scopeOfKey.get(key) ?? scope, scope) ??
      unlike(`the key of ${scope}`, this.#keyOfScope.get(scope) ?? key, key);
    this.#scopeOfKey.set(key, scope);
    this.#keyOfScope.set(scope, key);
    return fault;
  }
}
