/**
 * @module
 * How a host opens a negotiation: a signed Open in, a record out in which everything is pinned that must not change.
 */

import { isEqualJson } from "../core/equal-json.js";
import type { Json } from "../core/negotiation.js";
import { NegotiationError } from "../errors.js";
import type { MaybePromise } from "../ports/maybe-promise.js";
import { clockSkew } from "./clock-skew.js";
import { confidentialityLadder, type JoinConfidentiality, joinedConfidentiality } from "./confidentiality.js";
import { readDetached } from "./detached-jws.js";
import type { OpenDocument } from "./documents.js";
import type { Handed, OapCall } from "./host-letters.js";
import type { HostManifest } from "./host-manifest.js";
import type { HostProofs } from "./host-proofs.js";
import type { OapService } from "./host-service.js";
import type { KeySnapshot } from "./key-snapshot.js";
import type { Sha256 } from "./merkle-proof.js";
import { letterHash } from "./oap-bars.js";
import { contextOf, type OapContext } from "./oap-record.js";
import { type OapCode, type OapRefusal, oapRefusal } from "./oap-refusal.js";
import { type PartyProfile, regulatedObligations } from "./obligations.js";
import { manifestRules, unpinned } from "./pinned-manifest.js";
import { readOpen } from "./read-document.js";
import { signedTextOf } from "./signed-document.js";
import { strictCopy } from "./strict-copy.js";

/** What opening works with. */
export interface HostOpeningOptions {
  readonly did: string;
  readonly service: OapService;
  readonly proofs: HostProofs;
  readonly manifest: HostManifest;
  readonly now: () => number;
  readonly sha256: Sha256;
  /** What the host knows of a party. @default nothing: a level of its own, `unspecified` */
  readonly profileOf?: ((did: string) => MaybePromise<PartyProfile>) | undefined;
  /** Joins levels of confidentiality. @default knows `unspecified` alone */
  readonly join?: JoinConfidentiality | undefined;
  /** Ms that a proposal may live at most, and the opening window. @default 2_592_000_000, 30 days */
  readonly maxValidityMs?: number | undefined;
}

/** Opens. @see spec oap, OAP-4, OAP-28, OAP-31 and OAP-32 */
export function hostOpening(
  options: HostOpeningOptions,
): (value: unknown, call: Pick<OapCall, "caller">) => Promise<Handed | OapRefusal> {
  const {
    did,
    service,
    proofs,
    manifest,
    now,
    sha256,
    join = confidentialityLadder([UNSPECIFIED]),
  } = options;
  const { profileOf = () => ({ level: UNSPECIFIED }), maxValidityMs: turnMs = 2_592_000_000 } = options;

  return async (value, { caller }) => {
    const read = readOpen(value);
    if (!read.ok) return read;
    const open = read.document;
    // The record has one level more above it.
    const fits = strictCopy(open, { maxDepth: 31 });
    if (!fits.ok) return fits;
    const opener = caller ?? openerOf(open);
    if (![open.initiator, open.responder].includes(opener)) {
      return oapRefusal("key_not_authorized", "one of the two parties");
    }
    const proof = await proofs.bounded(open.open_id, () =>
      proofs.prove("open", opener, open.signature, () => signedTextOf(open)),
    );
    if (!proof.ok) return proof;
    const known = await service.loadNegotiation(negotiationIdOf(open));
    if (known !== undefined) return same(known, open);
    return opened(open, proof.key);
  };

  async function opened(open: OpenDocument, key: KeySnapshot): Promise<Handed | OapRefusal> {
    const { initiator, responder, category, confidentiality: claimed } = open;
    const { block, hash } = manifest;
    const bar =
      unpinned(open, { host: did, manifest_hash: hash }) ?? clockSkew("opened_at", open.opened_at, now());
    if (bar?.code === "manifest_changed") return Object.freeze({ ...bar, details: { manifest_hash: hash } });
    if (bar !== undefined) return bar;
    if (!(block.categories as readonly string[]).includes(category)) {
      return oapRefusal("category_not_supported", "a category of the manifest", ["category"]);
    }
    const one = await profileOf(initiator);
    const other = await profileOf(responder);
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
      regulated_obligations: regulatedObligations([
        [initiator, one],
        [responder, other],
      ]),
    };
    try {
      const record = await service.createNegotiation(initiator, responder, undefined, {
        id: negotiationIdOf(open),
        commandId: open.open_id,
        context,
        // Room for a document of 65,536 bytes, a manifest and a key, at six bytes a character.
        rules: { ...manifestRules(block), turnMs, maxTermsBytes: 524_288 },
      });
      if (record.rules.preset !== "oap") {
        throw new TypeError("Expected a service made with the options of oapRoom, got another.");
      }
      return same(record, open);
    } catch (error) {
      if (!NegotiationError.isInstance(error) || !REFUSED.includes(error.code as OapCode)) throw error;
      return oapRefusal(error.code as OapCode, "an Open that the service takes");
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
    return oapRefusal("command_conflict", "the Open of this id that was recorded", undefined, {
      recorded: first === undefined ? null : letterHash(sha256, first),
      received: letterHash(sha256, open),
    });
  }
}

/** That of its Open: however late it comes again, and at whatever process, it finds the one negotiation it opened. */
function negotiationIdOf({ open_id }: OpenDocument): string {
  return open_id.replace("opn", "neg");
}

/** Whoever of the two signed it, if any of them did. */
function openerOf({ initiator, responder, signature }: OpenDocument): string {
  const expected = { purpose: "open", signer: responder } as const;
  return readDetached(signature, expected).ok ? responder : initiator;
}

const UNSPECIFIED = "unspecified";

const REFUSED: readonly OapCode[] = ["command_conflict", "party_invalid"];
