/**
 * @module
 * What an OAP host finds in an engine's record: what was pinned at open, the document of each turn, the wire state.
 */

import type { Json } from "../../core/json/index.js";
import type { Move } from "../../core/moves/index.js";
import type { Negotiation, Turn } from "../../core/record/index.js";
import { NegotiationError } from "../../errors.js";
import type {
  EffectivePeriod,
  OpenDocument,
  ProposalDocument,
  RejectionDocument,
  SignedMessage,
  SignedMessageKind,
} from "../documents/index.js";
import { readInstant } from "../encoding/index.js";
import type { KeySnapshot } from "../keys/index.js";
import type { AgreementGround } from "./agreement-derivation.js";

/** A record, or a party's view of one. */
export type OapRecord = Pick<
  Negotiation,
  | "id"
  | "version"
  | "status"
  | "outcome"
  | "initiator"
  | "responder"
  | "rules"
  | "context"
  | "standing"
  | "floor"
  | "deadlines"
> & { readonly turns: readonly OapTurn[] };

/** A turn, or a party's view of one. */
export type OapTurn = Pick<Turn, "number" | "action" | "partyId" | "proposalId" | "extra" | "at" | "sealed">;

/** What is pinned when a negotiation opens; its `context`. */
export interface OapContext extends Omit<AgreementGround, "initiator" | "responder"> {
  /** The signed Open, and the key that its signature was verified with. */
  readonly document: OpenDocument;
  readonly key: KeySnapshot;
  readonly category: string;
}

/** What a turn carries beside what the engine reads. */
export interface OapExtra {
  readonly document: SignedMessage;
  readonly key: KeySnapshot;
  /** On an acceptance only: the acceptor's signature of the agreement. */
  readonly agreement_signature?: string;
  /** On an acceptance only: the key of that signature, which may be another one of the acceptor's. */
  readonly agreement_key?: KeySnapshot;
  /** On an acceptance only: the agreement's period, by the rule that the host had. */
  readonly period?: EffectivePeriod;
}

/** What a turn seals, so that no event and no view tells it. */
export interface OapSealed {
  /** Opens every leaf of the agreement: for the parties and the host alone. */
  readonly salt_secret: string;
}

/** The states of OAP RFC 0002, section 3.2. */
export type OapWireState =
  | "OPEN"
  | "PROPOSED"
  | "COUNTERED"
  | "ACCEPTED"
  | "REJECTED"
  | "EXPIRED"
  | "WITHDRAWN";

/**
 * The wire state of a record, as `toOapState` of `concordat/presets` gives it: every end that no party signed is
 * EXPIRED.
 *
 * @see docs/requirements/oap.md, OAP-1 and OAP-3
 */
export function wireStateOf({ status, outcome }: Pick<Negotiation, "status" | "outcome">): OapWireState {
  const isNobodys = status === "stalled" || (status === "withdrawn" && outcome?.reason !== "withdraw");
  return isNobodys ? "EXPIRED" : (status.toUpperCase() as OapWireState);
}

/**
 * What was pinned at open; `undefined` for a record that no host of this DID opened.
 *
 * @throws {NegotiationError} `record_damaged` for one of whose turns the store has lost the document
 */
export function contextOf(
  { id, context, turns }: Pick<OapRecord, "id" | "context" | "turns">,
  host: string,
): OapContext | undefined {
  const pinned = context as unknown as OapContext | null;
  if (pinned?.host !== host || !pinned.document || !pinned.key) return undefined;
  for (const { extra, number } of turns) {
    const { document, key } = (extra ?? {}) as Partial<OapExtra>;
    if (document?.signature && key?.kid) continue;
    const message = `Expected a signed document in turn ${number} of ${id}, got none. Mend the row.`;
    throw new NegotiationError("record_damaged", message, { details: { id } });
  }
  return pinned;
}

/** The DID that opened. */
export function openedBy({ key }: Pick<OapContext, "key">): string {
  return key.kid.slice(0, key.kid.indexOf("#"));
}

/** What a turn carries; turns of an OAP record always have it. */
export function extraOf({ extra }: { readonly extra: Json }): OapExtra {
  return extra as unknown as OapExtra;
}

/** The salts of an acceptance's turn as it is stored, `undefined` for every other turn. */
export function saltOf({ sealed }: Pick<Turn, "sealed">): string | undefined {
  return (sealed as unknown as OapSealed | null | undefined)?.salt_secret;
}

/** The document of the standing proposal; of an accepted record that of the accepted one. */
export function standingMessage({
  standing,
  turns,
}: Pick<OapRecord, "standing" | "turns">): ProposalDocument | undefined {
  const turn = turns[(standing?.turn ?? 0) - 1];
  return turn && (extraOf(turn).document as ProposalDocument);
}

/** The turn of a document id, `undefined` for a new one. */
export function turnOfMessage(record: OapRecord, id: string): OapTurn | undefined {
  return record.turns.find((turn) => idOfMessage(kindOfTurn(turn), extraOf(turn).document) === id);
}

/** The sort of a turn's document. */
export function kindOfTurn({ action }: Pick<Turn, "action">): SignedMessageKind {
  return action === "propose" || action === "counter" ? "proposal" : (action as SignedMessageKind);
}

/** The member that names a document. */
export function idOfMessage(kind: SignedMessageKind, message: SignedMessage): string {
  return (message as unknown as Record<string, string>)[ID_MEMBERS[kind]] ?? "";
}

const ID_MEMBERS: Readonly<Record<SignedMessageKind, string>> = {
  proposal: "proposal_id",
  accept: "acceptance_id",
  reject: "rejection_id",
  withdraw: "withdrawal_id",
};

/**
 * The move that a document is: the engine is told what it needs, and carries the document in `extra`.
 *
 * `replyTo` names the proposal that the document answers, so that the engine looks again when it commits.
 *
 * @param sealed - of an acceptance alone
 */
export function moveOfMessage(kind: SignedMessageKind, extra: OapExtra, sealed?: OapSealed): Move {
  if (kind === "proposal") {
    const message = extra.document as ProposalDocument;
    const { terms, justification, proposal_id, previous_proposal_id } = message;
    return {
      action: previous_proposal_id === null ? "propose" : "counter",
      terms,
      justification,
      proposalId: proposal_id,
      replyTo: previous_proposal_id,
      validUntilAt: readInstant(message.valid_until),
      extra,
    };
  }
  const { proposal_id, reason } = extra.document as RejectionDocument;
  const replyTo = kind === "withdraw" ? undefined : proposal_id;
  return { action: kind, reason, replyTo, extra, sealed: kind === "accept" ? sealed : undefined };
}
