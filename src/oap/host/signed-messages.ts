/**
 * @module
 * Documents on their way into the record: verified, then checked and committed together, and again when the record
 * moved on meanwhile. For those that come through the host's doors and those that agents of the process hand in.
 */

import { nextDeadline } from "../../core/deadlines/index.js";
import { isEqualJson, type Json, type JsonObject } from "../../core/json/index.js";
import type { Move } from "../../core/moves/index.js";
import { type Negotiation, seatOf } from "../../core/record/index.js";
import type { CommandResult } from "../../service/commands/index.js";
import { strictCopy } from "../canonical/index.js";
import type { AcceptanceDocument, SignedMessage, SignedMessageKind } from "../documents/index.js";
import { checkedCopy, noneBut, readMessage } from "../documents/index.js";
import { idAs, isDocumentId } from "../encoding/index.js";
import { publicKeyOfSnapshot } from "../keys/index.js";
import type { Sha256 } from "../merkle/index.js";
import {
  type AgreementOfRecord,
  conflictOf,
  contextOf,
  extraOf,
  idOfMessage,
  kindOfTurn,
  moveOfMessage,
  type OapContext,
  type OapExtra,
  type OapRecord,
  type OapRefusal,
  type OapSealed,
  type OapTurn,
  oapRefusal,
  openedBy,
  refusalOfEngine,
  refusalOn,
  saltOf,
  turnOfMessage,
} from "../record/index.js";
import type { HostProofs } from "./host-proofs.js";
import { type LogAccess, untold, whoseAgreement } from "./log-questions.js";
import { refusalCodeOfMessage } from "./oap-legality.js";
import type { OapAdmissionRequest, OapService, OapVerdict } from "./oap-room.js";

/** Who hands a document in, and for what. */
export interface OapCall {
  /**
   * The DID that the transport has authenticated; without one, a document that comes again opens no salts.
   * @default the document's own signer, for callers in the process
   */
  readonly caller?: string | undefined;
  /** The negotiation that is addressed. @default the document's own */
  readonly negotiationId?: string | undefined;
  /** Refused as `stale_version` when the record has another version. @default any */
  readonly expectedVersion?: number | undefined;
}

/** What comes with an acceptance; nothing comes with other documents. */
interface Given {
  readonly agreement_signature?: string;
  readonly sealed?: OapSealed;
}

/** What the parts of a host share. */
export interface HostMessagesOptions extends LogAccess {
  readonly did: string;
  readonly service: OapService;
  readonly proofs: HostProofs;
  readonly derive: AgreementOfRecord;
  readonly sha256: Sha256;
  readonly load: LoadRecord;
  readonly now: () => number;
  readonly warn: Warn;
}

/** A record of the service, or one that it has let go before the log has taken its agreement. */
export type LoadRecord = (id: string) => Promise<Negotiation | undefined>;

/** Tells of what needs no answer: ids, codes and hashes, no text of a document. Never throws. */
export type Warn = (what: string, details: Readonly<Record<string, unknown>>) => void;

/** Takes documents in. */
export interface HostMessages {
  /** The record with the document in it, or why it is not. */
  hand(kind: SignedMessageKind, value: unknown, call: OapCall): Promise<Handed | OapRefusal>;
  /** Takes `{ acceptance, agreement_signature, salt_secret }`. */
  handAcceptance(request: unknown, call: OapCall): Promise<Handed | OapRefusal>;
  /**
   * The record with what is pinned in it; `undefined` if another opened it.
   *
   * @throws {NegotiationError} `record_damaged` for one whose turns have lost their documents
   */
  handed(record: Negotiation): Handed | undefined;
  /** The record of a party, or `unknown_negotiation`, for whatever reason. */
  find(id: unknown, party: unknown): Promise<Handed | OapRefusal>;
  /** Admits what `hand` has verified at once, and verifies everything else. */
  admits(request: OapAdmissionRequest): OapVerdict | Promise<OapVerdict>;
}

/** A record that this host opened. */
export interface Handed {
  readonly ok: true;
  readonly record: Negotiation;
  readonly pinned: OapContext;
}

