/**
 * @module
 * The entries of a log as bytes: their canonical form, which is hashed twice, for the chain and for the tree.
 */

import { isEqualJson, isJsonObject } from "../../core/json/index.js";
import type { LogEntry, LogKind, LogRecord } from "../../ports/index.js";
import { FORM_LIMITS } from "../agreement/index.js";
import { canonicalForm } from "../canonical/index.js";
import type { WithdrawalDocument, WithdrawalPenalty } from "../documents/index.js";
import { hashText } from "../encoding/index.js";
import type { KeySnapshot } from "../keys/index.js";
import type { Sha256 } from "../merkle/index.js";

/** What an entry of kind `redaction` holds: which leaves of an agreement nobody can read here any more. */
export interface RedactionBody {
  readonly agreement_id: string;
  /** The DID that asked for it. */
  readonly party: string;
  /** Of the leaves, without repeats, in the order of their code units. */
  readonly pointers: readonly string[];
}

/** What an entry of kind `withdrawal_penalty` holds: what walking away costs a party, as was published beforehand. */
export interface WithdrawalPenaltyBody {
  readonly negotiation_id: string;
  /** The DID that withdrew. */
  readonly party: string;
  /** As it was signed. */
  readonly withdrawal: WithdrawalDocument;
  readonly penalty: WithdrawalPenalty;
  /** Of the manifest that was pinned; the withdrawal names it as well. */
  readonly manifest_hash: string;
  /** With which the withdrawal was verified. */
  readonly key: KeySnapshot;
}

/** Bodies of agreements that a host of this process has derived and verified: a log looks at them no second time. */
export const OWN_BODIES: WeakSet<object> = new WeakSet();

/** Whether an agreement of these two is in the log, or the penalty of one of them. */
export function isEndOf({ entry: { body } }: LogRecord, pair: readonly string[]): boolean {
  const { parties = null, party } = body;
  return isEqualJson(parties, pair) || pair.includes(String(party));
}

/** What stands in `prev` of the first entry. */
export const GENESIS = "genesis";

/**
 * The canonical bytes of an entry: what the next one's `prev` and the Merkle leaf are made of.
 *
 * @throws {TypeError} when it is not strict JSON
 * @see docs/requirements/signing.md, SG-30
 */
export function entryBytes(entry: LogEntry): Uint8Array<ArrayBuffer> {
  return canonicalForm(entry, FORM_LIMITS).bytes;
}

/**
 * The hash of an entry, as the next one's `prev` names it.
 *
 * @throws {TypeError} when it is not strict JSON
 * @see docs/requirements/signing.md, SG-30
 * @example
 * entryHash(sha256, { seq: 0, prev: "genesis", kind: "agreement", at: 0, body: {} }); // "sha256-..."
 */
export function entryHash(sha256: Sha256, entry: LogEntry): string {
  return hashText(sha256, entryBytes(entry));
}

/**
 * Whether a value of strict JSON has the members of an entry and no others. What its body says is not looked at.
 *
 * @example
 * isLogEntry({ seq: 0, prev: "genesis", kind: "agreement", at: 0, body: {} }); // true
 */
export function isLogEntry(value: unknown): value is LogEntry {
  if (!isJsonObject(value)) return false;
  const { seq, prev, kind, at, body } = value;
  return (
    typeof seq === "number" &&
    typeof prev === "string" &&
    KINDS.includes(kind as LogKind) &&
    typeof at === "number" &&
    at >= 0 &&
    isJsonObject(body) &&
    Object.keys(value).length === 5
  );
}

const KINDS: readonly LogKind[] = ["agreement", "cosignature", "redaction", "withdrawal_penalty"];
