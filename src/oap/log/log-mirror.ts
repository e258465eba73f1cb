/**
 * @module
 * What a host remembers of its log, the last link, the tree, where the entries of each agreement stand; and reading on
 * in the port, which makes sure that it still is the log that was read before.
 */

import { factsOf, isJsonObject, type JsonObject } from "../../core/json/index.js";
import type { NegotiationError } from "../../errors.js";
import type { LogEntry, LogKind, LogPort, LogRecord } from "../../ports/index.js";
import { FORM_LIMITS } from "../agreement/index.js";
import { canonicalForm, canonicalText, NotStrictJson } from "../canonical/index.js";
import { hashText } from "../encoding/index.js";
import type { VerifierOptions } from "../keys/index.js";
import { createMerkleTree, type MerkleTree, type Sha256 } from "../merkle/index.js";
import { type Asking, storeFailed } from "../runtime/index.js";
import { webCryptoVerifier } from "../signing/index.js";
import { entryBytes, entryHash, GENESIS, isLogEntry, type RedactionBody } from "./log-entry.js";
import { isBody, logRules } from "./log-rules.js";

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

/** What a port keeps, and what is remembered of it. */
export interface LogMirror {
  readonly tree: Omit<MerkleTree, "append">;
  /** The entries of an agreement in their order, the first is itself; by the id of a negotiation, of how that ended. */
  places(id: unknown): readonly LogPlace[];
  /** The entry that would follow, frozen and never earlier than the last; a TypeError for a body that lacks a member. */
  next(kind: LogKind, body: JsonObject, now: number): NextEntry;
  /** The last entry, if any. */
  last(): LogEntry | undefined;
  /** Whether `verifyLog` would take it next, with its signatures. */
  isSound(entry: LogEntry): Promise<boolean>;
  /** Adds an entry that is stored. */
  add(next: NextEntry): Promise<void>;
  /** Reads what others have added, and does what they left undone. */
  catchUp(): Promise<void>;
  /** The record at a place that is taken. */
  recordAt(seq: number): Promise<LogRecord>;
}

/**
 * An empty memory of what a port keeps.
 *
 * @throws {NegotiationError} `store_failed`, from its methods, when what is kept is no longer what was read before
 */