/** @see docs/requirements/signing.md, SG-37; docs/requirements/oap.md, OAP-17 to OAP-19 */
export function hostMessages(options: HostMessagesOptions): HostMessages {
  const { did, service, proofs, derive, sha256, log, load, now, warn } = options;
  /** Verified and on its way to the engine, by signature. */
  const proven = new Map<string, Move>();

  async function find(id: unknown, party: unknown): Promise<Handed | OapRefusal> {
    if (!isDocumentId("neg", id) || typeof party !== "string") return UNKNOWN;
    const found = ofParty(await load(id), party);
    // A wake-up may have been lost: what is over by now is not shown as live.
    if (!found.ok || !isDue(found.record)) return found;
    await service.wake(id);
    return ofParty(await load(id), party);
  }

  const isDue = (record: Negotiation): boolean =>
    (nextDeadline(record)?.at ?? Number.POSITIVE_INFINITY) <= now();

  function ofParty(record: Negotiation | undefined, party: string): Handed | OapRefusal {
    return (record && seatOf(record, party) && handed(record)) || UNKNOWN;
  }

  function handed(record: Negotiation): Handed | undefined {
    const pinned = contextOf(record, did);
    return pinned && { ok: true, record, pinned };
  }

  /** Whether a message may be the next turn; of an acceptance with its period, by another rule of the host it would be another agreement. */
  function judged(
    kind: SignedMessageKind,
    document: SignedMessage,
    record: OapRecord,
    pinned: OapContext,
    sealed: OapSealed | undefined,
  ): Pick<OapExtra, "period"> | OapRefusal {
    const refusal = refusalCodeOfMessage(kind, document, record, pinned, now(), sha256);
    if (refusal !== undefined) return refusal;
    if (log?.has(record.id)) return TAKEN;
    // Leaving is in the log only where it costs something.
    if (kind === "withdraw" && pinned.manifest.withdrawal_penalty !== undefined) {
      const fits = strictCopy(document, { maxBytes: MOST_LOGGED_BYTES });
      return fits.ok ? {} : fits;
    }
    if (kind !== "accept") return {};
    const derived = derive(record, pinned, document as AcceptanceDocument, sealed?.salt_secret ?? "");
    if (!derived.ok) return derived;
    const { effective_from, effective_until } = derived.body;
    return { period: { effective_from, effective_until } };
  }

  /** Agreed or left elsewhere, in another room of the same Tool or in a record that is no more; or by others, who took the id. */
  async function taken({ id, initiator, responder }: OapRecord): Promise<OapRefusal> {
    const whose = await whoseAgreement(options, id, [initiator.id, responder.id]);
    const code = whose === "others" ? "command_conflict" : "negotiation_over";
    return oapRefusal(code, TAKEN_FOR, undefined, { agreement_id: idAs("agr", id) });
  }

  /** The record if it has the document already. */
  async function repeated(
    kind: SignedMessageKind,
    message: SignedMessage,
    given: Given,
    { record, pinned }: Handed,
  ): Promise<Handed | undefined> {
    const isThere = turnOfMessage(record, idOfMessage(kind, message)) !== undefined;
    // Salts are sealed: the store alone has them.
    const whole = isThere && kind === "accept" ? await load(record.id) : record;
    const turn = isThere && whole && turnOfMessage(whole, idOfMessage(kind, message));
    return turn && isRepeat(turn, message, given) ? { ok: true, record: whole, pinned } : undefined;
  }

  function conflict({ id }: OapRecord, turn: OapTurn, message: SignedMessage): OapRefusal {
    // An acceptance that came with other salts or another signature: nobody has signed two.
    if (isEqualJson(extraOf(turn).document as unknown as Json, message as unknown as Json)) return SAME;
    const refusal = conflictOf(sha256, extraOf(turn).document, message);
    warn("command_conflict", { negotiationId: id, ...refusal.details });
    return refusal;
  }

  async function hand(
    kind: SignedMessageKind,
    value: unknown,
    call: OapCall,
    given: Given = {},
  ): Promise<Handed | OapRefusal> {
    const read = readMessage(kind, value);
    if (!read.ok) return read;
    const message = read.document;
    const { from, negotiation_id: id } = message;
    const { caller = from, negotiationId = id, expectedVersion } = call;
    if (caller !== from) return oapRefusal("key_not_authorized", "the caller's own document", ["from"]);
    if (negotiationId !== id) {
      return oapRefusal("document_invalid", "the negotiation that is addressed", ["negotiation_id"]);
    }
    const first = ofParty(service.getNegotiation(id) ?? (await load(id)), from);
    if (!first.ok) return first;
    // Other bytes under a known id are told of only once their signature is verified.
    const before = await repeated(kind, message, given, first);
    if (before !== undefined) return before;
    const proof = await proofs.bounded(
      id,
      from,
      async () =>
        (await untold(options, kind, first)) ??
        proofs.proveMessage(kind, message, first.record, openedBy(first.pinned), given.agreement_signature),
    );
    if (!proof.ok) {
      if (!BY_KEY.includes(proof.code)) return proof;
      // Another process may have taken it, by a key that is no longer to be had.
      const stored = await load(id);
      const others = stored && stored.version !== first.record.version && handed(stored);
      return (others && (await repeated(kind, message, given, others))) || proof;
    }
    const newest = handed(service.getNegotiation(id) ?? first.record) ?? first;
    return await committed(kind, proof.extra, given, expectedVersion, newest);
  }

  async function committed(
    kind: SignedMessageKind,
    extra: OapExtra,
    given: Given,
    expected: number | undefined,
    start: Handed,
  ): Promise<Handed | OapRefusal> {
    const { document } = extra;
    const { from, negotiation_id: id, signature } = document;
    let current = start;
    for (let attempt = 0; attempt <= MOST_REPEATS; attempt += 1) {
      const { record, pinned } = current;
      const turn = turnOfMessage(record, idOfMessage(kind, document));
      if (turn !== undefined) {
        const before = await repeated(kind, document, given, current);
        return before ?? refusalOn(record, from, conflict(record, turn, document));
      }
      if (isDue(record)) {
        await service.wake(id);
      } else {
        const isOld = expected !== undefined && expected !== record.version && record.outcome === null;
        const verdict = isOld ? STALE : judged(kind, document, record, pinned, given.sealed);
        if (!("code" in verdict)) {
          const move = moveOfMessage(kind, { ...extra, ...verdict }, given.sealed);
          const options = { commandId: idOfMessage(kind, document), expectedVersion: record.version };
          proven.set(signature, move);
          let submitted: CommandResult;
          try {
            submitted = await service.submit(id, from, move, options);
          } finally {
            // The same document may have come in twice.
            if (proven.get(signature) === move) proven.delete(signature);
          }
          if (submitted.ok && !submitted.duplicate)
            return { ok: true, record: submitted.negotiation, pinned };
          if (!submitted.ok && submitted.code !== "stale_version") {
            const refused = refusalOn(service.getNegotiation(id) ?? record, from, refusalOfEngine(submitted));
            // Policies are the service's: it knows better what is legal.
            return Object.freeze({ ...refused, legal: submitted.legal?.actions });
          }
        } else if ((await service.loadNegotiation(id))?.version === record.version) {
          // Else another process has moved since what this one remembers.
          return refusalOn(record, from, verdict === TAKEN ? await taken(record) : verdict);
        }
      }
      const newest = await service.loadNegotiation(id);
      const next = newest && handed(newest);
      // The same may have come in twice, and the record was let go as soon as it was over.
      if (next === undefined) return taken(record);
      current = next;
    }
    return oapRefusal("contention", "a record that stands still");
  }

  function admits({ view, partyId, move }: OapAdmissionRequest): OapVerdict | Promise<OapVerdict> {
    const kind = kindOfTurn(move);
    const extra = extraOf(move as { readonly extra: Json });
    const { signature, from, negotiation_id: id }: Partial<SignedMessage> = extra?.document ?? {};
    // It moves who signed it alone, and where it was signed for.
    if (from !== partyId || id !== view.id) return ALIEN;
    const known = typeof signature === "string" ? proven.get(signature) : undefined;
    if (known !== undefined && isEqualJson(known.extra as Json, extra as unknown as Json)) {
      return says(move, known) ? true : ALIEN;
    }
    return admitted(kind, extra, move, view as unknown as OapRecord & Negotiation);
  }

  /** A document that did not come through `hand`: of an agent in this process. */
  async function admitted(
    kind: SignedMessageKind,
    given: OapExtra,
    move: OapAdmissionRequest["move"],
    record: OapRecord & Negotiation,
  ): Promise<OapVerdict> {
    const pinned = contextOf(record, did);
    const read = readMessage(kind, given.document);
    const sealed = (move.sealed ?? undefined) as OapSealed | undefined;
    if (!read.ok || !pinned || !says(move, moveOfMessage(kind, given, sealed))) return ALIEN;
    if (sealed !== undefined && Object.keys(sealed).join() !== "salt_secret") return ALIEN;
    const message = read.document;
    const proof = await proofs.bounded(
      record.id,
      message.from,
      async () =>
        (await untold(options, kind, { record, pinned })) ??
        proofs.proveMessage(kind, message, record, openedBy(pinned), given.agreement_signature),
    );
    if (!proof.ok) return { details: { code: proof.code } };
    if (turnOfMessage(record, idOfMessage(kind, message)) !== undefined) return ALIEN;
    const verdict = judged(kind, message, record, pinned, sealed);
    if ("code" in verdict) return { details: { code: verdict.code } };
    // A key is as it was when the agent found it, a little earlier, in a document that may have said more or less by then.
    const expected = { ...proof.extra, ...verdict } as unknown as Record<string, Json>;
    for (const name of ["key", "agreement_key"] as const) {
      const own = given[name];
      if (!expected[name] || !own || !publicKeyOfSnapshot(own).ok) continue;
      // By another clock, or in a memory that lasts for longer than a resolver's.
      if (Math.abs(now() - own.resolvedAt) > MOST_KEY_AGE_MS) return OLD_KEY;
      const { resolvedAt, documentHash } = own;
      expected[name] = { ...(expected[name] as JsonObject), resolvedAt, documentHash };
    }
    if (!isEqualJson(expected, given as unknown as Json)) return ALIEN;
    // The engine does not ask again when it commits, so it must be the record that was looked at.
    return service.getNegotiation(record.id)?.version === record.version ? true : ALIEN;
  }

  async function handAcceptance(request: unknown, call: OapCall): Promise<Handed | OapRefusal> {
    const members = noneBut("acceptance", "agreement_signature", "salt_secret");
    // The acceptance is read by its own limits: these have room for a level and two texts around it.
    const limits = { maxDepth: 33, maxBytes: 131_072 };
    const copy = checkedCopy<Readonly<Record<string, string>>>(request, members, limits);
    if (!copy.ok) return copy;
    const { acceptance, agreement_signature, salt_secret } = copy.value;
    return hand("accept", acceptance, call, { agreement_signature, sealed: { salt_secret } } as Given);
  }

  return { hand, handAcceptance, handed, find, admits };
}

