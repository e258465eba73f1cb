/**
 * @module
 * What the conformance table needs beside `host-setup.ts`: every document in every state, also those that no honest
 * party would sign, and negotiations brought to each wire state.
 */

import type { AcceptanceDocument, ProposalDocument } from "../../src/oap/documents/index.js";
import { messageHash } from "../../src/oap/documents/index.js";
import { documentId, hashText, idAs } from "../../src/oap/encoding/index.js";
import type {
  AcceptRequest,
  HistoryView,
  OapParty,
  OapWireState,
  PartySight,
  SignaturePurpose,
  SignedMessage,
} from "../../src/oap/index.js";
import { oapParty, writeInstant } from "../../src/oap/index.js";
import type { Signer } from "../../src/oap/keys/index.js";
import { agreementOn, commitmentBytes } from "../../src/oap/record/index.js";
import { signDetached, signDocument } from "../../src/oap/signing/index.js";
import type { World } from "./host-setup.js";
import { DID, good, opened, proposed, START, sha256, signerOf, viewOf, world } from "./host-setup.js";

/** The actions of section 3.2 as parties hand them in. */
export const ACTIONS = ["propose", "counter", "accept", "reject", "withdraw"] as const;
export type OapAction = (typeof ACTIONS)[number];

export const STATES: readonly OapWireState[] = [
  ...(["OPEN", "PROPOSED", "COUNTERED"] as const),
  ...(["ACCEPTED", "REJECTED", "EXPIRED", "WITHDRAWN"] as const),
];

/** `"ok"`, or the code of the refusal. */
export function codeOf(
  answer: { readonly ok: true } | { readonly ok: false; readonly code: string },
): string {
  return answer.ok ? "ok" : answer.code;
}

/** The same document with other members, signed by that signer; `undefined` leaves a member out. */
export async function resigned<Document extends object>(
  document: Document,
  changes: Readonly<Record<string, unknown>>,
  purpose: SignaturePurpose,
  signer: Signer,
): Promise<Document> {
  const { signature: _, ...unsigned } = { ...document, ...changes } as Record<string, unknown>;
  const members = Object.entries(unsigned).filter(([, value]) => value !== undefined);
  return good(await signDocument(Object.fromEntries(members), purpose, signer)).document as never;
}

/** An acceptance that was changed after it was derived, with its agreement's signature made anew. */
export async function acceptedWith(
  view: HistoryView,
  request: AcceptRequest,
  changes: Readonly<Record<string, unknown>>,
  signer: Signer,
): Promise<AcceptRequest> {
  const acceptance = await resigned(request.acceptance, changes, "accept", signer);
  const commitment = { ...acceptance, parties: [view.initiator, view.responder] as const };
  const agreement_signature = await signDetached(commitmentBytes(commitment), "agreement", signer);
  return { ...request, acceptance, agreement_signature };
}

/** What a reckless acceptor chooses of its own. */
export interface Reckless {
  /** @default the standing one of the sight */
  readonly proposal?: ProposalDocument;
  readonly agreement_id?: string;
  readonly accepted_at?: string;
  readonly salt_secret?: string;
  /** Signs the agreement. @default as the acceptance */
  readonly agreementSigner?: Signer;
  /** Members of the acceptance that are others, whatever follows from the record. */
  readonly changes?: Readonly<Record<string, unknown>>;
}

/** An acceptance by whoever signs whatever is shown: an honest party checks first. */
export async function acceptRecklessly(
  sight: PartySight,
  signer: Signer,
  chosen: Reckless = {},
): Promise<AcceptRequest> {
  const { negotiation_id, initiator, responder, host, manifest_hash } = sight;
  const from = signer.kid.slice(0, signer.kid.indexOf("#"));
  const to = from === initiator ? responder : initiator;
  const shown = sight.history.findLast(({ type }) => type.endsWith("proposal"))?.document;
  const { proposal = shown as ProposalDocument, salt_secret = "AQ".padEnd(43, "A") } = chosen;
  const { agreement_id = idAs("agr", negotiation_id), accepted_at = writeInstant(START) } = chosen;
  const derived = agreementOn(sight, proposal, { agreement_id, accepted_at }, salt_secret, { sha256 });
  const members = {
    acceptance_id: idAs("acc", negotiation_id),
    ...{ negotiation_id, from, to, host, manifest_hash, agreement_id, accepted_at },
    ...{
      proposal_id: proposal.proposal_id,
      proposal_hash: messageHash(sha256, proposal),
      round: proposal.round,
    },
    agreement_hash: derived.ok ? derived.hash : hashText(sha256, new Uint8Array()),
    ...chosen.changes,
  };
  const acceptance = good(await signDocument(members, "accept", signer))
    .document as unknown as AcceptanceDocument;
  const commitment = { ...acceptance, parties: [initiator, responder] as const };
  const { agreementSigner = signer } = chosen;
  const agreement_signature = await signDetached(commitmentBytes(commitment), "agreement", agreementSigner);
  return { acceptance, agreement_signature, salt_secret };
}

