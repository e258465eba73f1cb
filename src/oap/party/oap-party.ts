/**
 * @module
 * One side of a negotiation: builds its documents from what it sees, signs them, and checks what the host shows it.
 * The host's side is `host.ts`.
 */

import { demandFunctions, demandList, demandShape, integerIn, readOptions } from "../../core/checks/index.js";
import type { Json, JsonObject } from "../../core/json/index.js";
import type { Clock } from "../../ports/index.js";
import { systemClock } from "../../system-clock.js";
import { strictCopy } from "../canonical/index.js";
import type {
  AcceptanceDocument,
  DeriveAgreementOptions,
  Justification,
  OpenDocument,
  PinnedNames,
  ProposalDocument,
  RejectionDocument,
  WithdrawalDocument,
  WithdrawalPenalty,
} from "../documents/index.js";
import {
  MOST_SKEW_MS,
  manifestHash,
  mayOpen,
  readManifest,
  readMessage,
  readOpen,
  type SignedMessageKind,
  termsRefusal,
} from "../documents/index.js";
import { type DocumentIdPrefix, documentId, encodeBase64url, writeInstant } from "../encoding/index.js";
import {
  demandSigner,
  didKeyNow,
  foundKey,
  type KeySnapshot,
  partsOfKeyId,
  type Signer,
} from "../keys/index.js";
import type { AgreementGround } from "../record/index.js";
import { commitmentBytes, standingOf } from "../record/index.js";
import { asking, randomPool, storeFailed, withTimers } from "../runtime/index.js";
import { signDetached, signDocument } from "../signing/index.js";
import { type AcceptRequest, acceptanceOf } from "./party-acceptance.js";
import { demandShown, held, type Signing } from "./party-memory.js";
import { type ActOptions, type PartySight, type Sight, sightOf, signalOf } from "./party-sight.js";
import { type PartyTrust, partyTrust } from "./party-trust.js";

/** What a party is made of. */
export type OapPartyOptions = OapPartySettings & (SigningParty | { readonly signer: Signer });

/** A party by its name and its key; or a `Signer`, whose `kid` tells both. */
export interface SigningParty extends Pick<Signer, "sign"> {
  readonly did: string;
  /** The DID URL of the key. @default the one key of a `did:key`; other methods need it */
  readonly kid?: string | undefined;
}

/** What else a party works with. */
export interface OapPartySettings extends DeriveAgreementOptions, PartyTrust {
  /** @default the platform's */
  readonly clock?: Pick<Clock, "now"> | undefined;
  /**
   * Ms that an offer of its own may live at most: a host's `maxValidityMs`, beyond which it takes none.
   *
   * @default 2_592_000_000, the 30 days of hosts
   */
  readonly maxValidityMs?: number | undefined;
  /** So many bytes that nobody can foresee. @default those of the platform */
  readonly randomBytes?: ((count: number) => Uint8Array) | undefined;
}

/** What an Open says beside what the party fills in. */
export interface Opening extends Pick<OpenDocument, "category" | "host" | "responder"> {
  /** The block of the host's manifest, as it was published; or, of one that was looked at, its hash alone. */
  readonly manifest?: unknown;
  readonly manifest_hash?: string | undefined;
  /** What the penalty terms of a manifest that names no amount come to, by who has read them (`mayOpen`). */
  readonly assumePenalty?: WithdrawalPenalty | undefined;
  /** @default the party itself */
  readonly initiator?: string | undefined;
  readonly confidentiality?: string | undefined;
  /** Members of other specifications, signed with the rest. */
  readonly extensions?: JsonObject | undefined;
}

/** What a proposal says beside what the party fills in. */
export interface ProposalDraft {
  readonly terms: JsonObject;
  /** Epoch ms. @default the manifest's default validity, at most `maxValidityMs` less 5 minutes, or half of it where that is more */
  readonly validUntilAt?: number | null | undefined;
  readonly justification?: Justification | null | undefined;
  /** Members of other specifications, signed with the rest. */
  readonly extensions?: JsonObject | undefined;
}

/** What an acceptance is to be of, and how long it is wanted. */
export interface AcceptOptions extends ActOptions {
  /** The terms that were decided on, where the standing proposal has to have just these. */
  readonly terms?: Json | undefined;
}

