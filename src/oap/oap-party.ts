/**
 * @module
 * One side of a negotiation: builds its documents from what it sees, signs them, and checks what the host shows it.
 * The host's side is `host.ts`.
 */

import type { JsonObject } from "../core/negotiation.js";
import type { Clock } from "../ports/clock.js";
import type { MaybePromise } from "../ports/maybe-promise.js";
import { type AgreementGround, agreementOn, commitmentBytes } from "./accept-agreement.js";
import type { DeriveAgreementOptions } from "./agreement-derivation.js";
import { encodeBase64url } from "./base64url.js";
import { signDetached } from "./detached-jws.js";
import { type DocumentIdPrefix, documentId } from "./document-id.js";
import type { Acceptance, OpenDocument, Proposal, Rejection, Withdrawal } from "./documents.js";
import { type HistoryView, standingOf } from "./history-view.js";
import { writeInstant } from "./instant.js";
import type { Justification } from "./justification.js";
import { partsOfKeyId } from "./key-id.js";
import type { KeyResolver, KeyResult } from "./key-resolver.js";
import { didKeyNow, type KeySnapshot } from "./key-snapshot.js";
import { letterHash } from "./oap-bars.js";
import { platformClock } from "./platform-clock.js";
import { randomPool } from "./random-pool.js";
import type { SignaturePurpose } from "./signature-purpose.js";
import { signDocument, verifyDocument } from "./signed-document.js";
import type { Signer } from "./signer.js";

/** What a party is made of. */
export type OapPartyOptions = OapPartySettings & (SigningParty | { readonly signer: Signer });

/** A party by its name and its key; or a `Signer`, whose `kid` tells both. */
export interface SigningParty extends Pick<Signer, "sign"> {
  readonly did: string;
  /** The DID URL of the key. @default the one key of a `did:key`; other methods need it */
  readonly kid?: string | undefined;
}

/** What else a party works with. */
export interface OapPartySettings extends DeriveAgreementOptions {
  /** @default the platform's */
  readonly clock?: Pick<Clock, "now"> | undefined;
  /** So many bytes that nobody can foresee. @default those of the platform */
  readonly randomBytes?: ((count: number) => Uint8Array) | undefined;
  /** For the party's own key. @default `did:key` alone */
  readonly resolver?: KeyResolver | undefined;
}

/** As much of a history view as a document is built from: that of the standing proposal's turn at least. */
export type PartySight = AgreementGround &
  Pick<
    HistoryView,
    "negotiation_id" | "category" | "standing_proposal_id" | "history" | "agreement" | "salt_secret"
  >;

/** What an Open says beside what the party fills in. */
export interface Opening extends Pick<OpenDocument, "category" | "host" | "manifest_hash" | "responder"> {
  /** @default the party itself */
  readonly initiator?: string | undefined;
  readonly confidentiality?: string | undefined;
  /** Members of other specifications, signed with the rest. */
  readonly extensions?: JsonObject | undefined;
}

/** What a proposal says beside what the party fills in. */
export interface Offer {
  readonly terms: JsonObject;
  /** Epoch ms. @default the manifest's default validity from now on */
  readonly validUntilAt?: number | null | undefined;
  readonly justification?: Justification | null | undefined;
  /** Members of other specifications, signed with the rest. */
  readonly extensions?: JsonObject | undefined;
}

/** What `host.accept` takes. */
export interface AcceptRequest {
  readonly acceptance: Acceptance;
  readonly agreement_signature: string;
  readonly salt_secret: string;
}

/**
 * A party. Each function gives a signed document for the host's operation of that name.
 *
 * They throw a TypeError for what cannot be a document, such as terms that are no strict JSON, an acceptance where
 * nothing stands, a co-signature of an agreement that does not follow from its proposal.
 */
export interface OapParty {
  readonly did: string;
  open(opening: Opening): Promise<OpenDocument>;
  /** The first proposal, or the answer to the standing one. */
  propose(sight: PartySight, offer: Offer): Promise<Proposal>;
  accept(sight: PartySight): Promise<AcceptRequest>;
  reject(sight: PartySight, reason?: string | null): Promise<Rejection>;
  withdraw(sight: PartySight, reason?: string | null): Promise<Withdrawal>;
  /** Signs the agreement once it was derived again from the party's own proposal, the acceptance and the salts. */
  cosign(sight: PartySight): Promise<{ readonly agreement_id: string; readonly signature: string }>;
  /** The party's own key, as a host finds it. */
  key(): Promise<KeySnapshot>;
}

/**
 * A party that signs with this key.
 *
 * @throws {TypeError} when the `kid` is no DID URL with a fragment, or is one of another DID
 * @see spec oap, sections 3 and 4
 * @example
 * import { sha256 } from "@noble/hashes/sha2.js";
 * import { didKeySigner, oapParty } from "concordat/oap";
 * const ada = oapParty({ signer: await didKeySigner(new Uint8Array(32).fill(1)), sha256 });
 * const open = { responder: "did:web:smith.example", category: "pricing", host: "did:web:tool.example" };
 * const document = await ada.open({ ...open, manifest_hash: "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=" });
 * console.log(document.initiator === ada.did); // true
 */