export function logMirror(
  {
    port,
    sha256,
    verifier = webCryptoVerifier(),
  }: VerifierOptions & { readonly port: LogPort; readonly sha256: Sha256 },
  ask: Asking,
): LogMirror {
  const tree = createMerkleTree(sha256);
  const rules = logRules({ sha256, verifier });
  const subjects = new Map<string, LogPlace[]>();
  /** What ended a negotiation first, an agreement or a penalty. */
  const ends = new Map<unknown, LogPlace[]>();
  let head = GENESIS;
  let at = 0;
  let last: LogEntry | undefined;
  /** Redactions whose disclosures may still be there: also those of a process that died in between. */
  let undone: LogEntry[] = [];
  /** An entry that was found to go on, if nobody can change it: a port over memory gives it again. */
  let seen: LogEntry | undefined;

  const places = (id: unknown): readonly LogPlace[] => ends.get(id) ?? subjects.get(String(id)) ?? [];

  function remember({ entry, bytes }: NextEntry, hash = hashText(sha256, bytes)): void {
    rules.remember(entry);
    tree.append(bytes);
    head = hash;
    at = entry.at;
    last = entry;
    const id = subjectOf(entry);
    const own = subjects.get(id) ?? [];
    subjects.set(id, own);
    own.push(placeOf(entry));
    const ended = entry.body["negotiation_id"];
    if (!ends.has(ended)) ends.set(ended, own);
    if (entry.kind === "redaction") undone.push(entry);
  }

  /** Whether the last known entry is as it was. */
  function isAsBefore({ entry }: LogRecord): boolean {
    const isLast = entry === seen && entry.seq === tree.size() - 1;
    if (!isLast && entryHash(sha256, entry) !== head) return false;
    if (factsOf(entry) !== undefined) seen = entry;
    return true;
  }

  /** Whether an entry that others have written may follow, signatures aside. */
  function follows({ entry }: LogRecord): boolean {
    const isLink = isLogEntry(entry) && hasMembers(entry) && entry.prev === head;
    return isLink && entry.seq === tree.size() && entry.at >= at && isFit(entry);
  }

  const isFit = (entry: LogEntry): boolean => isBody(entry) && rules.faultOf(entry) === undefined;

  async function read(from: number, limit: number): Promise<readonly LogRecord[]> {
    const records = await ask(() => port.read(from, limit));
    const isRecord = (one: LogRecord | null): boolean => isJsonObject(one?.disclosures);
    if (Array.isArray(records) && records.every(isRecord)) return records;
    throw storeFailed("a list of records of the log port with disclosures, got another");
  }

  async function redact(): Promise<void> {
    const hidden = new Map<number, Set<string>>();
    for (const { body } of undone) {
      const { agreement_id, pointers } = body as unknown as RedactionBody;
      const seq = places(agreement_id)[0]?.seq;
      if (seq === undefined) continue;
      const own = hidden.get(seq) ?? new Set();
      hidden.set(seq, own);
      for (const pointer of pointers) own.add(pointer);
    }
    let count = 0;
    for (const [seq, pointers] of hidden) {
      const isShown = async (): Promise<boolean> =>
        Object.keys((await recordAt(seq)).disclosures).some((pointer) => pointers.has(pointer));
      if (await isShown()) {
        await ask(() => port.redact(seq, [...pointers]));
        if (await isShown()) throw storeFailed("the log port to hide terms, got them again");
      }
      count += 1;
      if (count % 16 === 0) await turnOfOthers();
    }
    undone = [];
  }

  async function recordAt(seq: number): Promise<LogRecord> {
    const [record] = await read(seq, 1);
    if (record?.entry?.seq === seq && isStrict(() => tree.has(seq, entryBytes(record.entry)))) return record;
    throw rewritten();
  }

  return {
    tree,
    places,
    last: () => last,
    isSound: async (entry) => isFit(entry) && ask(() => rules.isSigned(entry)),
    next(kind, body, now) {
      const made = { seq: tree.size(), prev: head, kind, at: Math.max(now, at), body };
      // A copy that is known to be one, so that a port over memory keeps it as it is.
      const { plain, bytes } = canonicalForm(made, FORM_LIMITS);
      const entry = plain.copy;
      if (isLogEntry(entry) && hasMembers(entry)) return { entry, bytes };
      throw new TypeError("Expected a kind of entry and a body of that kind, got others.");
    },
    add(next) {
      remember(next);
      seen = next.entry;
      return redact();
    },
    async catchUp() {
      for (;;) {
        // The last known entry comes again, so that a log that was cut or rewritten meanwhile is found out.
        const known = Math.min(tree.size(), 1);
        const records = await read(tree.size() - known, PAGE);
        const newest = records.length - 1;
        const isFull = records.length >= PAGE;
        for (const [index, record] of records.entries()) {
          const { entry } = record;
          const holds = isStrict(() => (index < known ? isAsBefore(record) : follows(record)));
          if (!holds) throw rewritten();
          // The last of a full page begins the next one, so that there too what follows names it.
          if (index < known || (isFull && index === newest)) continue;
          const bytes = entryBytes(entry);
          const hash = hashText(sha256, bytes);
          // Before it counts as read the next one has to name it, and of the newest, which none names, its signatures to hold.
          const isSure =
            index < newest
              ? records[index + 1]?.entry?.prev === hash
              : await ask(() => rules.isSigned(entry));
          if (!isSure) throw rewritten();
          remember({ entry, bytes }, hash);
        }
        if (newest < known - 1) throw rewritten();
        if (!isFull) break;
        await turnOfOthers();
      }
      await redact();
    },
    recordAt,
  };
}

/** Chosen: some megabytes at the very most, and a hundred thousand entries in some hundred reads. */
const PAGE = 256;

/** What is found of entries; no log has ever held what is no strict JSON. */
function isStrict(holds: () => boolean): boolean {
  try {
    return holds();
  } catch (error) {
    if (error instanceof NotStrictJson) return false;
    throw error;
  }
}

/** The error for a log that is no longer what it was. */
export function rewritten(): NegotiationError {
  return storeFailed("a log that verifyLog takes, as it was read before, got another: cut, changed or older");
}

/** Where an entry stands or would stand. */
export function placeOf({ seq, kind, body }: LogEntry): LogPlace {
  return { seq, kind, name: canonicalText(body[NAMES[kind][0]]) };
}

/** The id of the agreement that an entry is about; of a penalty, which has none, that of the negotiation. */
export function subjectOf({ kind, body }: Pick<LogEntry, "kind" | "body">): string {
  return String(body[NAMES[kind]?.[1] ?? ""]);
}

/** What an entry is known by among those of its kind, what it is about, and what else it has to name. */
const NAMES: Readonly<Record<LogKind, readonly [string, string, ...string[]]>> = {
  agreement: ["agreement_hash", "agreement_id", "negotiation_id"],
  cosignature: ["party", "agreement_id"],
  redaction: ["pointers", "agreement_id"],
  withdrawal_penalty: ["party", "negotiation_id"],
};

/** Whether it has what it is known by, texts all but the pointers, which are a list of them. */
function hasMembers({ kind, body }: LogEntry): boolean {
  const isText = (value: unknown): boolean => typeof value === "string";
  return NAMES[kind].every((name) => {
    const { [name]: value } = body;
    return name === "pointers" ? Array.isArray(value) && value.every(isText) : isText(value);
  });
}

/** A port in the process answers at once: a long log would hold up everybody else. */
function turnOfOthers(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
