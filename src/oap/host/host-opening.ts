/**
 * @module
 * How a host opens a negotiation, under the manifest that it has in force: a signed Open in, a record out in which
 * everything is pinned that must not change.
 */

import { demandFunctions, integerIn } from "../../core/checks/index.js";
import { isEqualJson, type Json } from "../../core/json/index.js";
import { NegotiationError } from "../../errors.js";
import type { MaybePromise } from "../../ports/index.js";
import { type PartyProfile, regulatedObligations } from "../agreement/index.js";
import { refusalOfOther } from "../canonical/index.js";
import {
  clockSkew,
  type JoinConfidentiality,
  joinedConfidentiality,
  type Manifest,
  type ManifestResult,
  MOST_SKEW_MS,
  manifestHash,
  manifestRules,
  type OpenDocument,
  readManifest,
  readOpen,
  unknownPenalty,
  unpinned,
} from "../documents/index.js";
import { idAs, readInstant } from "../encoding/index.js";
import type { KeySnapshot } from "../keys/index.js";
import type { Sha256 } from "../merkle/index.js";
import {
  conflictOf,
  contextOf,
  type OapContext,
  type OapRefusal,
  oapRefusal,
  openedBy,
} from "../record/index.js";
import { endsInTime, withinTime } from "../runtime/index.js";
import { readDetached } from "../signing/index.js";
import { whoseAgreement } from "./log-questions.js";
import { openingMemory } from "./opening-memory.js";
import type { Handed, HostMessagesOptions, OapCall } from "./signed-messages.js";

/** What an `admitOpen` is asked. */
export interface OpenRequest {
  /** Its signature holds. */
  readonly open: OpenDocument;
  /** The DID that opens. */
  readonly caller: string;
  /** How many negotiations of that DID's opening are live here. */
  readonly live: number;
}

/** What opening works with. */
export interface HostOpeningOptions extends HostMessagesOptions {
  readonly manifest: HostManifest;
  /** Joins levels of confidentiality. @default knows `unspecified` alone */
  readonly join: JoinConfidentiality;
  /**
   * What the host knows of a party; an Open for which it does not answer within 5,000 ms is `store_failed`.
   * What `regulatedObligations` does not take rejects `host.open`, and nothing opens.
   *
   * @default nothing: a level of its own, `unspecified`
   */
  readonly profileOf?: ((did: string) => MaybePromise<PartyProfile>) | undefined;
  /** Ms that a proposal may live at most, and the opening window; at most ten years, and `totalMs` of the room. @default 2_592_000_000, 30 days */
  readonly maxValidityMs?: number | undefined;
  /** Whether this party may open; anything but `true` within 5,000 ms is `not_admitted`. @default everybody may */
  readonly admitOpen?: ((request: OpenRequest) => MaybePromise<boolean>) | undefined;
  /** Live negotiations that one DID may have opened; one more is `too_many_openings`. @default 100 */
  readonly maxLivePerOpener?: number | undefined;
  /** Live negotiations of the host; one more is `too_many_openings`. @default 10_000 */
  readonly maxLive?: number | undefined;
}

/** Opens. */
export interface HostOpening {
  open(value: unknown, call: Pick<OapCall, "caller">): Promise<Handed | OapRefusal>;
  /** Counts a live negotiation that was opened before this host was made, and remembers its Open. */
  adopt(handed: Handed): void;
  /** Remembers the Open of a negotiation that another host may have opened over the same store. */
  remember(handed: Handed): void;
}