/** An offer by whoever answers what is shown, or begins where nothing is: an honest party checks first. */
async function offerRecklessly(
  here: World,
  sight: PartySight,
  last: ProposalDocument | undefined,
  signer: Signer,
): Promise<ProposalDocument> {
  const { negotiation_id, initiator, responder, host, manifest_hash, category } = sight;
  const from = signer.kid.slice(0, signer.kid.indexOf("#"));
  const { randomBytes } = here;
  const now = (): number => here.clock.now();
  const members = {
    proposal_id: documentId("prp", { now, randomBytes }),
    ...{
      negotiation_id,
      from,
      to: from === initiator ? responder : initiator,
      host,
      manifest_hash,
      category,
    },
    terms: { price: "50.00" },
    previous_proposal_id: last?.proposal_id ?? null,
    round: (last?.round ?? 0) + 1,
    valid_until: writeInstant(now() + 3_600_000),
  };
  return good(await signDocument(members, "proposal", signer)).document as unknown as ProposalDocument;
}

/** A signed document of that action, whether or not it is legal. */
export async function letterFor(
  here: World,
  view: HistoryView,
  action: OapAction,
  party: OapParty,
): Promise<unknown> {
  const last = view.history.findLast(({ type }) => type.endsWith("proposal"))?.document as
    | ProposalDocument
    | undefined;
  const signer = await signerOfParty(here, party);
  if (action === "propose") return offerRecklessly(here, view, undefined, signer);
  const document = last ?? (await offerRecklessly(here, view, undefined, await signers.smith()));
  if (action === "counter") return offerRecklessly(here, view, document, signer);
  const { proposal_id } = document;
  // As if by the other one: nobody rejects an offer of his own, and who walks away looks at no signature.
  const shown = { ...document, from: view.initiator, to: view.responder };
  const isAnswer = action === "reject" || action === "withdraw";
  const key = await party.key();
  const entry = { turn: 1, type: "proposal", at: "", document: isAnswer ? shown : document, key } as const;
  const sight = { ...view, standing_proposal_id: proposal_id, history: [entry] };
  if (action === "accept") {
    const accepted_at = writeInstant(here.clock.now());
    return acceptRecklessly(sight, signer, { accepted_at });
  }
  // Who has no seat, or has moved already, does not get past its own checks: another one signs, who has neither.
  const letter = await (await responderOf(here))[action](sight);
  const names = { from: party.did, to: party.did === view.initiator ? view.responder : view.initiator };
  return resigned(letter, names, action, signer);
}

/** Smith, who remembers nothing. */
async function responderOf({ clock, hash, randomBytes }: World): Promise<OapParty> {
  const pinned = ["did:web:other.example", DID].map((host) => ({ host, manifest_hash: hash }));
  return oapParty({ signer: await signers.smith(), sha256, clock, randomBytes, pinned });
}

/** The signer of one of the three. */
export function signerOfParty({ ada, smith }: World, { did }: OapParty): Promise<Signer> {
  return signers[did === ada.did ? "ada" : did === smith.did ? "smith" : "eve"]();
}

/** Hands a document in at its door. */
export function hand(here: World, action: OapAction, document: unknown, call: { caller?: string } = {}) {
  const { host } = here;
  return host[action === "counter" ? "propose" : action](document, call);
}

/** A new negotiation between ada and smith in that state. */
export async function inState(here: World, state: OapWireState): Promise<HistoryView> {
  const { host, ada, smith, clock } = here;
  if (state === "OPEN") return opened(here);
  const { history } = await proposed(here);
  if (state === "PROPOSED") return history;
  if (state === "COUNTERED") {
    return good(await host.propose(await smith.propose(history, { terms: { price: "45.00" } }))).history;
  }
  if (state === "ACCEPTED") good(await host.accept(await smith.accept(history)));
  if (state === "REJECTED") good(await host.reject(await smith.reject(history)));
  if (state === "WITHDRAWN") good(await host.withdraw(await ada.withdraw(history)));
  if (state === "EXPIRED") await clock.advance(history.manifest.default_validity_minutes * 60_000);
  return viewOf(here, history.negotiation_id);
}

/** Offers in turn, from ada on, until so many stand. */
export async function offered(here: World, view: HistoryView, count: number): Promise<HistoryView> {
  let now = view;
  while (now.round < count) {
    const party = now.floor === here.ada.did ? here.ada : here.smith;
    const terms = { price: `${40 + now.round}.00` };
    now = good(await here.host.propose(await party.propose(now, { terms }))).history;
  }
  return now;
}

/** The hash of a whole signed document. */
export function hashOf(letter: SignedMessage): string {
  return messageHash(sha256, letter);
}

/** The signers of ada, smith and eve. */
export const signers = {
  ada: () => signerOf(1),
  smith: () => signerOf(2),
  eve: () => signerOf(3),
};

/** Makes worlds, and closes all that it made. */
export function worlds() {
  const made: World[] = [];
  return {
    world: async (given: Parameters<typeof world>[0] = {}): Promise<World> => {
      const here = await world({ isForgetful: true, ...given });
      made.push(here);
      return here;
    },
    closeAll: async (): Promise<void> => {
      for (const { service } of made.splice(0)) await service.close();
    },
  };
}
