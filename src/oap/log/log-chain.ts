/**
 * @module
 * What a host remembers of its log: the last link, the Merkle tree, and where the entries of each agreement stand. It
 * reads and writes nothing; that is `transparency-log.ts`'s.
 */

import type { JsonObject } from "../../core/json/index.js";
import type { LogEntry, LogKind } from "../../ports/index.js";
import { FORM_LIMITS } from "../agreement/index.js";
import { bytesOfText, canonicalForm, canonicalText } from "../canonical/index.js";
import { hashText } from "../encoding/index.js";
import { type MerkleTree, merkleTree, type Sha256 } from "../merkle/index.js";
import { entryBytes, GENESIS, isLogEntry } from "./log-entry.js";

/** An entry that can follow, with its canonical bytes. */
export interface NextEntry {
  readonly entry: LogEntry;
  readonly bytes: Uint8Array;
}

/** Where an entry stands, and what makes another one of its kind and agreement the same. */
export interface LogPlace {
  readonly seq: number;
  readonly kind: LogKind;
  readonly name: string;
}

/** A chain in memory. */
export interface LogChain {
  readonly tree: Omit<MerkleTree, "append">;
  /** The hash of the last entry. */
  head(): string;
  /** The entries of an agreement in their order, the first is itself; by the id of a negotiation, of how that ended. */
  places(id: unknown): readonly LogPlace[];
  /**
   * The entry that would follow, frozen; it is never earlier than the last one.
   *
   * @throws {TypeError} for a body that lacks what its kind needs, and an instant that is no integer
   */
  next(kind: LogKind, body: JsonObject, now: number): NextEntry;
  /** Adds what `next` gave. */
  add(next: NextEntry): void;
  /** Adds a stored entry; `false` when it does not follow. */
  take(entry: LogEntry): boolean;
}

/** An empty chain. */
export function logChain(sha256: Sha256): LogChain {
  const tree = merkleTree(sha256);
  const subjects = new Map<string, LogPlace[]>();
  /** What ended a negotiation first, an agreement or a penalty. */
  const ends = new Map<unknown, LogPlace[]>();
  let head = GENESIS;
  let at = 0;
  const add = ({ entry, bytes }: NextEntry): void => {
    tree.append(bytes);
    head = hashText(sha256, bytes);
    at = entry.at;
    const id = subjectOf(entry);
    const places = subjects.get(id) ?? [];
    subjects.set(id, places);
    places.push(placeOf(entry));
    const ended = entry.body["negotiation_id"];
    if (!ends.has(ended)) ends.set(ended, places);
  };
  return {
    tree,
    head: () => head,
    places: (id: unknown) => ends.get(id) ?? subjects.get(String(id)) ?? [],
    next(kind: LogKind, body: JsonObject, now: number): NextEntry {
      const made = { seq: tree.size(), prev: head, kind, at: Math.max(now, at), body };
      // A copy that is known to be one, so that a port over memory keeps it as it is.
      const { plain, text } = canonicalForm(made, FORM_LIMITS);
      const entry = plain.copy;
      if (isLogEntry(entry) && hasMembers(entry)) return { entry, bytes: bytesOfText(text) };
      throw new TypeError("Expected a kind of entry, and a body with the members of its kind, got others.");
    },
    add,
    take(entry: LogEntry): boolean {
      const isLink = isLogEntry(entry) && hasMembers(entry) && entry.prev === head;
      const isNext = isLink && entry.seq === tree.size() && entry.at >= at;
      if (isNext) add({ entry, bytes: entryBytes(entry) });
      return isNext;
    },
  };
}

/** Where an entry stands or would stand. */
export function placeOf({ seq, kind, body }: LogEntry): LogPlace {
  return { seq, kind, name: canonicalText(body[NAMING[kind]]) };
}

/** The id of the agreement that an entry is about; of a penalty, which has none, that of the negotiation. */
export function subjectOf({ kind, body }: Pick<LogEntry, "kind" | "body">): string {
  return String(body[kind === "withdrawal_penalty" ? "negotiation_id" : "agreement_id"]);
}

const NAMING: Readonly<Record<LogKind, string>> = {
  agreement: "agreement_hash",
  cosignature: "party",
  redaction: "pointers",
  withdrawal_penalty: "party",
};

const IDS: Readonly<Record<LogKind, readonly string[]>> = {
  agreement: ["agreement_id", "negotiation_id"],
  cosignature: ["agreement_id"],
  redaction: ["agreement_id"],
  withdrawal_penalty: ["negotiation_id"],
};

function hasMembers({ kind, body }: LogEntry): boolean {
  const name: unknown = body[NAMING[kind]];
  const isNamed =
    kind === "redaction"
      ? Array.isArray(name) && name.every((pointer) => typeof pointer === "string")
      : typeof name === "string";
  return isNamed && IDS[kind].every((id) => typeof body[id] === "string");
}