/**
 * A party. Each function gives a signed document for the host's operation of that name.
 *
 * It takes no host's word. Before it proposes, accepts, walks away or co-signs, the host and the manifest it is shown have to be
 * pinned, by its own `open` or by `pin`; before it accepts or counters, the other party's proposal has to hold, and before it
 * co-signs, the acceptance and the agreement that follows from its own proposal. They throw a TypeError for what
 * cannot be a document, such as terms that are no strict JSON, and a `NegotiationError` `host_untrusted` for what is
 * shown and does not hold.
 *
 * @see docs/requirements/oap.md, OAP-51
 */
export interface OapParty {
  readonly did: string;
  /** Trusts a host to run negotiations under this manifest. @throws {TypeError} for an unknown member */
  pin(names: PinnedNames): void;
  open(opening: Opening): Promise<OpenDocument>;
  /**
   * Takes part under an Open that the other party has signed, or under its own of another process. As initiator it signs
   * nothing under Opens that it does not know; its own it knows again where the host shows them (`HistoryView.open`).
   */
  know(open: OpenDocument): Promise<void>;
  /** The first proposal, or the answer to the standing one. */
  propose(sight: PartySight, offer: ProposalDraft, asked?: ActOptions): Promise<ProposalDocument>;
  accept(sight: PartySight, expected?: AcceptOptions): Promise<AcceptRequest>;
  reject(sight: PartySight, reason?: string | null, asked?: ActOptions): Promise<RejectionDocument>;
  withdraw(sight: PartySight, reason?: string | null, asked?: ActOptions): Promise<WithdrawalDocument>;
  /** Signs the agreement once it was derived again from the party's own proposal, the acceptance and the salts. */
  cosign(
    sight: PartySight,
    asked?: ActOptions,
  ): Promise<{ readonly agreement_id: string; readonly signature: string }>;
  /** The party's own key, as a host finds it. */
  key(asked?: ActOptions): Promise<KeySnapshot>;
}

/**
 * A party that signs with this key.
 *
 * @throws {TypeError} when the `kid` is no DID URL with a fragment, or is one of another DID, and for an unknown option
 * @see docs/requirements/oap.md, sections 3, 4 and OAP-51
 * @example
 * import { sha256 } from "@noble/hashes/sha2.js";
 * import { didKeySigner, oapParty } from "concordat/oap";
 * const ada = oapParty({ signer: await didKeySigner(new Uint8Array(32).fill(1)), sha256 });
 * const manifest = { supported: true, categories: ["pricing"] };
 * const parties = { responder: "did:web:smith.example", host: "did:web:tool.example" };
 * const document = await ada.open({ ...parties, category: "pricing", manifest });
 * console.log(document.initiator === ada.did); // true
 */