/** Whether a turn is of this document; who gets an acceptance's agreement again has to know its salts. */
function isRepeat(turn: OapTurn, message: SignedMessage, { agreement_signature, sealed }: Given): boolean {
  const { document, agreement_signature: recorded } = extraOf(turn);
  return (
    recorded === agreement_signature &&
    saltOf(turn) === sealed?.salt_secret &&
    isEqualJson(document as unknown as Json, message as unknown as Json)
  );
}

/** Whether a move is just what its document says, and nothing unsigned beside it that the other side would see. */
function says(move: OapAdmissionRequest["move"], expected: Move): boolean {
  return SHOWN.every((name) =>
    isEqualJson(
      (move as unknown as JsonObject)[name] ?? null,
      (expected as unknown as JsonObject)[name] ?? null,
    ),
  );
}

const SHOWN = [
  "action",
  "terms",
  "justification",
  "proposalId",
  "replyTo",
  "validUntilAt",
  "reason",
  "message",
  "sealed",
];

/** Where another key would have made another answer. */
const BY_KEY: readonly string[] = ["key_unresolvable", "key_not_authorized", "signature_invalid"];

const TAKEN_FOR = "an Open that is not over in the log";
const TAKEN: OapRefusal = oapRefusal("negotiation_over", TAKEN_FOR);
const SAME: OapRefusal = oapRefusal("command_conflict", "the salts and the signature that were recorded");
const UNKNOWN: OapRefusal = oapRefusal("unknown_negotiation", "a negotiation of the caller's");
const STALE: OapRefusal = oapRefusal("stale_version", "the version that stands");
const ALIEN = { details: { code: "not_admitted" }, code: "not_admitted" };
const OLD_KEY = { details: { code: "clock_skew", path: ["key", "resolvedAt"] } };
/** Chosen: a withdrawal in a log stays there for good; a reason of 4,000 units fits in, however it is escaped. */
const MOST_LOGGED_BYTES = 32_768;
/** SG-37. */
const MOST_REPEATS = 5;
/** Chosen: twice as long as a resolver keeps a key. */
const MOST_KEY_AGE_MS = 600_000;
