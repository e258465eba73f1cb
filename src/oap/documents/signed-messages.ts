/**
 * @module
 * The one reader of the messages of a negotiation, for host, party and verifier: the form of each sort, and what a
 * message has to say of its negotiation. What it means for the state of the negotiation is the host's question.
 */

import { isEqualJson, type Json } from "../../core/json/index.js";
import { canonicalForm, resolveLimits, type SigningRefusal, signingRefusal } from "../canonical/index.js";
import { hashText, readInstant } from "../encoding/index.js";
import type { Sha256 } from "../merkle/index.js";
import {
  type AcceptanceDocument,
  type DocumentResult,
  type OpenDocument,
  type ProposalDocument,
  type RejectionDocument,
  readAcceptance,
  readProposal,
  readRejection,
  readWithdrawal,
  type WithdrawalDocument,
} from "./documents.js";
import type { PinnedNames } from "./manifest.js";

/** The documents that move a negotiation, by the purpose of their signatures. */
export interface SignedMessages {
  readonly proposal: ProposalDocument;
  readonly accept: AcceptanceDocument;
  readonly reject: RejectionDocument;
  readonly withdraw: WithdrawalDocument;
}

/** The sorts, each by the purpose of its signature. */
export type SignedMessageKind = keyof SignedMessages;

/** A document that moves a negotiation. */
export type SignedMessage = SignedMessages[SignedMessageKind];

/** What all messages of a negotiation say alike. */
export interface MessageGround extends PinnedNames, Pick<OpenDocument, "initiator" | "responder"> {
  readonly negotiation_id: string;
}

/** Reads a message of a sort; refuses with `document_invalid`. */
export function readMessage<Kind extends SignedMessageKind>(
  kind: Kind,
  value: unknown,
): DocumentResult<SignedMessages[Kind]> {
  return READERS[kind](value);
}

const READERS: { readonly [Kind in SignedMessageKind]: Reader<SignedMessages[Kind]> } = {
  proposal: readProposal,
  accept: readAcceptance,
  reject: readRejection,
  withdraw: readWithdrawal,
};

type Reader<Document> = (value: unknown) => DocumentResult<Document>;

/**
 * What a proposal or an acceptance has to say of its negotiation: who proposes follows from the round, odd ones are
 * the initiator's. A proposal may leave out host and manifest.
 */
export function membersOfGround(
  message: ProposalDocument | AcceptanceDocument,
  { negotiation_id, initiator, responder, host, manifest_hash }: MessageGround,
): Readonly<Record<string, Json>> {
  const isProposal = "terms" in message;
  const isInitiators = isProposal === (message.round % 2 === 1);
  const [from, to] = isInitiators ? [initiator, responder] : [responder, initiator];
  return {
    ...{ negotiation_id, from, to },
    ...(message.host !== undefined && { host }),
    ...(message.manifest_hash !== undefined && { manifest_hash }),
    ...(isProposal && {
      previous_proposal_id: message.round === 1 ? null : (message.previous_proposal_id ?? "one"),
    }),
  };
}

/** The first of these members that is another in a document; `undefined` is as good as `null`. */
export function differenceIn(
  document: object,
  expected: Readonly<Record<string, unknown>>,
): string | undefined {
  const members = document as Readonly<Record<string, Json>>;
  return Object.keys(expected).find(
    (name) => !isEqualJson(members[name] ?? null, (expected[name] ?? null) as Json),
  );
}

/** The hash of a whole signed document, its signature included. */
export function messageHash(sha256: Sha256, message: object): string {
  return hashText(sha256, canonicalForm(message, resolveLimits()).bytes);
}

/**
 * `clock_skew` when an instant is more than 300,000 ms before or after the host's; `undefined` when it is not.
 *
 * @param member - where the instant stands in its document, such as `"accepted_at"`
 * @param written - the instant as its signer wrote it, of a document that was read
 * @param now - epoch ms of the host's clock
 * @see docs/requirements/oap.md, OAP-12
 * @example
 * clockSkew("accepted_at", "2026-05-10T12:00:00Z", 1_778_414_700_000); // undefined: 300,000 ms
 */
export function clockSkew(member: string, written: string, now: number): SigningRefusal | undefined {
  const distance = Math.abs((readInstant(written) ?? NaN) - now);
  if (distance <= MOST_SKEW_MS) return undefined;
  return signingRefusal("clock_skew", `Expected at most ${MOST_SKEW_MS} ms from now, got more.`, [member]);
}

/** How far apart two honest clocks may be, in ms (OAP-12). */
export const MOST_SKEW_MS = 300_000;