export function oapParty(given: OapPartyOptions): OapParty {
  type Given = OapPartySettings & Partial<SigningParty & { readonly signer: Signer }>;
  const options = readOptions<Given>("the options of a party", given, OPTIONS);
  const { sha256, clock = systemClock, randomBytes = randomPool() } = options;
  const { effectivePeriod, join, admitGround, verifier } = options;
  const maxValidityMs = integerIn("maxValidityMs", options.maxValidityMs ?? 2_592_000_000, 1);
  // A host's clock may be behind by so much.
  const longestByDefault = Math.max(maxValidityMs - MOST_SKEW_MS, Math.ceil(maxValidityMs / 2));
  demandFunctions({ sha256: sha256 ?? null, randomBytes, effectivePeriod, join, admitGround, verifier });
  demandShape("clock", clock, ["now"]);
  demandShape("resolver", options.resolver, ["resolveKey"]);
  const { pinned = [], keys = [] } = options;
  demandList("pinned", pinned);
  demandList("keys", keys);
  const ownSigner = options.signer ?? signerOf(options as SigningParty);
  demandSigner(ownSigner);
  // By then no host takes what it has signed; what never answers would stand in the way of all that comes after it.
  const ask = asking(withTimers(clock), MOST_SKEW_MS, () =>
    storeFailed("an answer of the signer, verifier or resolver within 300 s, got none"),
  );
  const signerUntil = (signal?: AbortSignal): Signer => ({
    get kid() {
      return ownSigner.kid;
    },
    sign: (bytes) => ask(() => ownSigner.sign(bytes), signal),
  });
  const did = demandShown(
    partsOfKeyId(ownSigner.kid)?.did,
    "a signer whose kid is a DID URL with a fragment",
  );
  const now = (): number => clock.now();
  const trust = partyTrust({ ...options, did, now, ask });
  const id = (prefix: DocumentIdPrefix): string => documentId(prefix, { now, randomBytes });
  const instant = (): string => writeInstant(now());

  async function signed<Document>(
    document: object,
    purpose: OwnPurpose,
    signal?: AbortSignal,
  ): Promise<Document> {
    formed(document, purpose);
    return held(await signDocument(document, purpose, signerUntil(signal))).document as unknown as Document;
  }

  function head({ negotiation_id, initiator, responder, host, manifest_hash }: PartySight): object {
    return { negotiation_id, from: did, to: did === initiator ? responder : initiator, host, manifest_hash };
  }

  /** Walks away. */
  function left<Document>(
    sight: Sight,
    named: object,
    purpose: "reject" | "withdraw",
    reason: string | null | undefined,
  ): Promise<Document> {
    const document = { ...named, ...head(sight), ...(reason && { reason }) };
    return trust.leaving(sight, () => signed<Document>(document, purpose, sight.signal));
  }

  function acceptance(
    sight: PartySight,
    ground: AgreementGround,
    proposal: ProposalDocument,
  ): Signing<AcceptRequest> {
    const { negotiation_id } = sight;
    const salt_secret = encodeBase64url(randomBytes(32));
    const named = { acceptance_id: id("acc"), ...head(sight), negotiation_id };
    const acceptor = { did, signerUntil, salt_secret, at: now(), sign: signed<AcceptanceDocument>, ask };
    const own = { resolveKey: options.resolver?.resolveKey, keys };
    return acceptanceOf({ ...acceptor, ...own, sha256, effectivePeriod, verifier }, ground, proposal, named);
  }

  async function key(asked: ActOptions = {}): Promise<KeySnapshot> {
    const signal = signalOf(asked);
    const { kid } = ownSigner;
    const { resolver } = options;
    const found = resolver && foundKey(kid, await ask(() => resolver.resolveKey(kid), signal));
    return held(found ?? didKeyNow(kid, now())).snapshot;
  }

  return Object.freeze({
    did,
    pin: trust.pin,
    know: trust.know,
    async open(given: Opening): Promise<OpenDocument> {
      const opening = readOptions("an opening", given, OPENED);
      const {
        initiator = did,
        manifest,
        manifest_hash,
        assumePenalty,
        confidentiality,
        extensions,
        ...rest
      } = opening;
      /** Of a manifest that may be opened under. */
      const hashToOpen = (block: unknown, category: string): string => {
        const { manifest } = held(readManifest(block));
        const isKnown = (manifest.categories as readonly string[]).includes(category);
        if (isKnown && mayOpen(manifest, { assumePenalty })) return manifestHash(manifest, sha256);
        throw new TypeError("Expected a category of the manifest and a known penalty, got others.");
      };
      const hash = manifest === undefined ? manifest_hash : hashToOpen(manifest, rest.category);
      if (hash === undefined)
        throw new TypeError("Expected the host's manifest, or its manifest_hash, got neither.");
      // Of two that differ one was looked at, and the other would be signed.
      if ((manifest_hash ?? hash) !== hash) throw new TypeError("Expected the manifest's hash, got another.");
      const names = { host: rest.host, manifest_hash: hash };
      if (![initiator, rest.responder].includes(did))
        throw new TypeError("Expected a seat of this party, got none.");
      const document = await signed<OpenDocument>(
        {
          ...{ open_id: id("opn"), initiator, opened_at: instant(), ...rest, ...names },
          ...(confidentiality !== undefined && { confidentiality }),
          ...(extensions && { extensions }),
        },
        "open",
      );
      trust.pin(names);
      trust.noteOpen(document);
      return document;
    },
    async propose(shown: PartySight, offer: ProposalDraft, asked = {}): Promise<ProposalDocument> {
      const sight = sightOf(shown, asked);
      const { terms, validUntilAt, justification, extensions } = readOptions("the offer", offer, OFFERED);
      const said = { terms, ...(justification && { justification }), ...(extensions && { extensions }) };
      // As it is now, whatever its owner does with it meanwhile.
      const { terms: offered, ...more } = held(strictCopy(said)).value as JsonObject;
      return trust.proposing(sight, ({ manifest }, previous) => {
        const byDefault = Math.min(manifest.default_validity_minutes * 60_000, longestByDefault);
        const until = validUntilAt ?? now() + byDefault;
        const round = (previous?.round ?? 0) + 1;
        // No host takes such an offer, and once it is signed the standing one cannot be accepted any more.
        const refusal = termsRefusal(offered as JsonObject);
        if (refusal !== undefined) held(refusal);
        if (typeof until !== "number" || !(until > now()))
          throw new TypeError("Expected a validUntilAt to come in epoch ms, got another value.");
        if (until > now() + maxValidityMs) {
          throw new TypeError(`Expected validUntilAt within ${maxValidityMs} ms, got a later instant.`);
        }
        if (round > manifest.max_rounds) {
          throw new TypeError(`Expected at most ${manifest.max_rounds} rounds, got another offer.`);
        }
        const proposal = {
          proposal_id: id("prp"),
          ...head(sight),
          category: sight.category,
          terms: offered,
          previous_proposal_id: previous?.proposal_id ?? null,
          round,
          valid_until: writeInstant(until),
          ...more,
        };
        return signed<ProposalDocument>(proposal, "proposal", sight.signal);
      });
    },
    async accept(shown: PartySight, expected: AcceptOptions = {}) {
      const { terms, ...asked } = readOptions("what is expected", expected, ["terms", "signal"]);
      const sight = sightOf(shown, asked);
      // As they are now, as the sight is.
      const wanted = terms === undefined ? undefined : held(strictCopy(terms)).value;
      return trust.accepting(sight, wanted, (ground, proposal) => acceptance(sight, ground, proposal));
    },
    async reject(shown: PartySight, reason?: string | null, asked = {}): Promise<RejectionDocument> {
      const sight = sightOf(shown, asked);
      const standing = demandShown(standingOf(sight), "a standing proposal");
      // No host takes it, and once it is signed the party has left.
      if (standing.from === did)
        throw new TypeError(
          "Expected a standing proposal of the other party's, got one of its own. Wait for an answer, or withdraw.",
        );
      const { proposal_id, round } = standing;
      const named = { rejection_id: id("rej"), rejected_at: instant(), proposal_id, round };
      return left<RejectionDocument>(sight, named, "reject", reason);
    },
    async withdraw(shown: PartySight, reason?: string | null, asked = {}): Promise<WithdrawalDocument> {
      const sight = sightOf(shown, asked);
      const { proposal_id = null, round = 0 } = standingOf(sight) ?? {};
      const named = { withdrawal_id: id("wdr"), withdrawn_at: instant(), proposal_id, round };
      return left<WithdrawalDocument>(sight, named, "withdraw", reason);
    },
    async cosign(shown: PartySight, asked = {}) {
      const sight = sightOf(shown, asked);
      return trust.cosigning(sight, async ({ body, hash }) => {
        const commitment = commitmentBytes({ ...body, agreement_hash: hash });
        const signature = await signDetached(commitment, "agreement", signerUntil(sight.signal));
        return { agreement_id: body.agreement_id, signature };
      });
    },
    key,
  });
}