/** @see docs/requirements/oap.md, OAP-4, OAP-28, OAP-31, OAP-32, OAP-50 and OAP-54 */
export function hostOpening(options: HostOpeningOptions): HostOpening {
  const { did, service, load, proofs, manifest, clock, sha256, join, admitOpen } = options;
  const { profileOf = () => ({ level: UNSPECIFIED }), maxValidityMs } = options;
  const { maxLivePerOpener = 100, maxLive = 10_000 } = options;
  demandCounts({ maxLivePerOpener, maxLive });
  demandFunctions({ profileOf, admitOpen });
  const now = (): number => clock.now();
  const memory = openingMemory({ service, now, maxLivePerOpener, maxLive });

  async function open(value: unknown, { caller }: Pick<OapCall, "caller">): Promise<Handed | OapRefusal> {
    const read = readOpen(value);
    if (!read.ok) return read;
    const open = read.document;
    const opener = openerOf(open);
    if (caller !== undefined && caller !== opener) {
      return oapRefusal("key_not_authorized", "the caller's own document");
    }
    const id = idAs("neg", open.open_id);
    const repeated = async (): Promise<Handed | OapRefusal | undefined> => {
      const known = await load(id);
      return known && same(known, open);
    };
    // Other bytes under a known id are told of only once their signature is verified.
    const before = await repeated();
    if (before?.ok) {
      remember(before);
      return before;
    }
    const proof = await proofs.bounded(open.open_id, opener, () => proofs.prove("open", opener, open));
    if (!proof.ok) return proof;
    const known = await repeated();
    if (known !== undefined) return known;
    // As it is now: another that comes into force meanwhile has no effect on this one.
    const pinned = { ...manifest };
    const refusal = refusalFor(open) ?? (await agreedBefore(open));
    if (refusal !== undefined) return refusal;
    const live = await memory.reserve(id, opener);
    if (live === undefined) return TOO_MANY;
    try {
      const isAdmitted =
        admitOpen === undefined ||
        (await withinTime(clock, () => admitOpen({ open, caller: opener, live }))) === true;
      return isAdmitted
        ? await opened(open, id, proof.key, pinned)
        : oapRefusal("not_admitted", "an admitted opener");
    } finally {
      memory.settle(id);
    }
  }

  function remember({ pinned: { document } }: Pick<Handed, "pinned">): void {
    if (!memory.hasSeen(document.open_id)) memory.note(document.open_id);
  }

  /** Why it does not fit this host, now. */
  function refusalFor(open: OpenDocument): OapRefusal | undefined {
    const { hash, block } = manifest;
    const skew = clockSkew("opened_at", open.opened_at, now());
    // It was opened here, and let go since.
    if (skew === undefined && memory.hasSeen(open.open_id)) return OVER;
    const refusal = unpinned(open, { host: did, manifest_hash: hash }) ?? skew;
    if (refusal?.code === "manifest_changed")
      return Object.freeze({ ...refusal, details: { manifest_hash: hash } });
    if (refusal !== undefined) return refusal;
    // By a clock that has run back it is new again.
    if (mayBeFrom(memory.forgotten, open)) return OVER;
    if ((block.categories as readonly string[]).includes(open.category)) return undefined;
    return oapRefusal("category_not_supported", "a category of the manifest", ["category"]);
  }

  /** Whether it came to an agreement that this host may not remember: in another room, or before a restart. */
  async function agreedBefore(open: OpenDocument): Promise<OapRefusal | undefined> {
    const { open_id, initiator, responder } = open;
    const whose = await whoseAgreement(options, open_id, [initiator, responder]);
    // Another pair may have taken the id, which is no reason to refuse this one.
    if (whose === "ours") return OVER;
    // What this host has seen itself since the Open could be signed, it knows without the log.
    const isUnknown = whose === undefined && mayBeFrom(memory.since, open);
    return isUnknown ? oapRefusal("store_failed", "an answer of the log") : undefined;
  }

  async function opened(
    open: OpenDocument,
    id: string,
    key: KeySnapshot,
    { block, hash }: Pick<HostManifest, "block" | "hash">,
  ): Promise<Handed | OapRefusal> {
    const { initiator, responder, category, confidentiality: claimed } = open;
    const asked = (async () => [await profileOf(initiator), await profileOf(responder)] as const)();
    if (!(await endsInTime(clock, asked))) {
      return oapRefusal("store_failed", "both profiles in time");
    }
    const [one, other] = await asked;
    const regulated_obligations = regulatedObligations([
      [initiator, one],
      [responder, other],
    ]);
    const joined = joinedConfidentiality(join, [one.level, other.level, claimed]);
    if (!joined.ok) return joined;
    const context: OapContext = {
      document: open,
      key,
      host: did,
      manifest: block,
      manifest_hash: hash,
      category,
      confidentiality: joined.level,
      regulated_obligations,
    };
    // Opened while this one waited, and perhaps let go by now.
    if (memory.hasSeen(open.open_id) && (await service.loadNegotiation(id)) === undefined) return OVER;
    try {
      const record = await service.createNegotiation(initiator, responder, undefined, {
        id,
        commandId: open.open_id,
        context,
        // Room for a document of 65,536 bytes, a manifest and a key, at six bytes a character.
        rules: { ...manifestRules(block), turnMs: maxValidityMs, maxTermsBytes: 524_288 },
      });
      if (record.rules.preset !== "oap") {
        throw new TypeError("Expected a service with the options of oapRoom, got another.");
      }
      memory.note(open.open_id);
      return same(record, open);
    } catch (error) {
      const code = NegotiationError.isInstance(error) ? error.code : "";
      // Another room of the store has opened it.
      if (code === "id_taken") return OVER;
      // The rules of the room let one be live at a time.
      if (code === "busy") return TOO_MANY;
      if (code === "command_conflict") return oapRefusal(code, "a new Open");
      throw error;
    }
  }

  function same(
    record: Parameters<typeof contextOf>[0] & Handed["record"],
    open: OpenDocument,
  ): Handed | OapRefusal {
    const pinned = contextOf(record, did);
    const first = pinned?.document;
    if (isEqualJson(first as unknown as Json, open as unknown as Json)) {
      return { ok: true, record, pinned: pinned as OapContext };
    }
    return conflictOf(sha256, first, open);
  }

  return {
    open,
    adopt({ record, pinned }) {
      memory.count(record.id, openedBy(pinned));
      remember({ pinned });
    },
    remember,
  };
}

