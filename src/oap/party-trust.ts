/**
 * @module
 * What a party believes of what a host shows it: nothing that it can check itself. The host may lie, and whoever
 * stands between; a signature under a lie would be the party's own.
 */

import { isEqualJson } from "../core/equal-json.js";
import type { Json, JsonObject } from "../core/negotiation.js";
import { NegotiationError } from "../errors.js";
import type { AgreementGround } from "./accept-agreement.js";
import type { DerivedAgreement } from "./agreement-derivation.js";
import { MOST_SKEW_MS } from "./clock-skew.js";
import type { JoinConfidentiality } from "./confidentiality.js";
import { idAs } from "./document-id.js";
import type { Acceptance, OpenDocument, Proposal } from "./documents.js";
import { standingOf } from "./history-view.js";
import { readInstant } from "./instant.js";
import type { KeyResolver } from "./key-resolver.js";
import { type KeySnapshot, snapshotKeys } from "./key-snapshot.js";
import { type Manifest, manifestHash, mayOpen, readManifest } from "./manifest.js";
import { anyMember, checkedCopy, listOf, membersOf } from "./member-checks.js";
import type { Sha256 } from "./merkle-proof.js";
import { letterHash } from "./oap-bars.js";
import type { Letter } from "./oap-letters.js";
import type { PartySight } from "./oap-party.js";
import { areObligations } from "./obligations.js";
import type { WithdrawalPenalty } from "./penalty.js";
import type { PinnedNames } from "./pinned-manifest.js";
import { type DocumentResult, readAcceptance, readProposal } from "./read-document.js";
import { verifyDocument } from "./signed-document.js";
import type { Verifier } from "./signer.js";
import type { SigningRefusal } from "./signing-refusal.js";

/** What a party goes by. */
export interface PartyTrust {
  /** For the party's own key and those of others. @default `did:key` alone */
  readonly resolver?: KeyResolver | undefined;
  /** Hosts and the manifests under which they may run its negotiations. @default those of its own `open` alone */
  readonly pinned?: readonly PinnedNames[] | undefined;
  /**
   * Keys that it believes in although the resolver knows them no more: its own from before a rotation, those of others
   * that it has seen itself.
   *
   * @default none
   */
  readonly keys?: readonly KeySnapshot[] | undefined;
  /**
   * Whether it believes the host as well which keys signed the documents of the past (`HistoryEntry.key`). Whoever does
   * can be made to co-sign what nobody has accepted.
   *
   * @default false
   */
  readonly trustsHostKeys?: boolean | undefined;
  /**
   * Joins the levels of confidentiality of the hosts that it deals with, as `confidentialityLadder` makes it.
   *
   * @default none: a level that its own Open claimed has to be the one that is shown
   */
  readonly join?: JoinConfidentiality | undefined;
  /** Checks behind the byte guard. @default WebCrypto */
  readonly verifier?: Verifier | undefined;
}

/** What holds of what was shown. */
export interface Trust {
  pin(names: PinnedNames): void;
  demandPinned(names: PinnedNames): void;
  /** The hash of a manifest that may be opened under. @throws {TypeError} for another */
  hashToOpen(manifest: unknown, category: string, assumePenalty: WithdrawalPenalty | undefined): string;
  /** What every agreement stands on, as far as the party is one of the two and host and manifest are pinned. */
  groundOf(sight: PartySight): AgreementGround;
  /** Refuses to offer anything where the party has agreed to something. */
  demandOpen(negotiationId: string): void;
  /** Remembers that the party has walked away: it agrees to nothing of that negotiation any more. */
  noteLeft(negotiationId: string): void;
  /** Signs what agrees to the standing proposal, unless the party has agreed to another one of the negotiation. */
  agreeing<Answer>(sight: PartySight, sign: () => Promise<Answer>): Promise<Answer>;
  /** The standing proposal, of the other party, which may be accepted now. */
  proposalOfOther(sight: PartySight, ground: AgreementGround, terms: Json | undefined): Promise<Proposal>;
  /** Remembers whom the party has opened with, and under what. */
  noteOpen(open: OpenDocument): void;
  /** Remembers what the party was told when it signed this proposal, or an acceptance of it. */
  noteSigned(sight: PartySight, ground: AgreementGround, proposal: Proposal): void;
  /** The party's own proposal and the other's acceptance of it. */
  agreedDocuments(
    sight: PartySight,
    ground: AgreementGround,
  ): Promise<{ readonly proposal: Proposal; readonly acceptance: Acceptance }>;
  /** The agreement, if it is the one that was accepted and shown, and the only one of its negotiation. */
  demandAgreement(
    sight: PartySight,
    acceptance: Acceptance,
    derived: DerivedAgreement | SigningRefusal,
  ): DerivedAgreement;
}