const OPTIONS = [
  "did",
  "kid",
  "sign",
  "signer",
  "clock",
  "maxValidityMs",
  "randomBytes",
  "sha256",
  "effectivePeriod",
  "verifier",
  "resolver",
  "pinned",
  "keys",
  "trustsHostKeys",
  "join",
  "admitGround",
] as const;

const OPENED = [
  "initiator",
  "responder",
  "host",
  "category",
  "manifest",
  "manifest_hash",
  "assumePenalty",
  "confidentiality",
  "extensions",
] as const;

const OFFERED = ["terms", "validUntilAt", "justification", "extensions"] as const;

type OwnPurpose = "open" | SignedMessageKind;

/** What is to be signed, as a reader would read it: nobody could use another one, and it would be remembered as signed. */
function formed(document: object, purpose: OwnPurpose): void {
  const unread = { ...document, signature: "e30..AA" };
  held<{ readonly ok: true }>(purpose === "open" ? readOpen(unread) : readMessage(purpose, unread));
}

function signerOf({ did, sign, kid }: SigningParty): Signer {
  if (typeof did !== "string") throw new TypeError("Expected a signer, or a DID and sign, got none.");
  const own = did.startsWith(DID_KEY) ? `${did}#${did.slice(DID_KEY.length)}` : undefined;
  const named = demandShown(kid ?? own, "a kid, which a DID that is no did:key needs");
  if (partsOfKeyId(named)?.did !== did) throw new TypeError("Expected a kid of the DID, got another.");
  return Object.freeze({ kid: named, sign });
}

const DID_KEY = "did:key:";