/** Limits of a host: against what is no number nothing is too much. @throws {RangeError} for what is no integer of at least 0 */
export function demandCounts(counts: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(counts)) integerIn(name, value, 0);
}

/** Whether it may have come here as early as that: its signer's clock may be askew. */
function mayBeFrom(at: number, { opened_at }: OpenDocument): boolean {
  return (readInstant(opened_at) ?? 0) - MOST_SKEW_MS <= at;
}

/** Whoever of the two signed it, if any of them did. */
function openerOf({ initiator, responder, signature }: OpenDocument): string {
  const expected = { purpose: "open", signer: responder } as const;
  return readDetached(signature, expected).ok ? responder : initiator;
}

/** The level of who has none. */
export const UNSPECIFIED = "unspecified";

const OVER: OapRefusal = oapRefusal("negotiation_over", "a new Open");
const TOO_MANY: OapRefusal = oapRefusal("too_many_openings", "fewer live negotiations");

/** The manifest in force. */
export interface HostManifest {
  readonly block: Manifest;
  readonly hash: string;
  /** Puts another in force, unless it is refused. */
  use(block: unknown): ManifestResult;
}

/** @throws {TypeError | RangeError} when the first one is refused, or the number @see docs/requirements/oap.md, OAP-56 */
export function hostManifest(
  first: unknown,
  sha256: Sha256,
  maxValidityMs: number = 2_592_000_000,
): HostManifest {
  integerIn("maxValidityMs", maxValidityMs, 1, 315_360_000_000);
  const manifest = {
    use(block: unknown): ManifestResult {
      const answer = publishable(block, maxValidityMs);
      if (answer.ok) {
        manifest.block = answer.manifest;
        manifest.hash = manifestHash(answer.manifest, sha256);
      }
      return answer;
    },
  } as { -readonly [Name in keyof HostManifest]: HostManifest[Name] };
  const read = manifest.use(first);
  if (!read.ok) throw new TypeError(`Expected a manifest. ${read.message}`);
  return manifest;
}

/** One under which every party can know beforehand what walking away costs, and offers by default what may be offered. */
function publishable(block: unknown, maxValidityMs: number): ManifestResult {
  const answer = readManifest(block);
  if (answer.ok && answer.manifest.default_validity_minutes * 60_000 > maxValidityMs) {
    const expected = `default_validity_minutes within the ${maxValidityMs} ms of maxValidityMs`;
    return refusalOfOther("document_invalid", expected, ["default_validity_minutes"]);
  }
  return (answer.ok && unknownPenalty(answer.manifest)) || answer;
}