/** A party's trust; its functions throw `host_untrusted` where something does not hold. */
export function partyTrust({
  did,
  now,
  sha256,
  resolver,
  pinned = [],
  keys = [],
  trustsHostKeys = false,
  join,
  verifier,
}: PartyTrust & { readonly did: string; readonly now: () => number; readonly sha256: Sha256 }): Trust {
  const pins = new Set<string>();
  const nameOf = ({ host, manifest_hash }: PinnedNames): string => `${host} ${manifest_hash}`;
  const pin = (names: PinnedNames): void => void pins.add(nameOf(names));
  const demandPinned = (names: PinnedNames): void => demand(pins.has(nameOf(names)), "pinned manifest");
  for (const names of pinned) pin(names);
  /** Copies of blocks with their hashes: what is shown again is the same object, in one process. */
  const blocks = new WeakMap<object, { readonly manifest: Manifest; readonly hash: string }>();
  /** What was fixed at open, by negotiation: what it was when the party first signed. */
  const facts = new Map<string, Readonly<Record<string, Json>>>();
  /** The party's own proposals by negotiation and round, and since when there is one. */
  const proposed = new Map<string, { readonly ids: readonly string[]; readonly at: number }>();
  /**
   * By negotiation the signature of the one proposal that it agrees to, by accepting or by co-signing, and the hash that
   * it has co-signed. Never let go: a second agreement could be shown beside the first.
   */
  const agreed = new Map<string, string>();
  const cosigned = new Map<string, string>();
  /** Negotiations that it has left; never let go either. */
  const left = new Set<string>();
  /** The level that its own Open has claimed, by negotiation. */
  const claims = new Map<string, string>();

  function manifestOf(block: unknown): { readonly manifest: Manifest; readonly hash: string } {
    const known = blocks.get(block as object);
    if (known !== undefined) return known;
    const read = readManifest(block);
    demand(read.ok, "manifest");
    const { manifest } = read as { readonly manifest: Manifest };
    const made = { manifest, hash: manifestHash(manifest, sha256) };
    blocks.set(block as object, made);
    return made;
  }

  function groundOf(sight: PartySight): AgreementGround {
    const { initiator, responder, host, manifest_hash, confidentiality } = sight;
    demand(initiator !== responder && [initiator, responder].includes(did), "parties");
    const known = facts.get(sight.negotiation_id) ?? {};
    for (const [name, value] of Object.entries(known)) {
      demand(isEqualJson((sight as unknown as JsonObject)[name] ?? null, value), name);
    }
    const claim = claims.get(sight.negotiation_id) ?? confidentiality;
    const level = confidentiality === claim ? claim : join?.(confidentiality, claim);
    demand(level === confidentiality, "confidentiality");
    // What is the same as before was judged before.
    const owed = known["regulated_obligations"] ?? demandObligations(sight);
    const names = { host, manifest_hash };
    demandPinned(names);
    const { manifest, hash } = manifestOf(sight.manifest);
    demand(hash === manifest_hash, "manifest");
    const regulated_obligations = owed as unknown as AgreementGround["regulated_obligations"];
    return { initiator, responder, ...names, manifest, confidentiality, regulated_obligations };
  }

  /** Reads a document as a stranger's and verifies it: by the keys of now, or by those that are believed in. */
  async function verified<Document extends Letter>(
    [name, purpose]: readonly [name: string, purpose: "proposal" | "accept"],
    read: DocumentResult<Document>,
    signer: string,
    sight: PartySight,
    ground: AgreementGround,
  ): Promise<Document> {
    demand(read.ok, name);
    const { document } = read as { readonly document: Document };
    const { from, to, negotiation_id, host, manifest_hash } = document;
    const other = did === ground.initiator ? ground.responder : ground.initiator;
    demand(from === signer && to === (signer === did ? other : did), `${name} from and to`);
    demand(negotiation_id === sight.negotiation_id, `${name} negotiation_id`);
    demand((host ?? ground.host) === ground.host, `${name} host`);
    demand((manifest_hash ?? ground.manifest_hash) === ground.manifest_hash, `${name} manifest_hash`);
    const shown = trustsHostKeys ? sight.history.map(({ key }) => key) : [];
    const stored = [...keys, ...shown].map((key) => snapshotKeys([key]));
    const now = resolver?.resolveKey;
    for (const resolveKey of [now, ...stored]) {
      const answer = await verifyDocument(document, { purpose, signer, resolveKey, verifier });
      if (answer.ok) return document;
    }
    throw untrusted(`${name} signature`);
  }

  function demandRound({ round, from, previous_proposal_id }: Proposal, ground: AgreementGround): void {
    const proposer = round % 2 === 1 ? ground.initiator : ground.responder;
    const isFirst = previous_proposal_id === null;
    demand(round <= ground.manifest.max_rounds && from === proposer && isFirst === (round === 1), "round");
  }

  return {
    pin,
    demandPinned,
    hashToOpen(block, category, assumePenalty) {
      const read = readManifest(block);
      if (!read.ok) throw new TypeError(`Expected the manifest of the host. ${read.message}`);
      const { manifest } = read;
      if (
        !mayOpen(manifest, { assumePenalty }) ||
        !(manifest.categories as readonly string[]).includes(category)
      ) {
        throw new TypeError(
          "Expected a category of the manifest and a known penalty, got others. See mayOpen.",
        );
      }
      return manifestHash(manifest, sha256);
    },
    groundOf,
    noteOpen({ open_id, initiator, responder, category, host, manifest_hash, confidentiality }) {
      const id = idAs("neg", open_id);
      remember(facts, id, { initiator, responder, category, host, manifest_hash });
      if (confidentiality !== undefined) remember(claims, id, confidentiality);
    },
    demandOpen: (id) => demand(!agreed.has(id), "proposal, since one is agreed to"),
    noteLeft: (id) => void left.add(id),
    noteSigned({ category }, { manifest: _, ...ground }, { negotiation_id, round, proposal_id, from }) {
      const name = `${negotiation_id} ${round}`;
      remember(facts, negotiation_id, { category, ...(ground as unknown as JsonObject) });
      if (from !== did) return;
      // One that did not arrive is signed anew.
      const { ids, at } = proposed.get(name) ?? { ids: [], at: now() };
      remember(proposed, name, { ids: [...ids, proposal_id], at });
    },
    async agreeing(sight, sign) {
      const { negotiation_id } = sight;
      const signature = standingOf(sight)?.signature ?? "";
      const before = agreed.get(negotiation_id);
      demand((before ?? signature) === signature, "proposal, since another one is agreed to");
      const demandThere = (): void => demand(!left.has(negotiation_id), "agreement, since it has left");
      demandThere();
      // From now on, so that two at once cannot both pass; unless nothing is signed in the end.
      agreed.set(negotiation_id, signature);
      try {
        const answer = await sign();
        demandThere();
        agreed.set(negotiation_id, signature);
        return answer;
      } catch (error) {
        if (before === undefined) agreed.delete(negotiation_id);
        throw error;
      }
    },
    async proposalOfOther(sight, ground, terms) {
      const other = did === ground.initiator ? ground.responder : ground.initiator;
      const shown = readProposal(demandShown(standingOf(sight), "a standing proposal"));
      const proposal = await verified(["proposal", "proposal"], shown, other, sight, ground);
      demandRound(proposal, ground);
      const { round, category, previous_proposal_id, valid_until, signature } = proposal;
      demand(category === sight.category, "category");
      demand((sight.round ?? round) === round, "round");
      demand((readInstant(valid_until) ?? 0) > now(), "valid_until");
      const answered = proposed.get(`${sight.negotiation_id} ${round - 1}`);
      demand(answered?.ids.includes(previous_proposal_id ?? "") ?? true, "previous_proposal_id");
      demand(agreed.get(sight.negotiation_id) === signature, "proposal");
      demand(terms === undefined || isEqualJson(terms, proposal.terms), "terms");
      return proposal;
    },
    async agreedDocuments(sight, ground) {
      const other = did === ground.initiator ? ground.responder : ground.initiator;
      const ofOwn = readProposal(demandShown(standingOf(sight), "a standing proposal"));
      const proposal = await verified(["proposal", "proposal"], ofOwn, did, sight, ground);
      demandRound(proposal, ground);
      demand(agreed.get(sight.negotiation_id) === proposal.signature, "proposal");
      const last = demandShown(sight.history.at(-1)?.document, "an acceptance");
      const acceptance = await verified(["acceptance", "accept"], readAcceptance(last), other, sight, ground);
      const { proposal_id, round } = proposal;
      const names = acceptance.proposal_id === proposal_id && acceptance.round === round;
      demand(names && acceptance.proposal_hash === letterHash(sha256, proposal), "acceptance proposal_hash");
      const acceptedAt = readInstant(acceptance.accepted_at) ?? 0;
      const validUntil = readInstant(proposal.valid_until) ?? 0;
      const { at = 0 } = proposed.get(`${sight.negotiation_id} ${round}`) ?? {};
      const isTimely = acceptedAt <= Math.min(validUntil, now()) + MOST_SKEW_MS;
      // Two clocks, each askew from the host's.
      demand(isTimely && acceptedAt >= at - 2 * MOST_SKEW_MS, "acceptance accepted_at");
      return { proposal, acceptance };
    },
    demandAgreement({ negotiation_id, agreement }, { agreement_hash }, derived) {
      demand(derived.ok && derived.hash === agreement_hash, "agreement_hash");
      const { agreement_hash: hash, signatures: _, ...shown } = { ...agreement };
      const { body } = derived as DerivedAgreement;
      demand(
        hash === agreement_hash && isEqualJson(shown as unknown as Json, body as unknown as Json),
        "agreement",
      );
      const before = cosigned.get(negotiation_id) ?? agreement_hash;
      demand(before === agreement_hash, "agreement, since another one is signed");
      cosigned.set(negotiation_id, agreement_hash);
      return derived as DerivedAgreement;
    },
  };
}

