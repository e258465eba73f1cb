/**
 * @module
 * What a party believes of what a host shows it: nothing that it can check itself. The host may lie, and whoever
 * stands between; a signature under a lie would be the party's own.
 */

import { readOptions } from "../../core/checks/index.js";
import { isEqualJson, type Json, type JsonObject } from "../../core/json/index.js";
import { areObligations } from "../agreement/index.js";
import {
  type AcceptanceDocument,
  anyMember,
  checkedCopy,
  type DeriveAgreementOptions,
  differenceIn,
  type JoinConfidentiality,
  listOf,
  type Manifest,
  MOST_SKEW_MS,
  manifestHash,
  membersOf,
  membersOfGround,
  messageHash,
  type OpenDocument,
  type PinnedNames,
  type ProposalDocument,
  readManifest,
  readMessage,
  readOpen,
} from "../documents/index.js";
import { idAs, instantOfId, readInstant } from "../encoding/index.js";
import type { KeyResolver, KeySnapshot, VerifierOptions } from "../keys/index.js";
import type { AgreementGround, DerivedAgreement } from "../record/index.js";
import { agreementOn, standingOf } from "../record/index.js";
import type { Asking } from "../runtime/index.js";
import { readDetached, verifyStored } from "../signing/index.js";
import { demand, demandShown, type Found, partyMemory, type Signing, untrusted } from "./party-memory.js";
import { othersOpen, partyOpens } from "./party-opens.js";
import type { PartySight, Sight } from "./party-sight.js";

/** What a party goes by. */
export interface PartyTrust extends VerifierOptions {
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
  /**
   * Whether it takes part on this ground: the level of confidentiality, and what regulated professions owe, are the
   * host's word to a party that has not opened. Walking away needs no ground. Anything but `true` is a no.
   *
   * @default any
   */
  readonly admitGround?: ((ground: AgreementGround) => boolean) | undefined;
}

/** What holds of what was shown. */
export interface Trust {
  pin(names: PinnedNames): void;
  /** Remembers whom the party has opened with, and under what. */
  noteOpen(open: OpenDocument): void;
  /** The same of an Open that somebody hands it. */
  know(open: unknown): Promise<void>;
  /** Makes a proposal, unless the party has agreed or left, and remembers it. */
  proposing(
    sight: Sight,
    make: (ground: AgreementGround, answered: ProposalDocument | null) => Promise<ProposalDocument>,
  ): Promise<ProposalDocument>;
  /** Walks away: once that is signed the party agrees to nothing of that negotiation any more, and offers nothing. */
  leaving<Answer>(sight: Sight, sign: () => Promise<Answer>): Promise<Answer>;
  /**
   * Signs what accepts the other party's standing proposal, which may be accepted now, unless the party has agreed to
   * another one of the negotiation, or has left it, or made another proposal since.
   */
  accepting<Answer>(
    sight: Sight,
    terms: Json | undefined,
    sign: (ground: AgreementGround, proposal: ProposalDocument) => Signing<Answer>,
  ): Promise<Answer>;
  /** The same of the agreement that the other party has accepted: derived again, as shown, the only one. */
  cosigning<Answer>(sight: Sight, sign: (derived: DerivedAgreement) => Promise<Answer>): Promise<Answer>;
}