export function oapParty(options: OapPartyOptions): OapParty {
  const { sha256, clock = platformClock } = options;
  const signer = "signer" in options ? options.signer : signerOf(options);
  const { randomBytes = randomPool() } = options;
  const did = demand(partsOfKeyId(signer.kid)?.did, "a signer whose kid is a DID URL with a fragment");
  const now = (): number => clock.now();
  const { resolver } = options;
  const keyOf = (kid: string): MaybePromise<KeyResult> =>
    resolver ? resolver.resolveKey(kid) : didKeyNow(kid, now());
  const id = (prefix: DocumentIdPrefix): string => documentId(prefix, { now, randomBytes });
  const instant = (): string => writeInstant(now());

  async function signed<Document>(document: object, purpose: SignaturePurpose): Promise<Document> {
    const answer = await signDocument(document, purpose, signer);
    if (!answer.ok) throw new TypeError(answer.message);
    return answer.document as unknown as Document;
  }

  function head({ negotiation_id, initiator, responder, host, manifest_hash }: PartySight): object {
    return { negotiation_id, from: did, to: did === initiator ? responder : initiator, host, manifest_hash };
  }

  async function accept(sight: PartySight): Promise<AcceptRequest> {
    const { negotiation_id, initiator, responder } = sight;
    const proposal = demand(standingOf(sight), "a standing proposal");
    const salt_secret = encodeBase64url(randomBytes(32));
    const chosen = { agreement_id: id("agr"), accepted_at: instant() };
    const derived = agreementOn(sight, proposal, chosen, salt_secret, options);
    if (!derived.ok) throw new TypeError(derived.message);
    const { proposal_id, round } = proposal;
    const agreement_hash = derived.hash;
    const acceptance = await signed<Acceptance>(
      {
        ...{ acceptance_id: id("acc"), proposal_id, round, agreement_hash, ...chosen, ...head(sight) },
        proposal_hash: letterHash(sha256, proposal),
      },
      "accept",
    );
    const commitment = {
      ...chosen,
      negotiation_id,
      parties: [initiator, responder],
      agreement_hash,
    } as const;
    const agreement_signature = await signDetached(commitmentBytes(commitment), "agreement", signer);
    return { acceptance, agreement_signature, salt_secret };
  }

  return Object.freeze({
    did,
    open: ({ initiator = did, confidentiality, extensions, ...opening }: Opening) =>
      signed<OpenDocument>(
        {
          ...{ open_id: id("opn"), initiator, opened_at: instant(), ...opening },
          ...(confidentiality !== undefined && { confidentiality }),
          ...(extensions && { extensions }),
        },
        "open",
      ),
    propose(sight: PartySight, { terms, validUntilAt, justification, extensions }: Offer): Promise<Proposal> {
      const previous = standingOf(sight);
      const until = validUntilAt ?? now() + sight.manifest.default_validity_minutes * 60_000;
      const { negotiation_id, initiator, responder, host, manifest_hash, category } = sight;
      const proposal: Record<string, unknown> = {
        proposal_id: id("prp"),
        negotiation_id,
        from: did,
        to: did === initiator ? responder : initiator,
        host,
        manifest_hash,
        category,
        terms,
        previous_proposal_id: previous?.proposal_id ?? null,
        round: (previous?.round ?? 0) + 1,
        valid_until: writeInstant(until),
      };
      if (justification) proposal["justification"] = justification;
      if (extensions) proposal["extensions"] = extensions;
      return signed<Proposal>(proposal, "proposal");
    },
    accept,
    reject(sight: PartySight, reason?: string | null): Promise<Rejection> {
      const { proposal_id, round } = demand(standingOf(sight), "a standing proposal");
      const named = { rejection_id: id("rej"), rejected_at: instant(), proposal_id, round };
      return signed<Rejection>({ ...named, ...head(sight), ...(reason && { reason }) }, "reject");
    },
    withdraw(sight: PartySight, reason?: string | null): Promise<Withdrawal> {
      const { proposal_id = null, round = 0 } = standingOf(sight) ?? {};
      const named = { withdrawal_id: id("wdr"), withdrawn_at: instant(), proposal_id, round };
      return signed<Withdrawal>({ ...named, ...head(sight), ...(reason && { reason }) }, "withdraw");
    },
    async cosign(sight: PartySight) {
      const { agreement, salt_secret = "" } = sight;
      const acceptance = sight.history.at(-1)?.document as Acceptance | undefined;
      const proposal = demand(standingOf(sight), "a standing proposal");
      // A host could show another one and say that it was this party's.
      const own = await verifyDocument(proposal, {
        purpose: "proposal",
        signer: did,
        resolveKey: keyOf,
      });
      const derived =
        own.ok && acceptance !== undefined
          ? // The document that was verified, and no second look at what was shown.
            agreementOn(sight, own.document as unknown as Proposal, acceptance, salt_secret, options)
          : undefined;
      const { body, hash } = demand(
        derived?.ok && derived.hash === agreement?.agreement_hash ? derived : undefined,
        "an agreement that follows from the record and from a proposal of the party",
      );
      const commitment = commitmentBytes({ ...body, agreement_hash: hash });
      const signature = await signDetached(commitment, "agreement", signer);
      return { agreement_id: body.agreement_id, signature };
    },
    async key(): Promise<KeySnapshot> {
      const answer = await keyOf(signer.kid);
      if (answer.ok) return answer.snapshot;
      throw new TypeError(answer.message);
    },
  });
}

function signerOf({ did, sign, kid }: SigningParty): Signer {
  const own = did.startsWith(DID_KEY) ? `${did}#${did.slice(DID_KEY.length)}` : undefined;
  const named = demand(kid ?? own, "a kid, which a DID that is no did:key needs");
  if (partsOfKeyId(named)?.did !== did) throw new TypeError("Expected a kid of the DID, got another.");
  return Object.freeze({ kid: named, sign });
}

const DID_KEY = "did:key:";

function demand<Value>(value: Value | null | undefined, expected: string): Value {
  if (value === undefined || value === null) throw new TypeError(`Expected ${expected}, got none.`);
  return value;
}