/** Chosen: more negotiations than a party has at once. */
const MOST_REMEMBERED = 1_000;

function remember<Value>(memory: Map<string, Value>, name: string, value: Value): void {
  memory.delete(name);
  memory.set(name, value);
  const [oldest = ""] = memory.keys();
  if (memory.size > MOST_REMEMBERED) memory.delete(oldest);
}

function demandObligations({ regulated_obligations, initiator, responder }: PartySight): Json {
  const copy = checkedCopy(regulated_obligations, OBLIGATIONS);
  const holds = copy.ok && areObligations(copy.value as never, [initiator, responder]);
  if (!holds) throw untrusted("regulated_obligations");
  return copy.value;
}

const OBLIGATIONS = listOf(membersOf({ party: anyMember, profession: anyMember, obligations: anyMember }), 2);

function demand(holds: boolean, at: string): void {
  if (!holds) throw untrusted(at);
}

/** @throws {TypeError} for what is not there */
export function demandShown<Value>(value: Value | null | undefined, expected: string): Value {
  if (value === undefined || value === null) throw new TypeError(`Expected ${expected}, got none.`);
  return value;
}

function untrusted(at: string): NegotiationError {
  const message = `Expected a host that shows what holds, got another: ${at}. Do not sign.`;
  return new NegotiationError("host_untrusted", message, { details: { at } });
}