/** A party's trust; its functions throw `host_untrusted` where something does not hold. */
export function partyTrust({
  did,
  now,
  sha256,
  effectivePeriod,
  resolver,
  pinned = [],
  keys = [],
  trustsHostKeys,
  join,
  admitGround = () => true,
  verifier,
  ask,
}: PartyTrust &
  DeriveAgreementOptions & {
    readonly did: string;
    readonly now: () => number;
    readonly ask: Asking;
  }): Trust {
  const derivation = { sha256, effectivePeriod };
  const pins = new Set<string>();
  const nameOf = ({ host, manifest_hash }: PinnedNames): string => `${host} ${manifest_hash}`;
  const pin = (given: PinnedNames): void => {
    const names = readOptions("what is pinned", given, ["host", "manifest_hash"]);
    if (typeof names.host !== "string" || typeof names.manifest_hash !== "string") {
      throw new TypeError("Expected a host's DID and a manifest's hash to pin, got others.");
    }
    pins.add(nameOf(names));
  };
  for (const names of pinned) pin(names);
  /** Copies of blocks with their hashes: what is shown again is the same object, in one process. */
  const blocks = new WeakMap<object, { readonly manifest: Manifest; readonly hash: string }>();
  const opens = partyOpens();
  /** What is being signed on, and how many calls sign on it. */
  const underWay = new Map<string, { readonly told: JsonObject; calls: number }>();
  const memory = partyMemory(did, now);
  const otherThan = ({ initiator, responder }: Seats): string => (did === initiator ? responder : initiator);
  /** By both: under the id of a negotiation a stranger can open another with the same party. */
  const dealOf = (sight: Seats & Pick<PartySight, "negotiation_id">): string =>
    `${sight.negotiation_id} ${otherThan(sight)}`;
  const placeOf = (sight: Sight) => ({ id: dealOf(sight), host: sight.host });

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

  const noteOpen = (open: OpenDocument, isOwn = true): void =>
    opens.note(dealOf({ ...open, negotiation_id: idAs("neg", open.open_id) }), open, isOwn);

  async function know(value: unknown, signers?: readonly string[], sight?: Sight): Promise<void> {
    const read = readOpen(value);
    demand(read.ok, "open");
    const { document } = read as { readonly document: OpenDocument };
    const { initiator, responder } = document;
    const signer = (signers ?? [initiator, responder]).find((one) => isOpenOf(one, document));
    if (signer === undefined) {
      const isOthers = [initiator, responder].some((one) => isOpenOf(one, document));
      throw isOthers ? othersOpen() : untrusted("open signature", "signature_invalid");
    }
    const fault = await faultOf(document, "open", signer, sight);
    if (fault !== undefined) throw untrusted("open signature", fault);
    noteOpen(document, signer === did);
  }

  /**
   * One of the two, under a pinned manifest; and as initiator under an Open of its own, or one that it knows.
   *
   * @param isLeaving - whoever leaves may be shown the same id at another host, where somebody has taken it
   */
  async function demandSeat(sight: Sight, isLeaving = false): Promise<void> {
    const { initiator, responder } = sight;
    const id = dealOf(sight);
    demand(initiator !== responder && [initiator, responder].includes(did), "parties");
    const isElsewhere = isLeaving && (opens.fixed(id)?.["host"] ?? sight.host) !== sight.host;
    if (initiator === did && (isElsewhere || !opens.fixed(id))) await know(sight.open, [did], sight);
    // Its own, where that is what is shown.
    else if (opens.isForeign(id) && isOpenOf(did, sight.open)) await know(sight.open, [did], sight);
    demand(initiator !== did || opens.fixed(id) !== undefined, "open");
    if (!isElsewhere) demandAsBefore(sight, SEAT);
    demand(pins.has(nameOf(sight)), "pinned manifest");
  }

  function demandAsBefore(sight: Sight, names?: readonly string[]): void {
    const known = opens.fixed(dealOf(sight)) ?? {};
    for (const name of names ?? Object.keys(known)) {
      const { [name]: value } = known;
      const shown = (sight as unknown as JsonObject)[name] ?? null;
      demand(value === undefined || isEqualJson(shown, value), name);
    }
  }

  async function groundOf(sight: Sight): Promise<AgreementGround> {
    const { manifest, hash } = manifestOf(sight.manifest);
    await demandSeat(sight);
    demandAsBefore(sight);
    const { initiator, responder, host, manifest_hash, confidentiality } = sight;
    const id = dealOf(sight);
    const claim = opens.claim(id) ?? confidentiality;
    const isKnown = typeof confidentiality === "string";
    const level = isKnown && join !== undefined ? join(confidentiality, claim) : claim;
    demand(isKnown && level === confidentiality, "confidentiality");
    // What is the same as before was judged before.
    const owed = opens.fixed(id)?.["regulated_obligations"] ?? demandObligations(sight);
    demand(hash === manifest_hash, "manifest");
    const regulated_obligations = owed as unknown as AgreementGround["regulated_obligations"];
    const names = { initiator, responder, host, manifest_hash };
    const ground = Object.freeze({ manifest, confidentiality, regulated_obligations, ...names });
    // A promise of a no is no yes.
    demand(admitGround(ground) === true, "ground");
    return ground;
  }

  /**
   * What the party signs on the ground that it is told; from then on it is this one, and for others that are asked for
   * meanwhile as well: of two at once, one would be signed on another.
   */
  async function onGround<Answer>(
    sight: Sight,
    act: (ground: AgreementGround) => Promise<Answer>,
  ): Promise<Answer> {
    const ground = await groundOf(sight);
    const { category } = sight;
    const id = dealOf(sight);
    const { manifest: _, ...named } = ground;
    const told: JsonObject = { category, ...(named as unknown as JsonObject) };
    const under = underWay.get(id) ?? { told, calls: 0 };
    for (const [name, value] of Object.entries(told)) {
      demand(isEqualJson(under.told[name] ?? null, value), name);
    }
    underWay.set(id, under);
    under.calls += 1;
    try {
      const answer = await act(ground);
      opens.fix(id, told);
      return answer;
    } finally {
      under.calls -= 1;
      if (under.calls === 0) underWay.delete(id);
    }
  }

  /** Why its signature does not hold, if it does not. */
  async function faultOf(
    document: object,
    purpose: "proposal" | "accept" | "open",
    signer: string,
    sight?: Sight,
  ): Promise<string | undefined> {
    const shown = trustsHostKeys === true ? (sight?.history ?? []).map(({ key }) => key) : [];
    const resolveKey = resolver?.resolveKey;
    const expected = { purpose, signer, resolveKey, verifier, keys: [...keys, ...shown] };
    const verdict = await ask(() => verifyStored(document, expected), sight?.signal);
    return verdict.ok ? undefined : verdict.code;
  }

  /** Reads a document as a stranger's and verifies it: by the keys of now, or by those that are believed in. */
  async function verified<Kind extends "proposal" | "accept">(
    kind: Kind,
    value: unknown,
    signer: string,
    sight: Sight,
    ground: AgreementGround,
  ): Promise<{ readonly proposal: ProposalDocument; readonly accept: AcceptanceDocument }[Kind]> {
    const name = kind === "accept" ? "acceptance" : kind;
    const read = readMessage<"proposal" | "accept">(kind, value);
    if (!read.ok) throw untrusted(name);
    const { document } = read;
    const { negotiation_id } = sight;
    const other = differenceIn(document, membersOfGround(document, { ...ground, negotiation_id }));
    demand(other === undefined, `${name} ${other}`);
    demand(document.from === signer, `${name} from`);
    demand(document.round <= ground.manifest.max_rounds, "round");
    const fault = await faultOf(document, kind, signer, sight);
    if (fault !== undefined) throw untrusted(`${name} signature`, fault);
    return document as never;
  }

  const agreeing = <Seen extends Found, Answer>(
    sight: Sight,
    find: (ground: AgreementGround, other: string) => Promise<Seen>,
    sign: (ground: AgreementGround, seen: Seen) => Promise<Answer>,
  ): Promise<Answer> =>
    onGround(sight, (ground) =>
      memory.agreeing(
        { ...placeOf(sight), signature: standingOf(sight)?.signature ?? "" },
        () => find(ground, otherThan(ground)),
        (seen) => sign(ground, seen),
      ),
    );

  return {
    pin,
    noteOpen,
    know: (open) => know(open),
    proposing(sight, make) {
      const turn = memory.turn();
      return onGround(sight, async (ground) => {
        const standing = standingOf(sight);
        const isFirst = did === ground.initiator && (sight.standing_proposal_id ?? null) === null;
        // What is answered is believed: a forged offer would draw a real one.
        const answered = standing && (await verified("proposal", standing, otherThan(ground), sight, ground));
        if (answered === null) demand(isFirst, "standing proposal");
        else demand(answered.category === sight.category, "category");
        return memory.proposing(placeOf(sight), () => make(ground, answered), turn);
      });
    },
    async leaving(sight, sign) {
      await demandSeat(sight, true);
      return memory.leaving(placeOf(sight), sign);
    },
    accepting: (sight, terms, sign) =>
      agreeing(
        sight,
        async (ground, other) => {
          const shown = demandShown(standingOf(sight), "a standing proposal");
          const proposal = await verified("proposal", shown, other, sight, ground);
          demand(terms === undefined || isEqualJson(terms, proposal.terms), "terms");
          // Once more the same, which may be in what is shown.
          if (memory.isSigned(dealOf(sight), proposal.signature)) return { proposal };
          const { round, category, previous_proposal_id, valid_until } = proposal;
          // What came after it has ended the negotiation, or is none of what is shown.
          demand(sight.history.at(-1)?.document.signature === proposal.signature, "history");
          demand(category === sight.category, "category");
          demand((sight.round ?? round) === round, "round");
          demand((readInstant(valid_until) ?? 0) > now(), "valid_until");
          const answered = memory.last(dealOf(sight));
          const isAnswer = answered?.round !== round - 1 || round === 1;
          demand(isAnswer || answered.ids.includes(previous_proposal_id ?? ""), "previous_proposal_id");
          return { proposal };
        },
        (ground, { proposal }) =>
          memory.once(dealOf(sight), proposal.signature, () => sign(ground, proposal), sight.signal),
      ),
    cosigning: (sight, sign) =>
      agreeing(
        sight,
        async (ground, other) => {
          const own = demandShown(standingOf(sight), "a standing proposal");
          const proposal = await verified("proposal", own, did, sight, ground);
          const last = demandShown(sight.history.at(-1)?.document, "an acceptance");
          const acceptance = await verified("accept", last, other, sight, ground);
          const { proposal_id, round } = proposal;
          const named = { proposal_id, round, proposal_hash: messageHash(sha256, proposal) };
          demand(differenceIn(acceptance, named) === undefined, "acceptance proposal_hash");
          const acceptedAt = readInstant(acceptance.accepted_at) ?? 0;
          const validUntil = readInstant(proposal.valid_until) ?? 0;
          // One that has forgotten sees in the id when it made the proposal; ids of others may say any instant.
          const made = memory.madeAt(dealOf(sight)) || instantOfId(proposal_id);
          const at = made <= now() ? made : 0;
          // Of the two clocks, each askew from the host's.
          const isTimely = acceptedAt <= Math.min(validUntil + MOST_SKEW_MS, now() + 2 * MOST_SKEW_MS);
          demand(isTimely && acceptedAt >= at - 2 * MOST_SKEW_MS, "acceptance accepted_at");
          return { proposal, acceptance };
        },
        (ground, { proposal, acceptance }) => {
          const { agreement, salt_secret = "" } = sight;
          const { agreement_hash } = acceptance;
          // The documents that were verified, and no second look at what was shown.
          const derived = agreementOn(ground, proposal, acceptance, salt_secret, derivation);
          if (!derived.ok || derived.hash !== agreement_hash) throw untrusted("agreement_hash");
          const { signatures: _, ...shown } = { ...agreement };
          const expected = { ...derived.body, agreement_hash };
          demand(isEqualJson(shown as unknown as Json, expected as unknown as Json), "agreement");
          memory.noteCosigned(dealOf(sight), agreement_hash);
          return sign(derived);
        },
      ),
  };
}

/** Whether somebody says to have signed it. */
function isOpenOf(signer: string, open: Partial<OpenDocument> | null | undefined): boolean {
  return readDetached(open?.signature, { purpose: "open", signer }).ok;
}

type Seats = Pick<PartySight, "initiator" | "responder">;

/** What stands in every document. */
const SEAT = ["initiator", "responder", "host", "manifest_hash"];

function demandObligations({ regulated_obligations, initiator, responder }: PartySight): Json {
  const copy = checkedCopy(regulated_obligations, OBLIGATIONS);
  const holds = copy.ok && areObligations(copy.value as never, [initiator, responder]);
  if (!holds) throw untrusted("regulated_obligations");
  return copy.value;
}

const OBLIGATIONS = listOf(membersOf({ party: anyMember, profession: anyMember, obligations: anyMember }), 2);
