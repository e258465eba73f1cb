/**
 * @module
 * The documents and answers of OAP as the OpenAPI document describes them. The host judges what comes in, by its own
 * readers: what stands here is for readers and generators of clients.
 */

import { named, type Schema, z } from "./peers.js";

const text = z.string();
const did = z.string().openapi({ description: "A DID." });
const hash = z.string().openapi({ description: "sha256- and base64." });
const instant = z.string().openapi({ description: "YYYY-MM-DDTHH:MM:SSZ, or with three fraction digits." });
const terms = z.looseObject({}).openapi({ description: "Numbers are integers, money a decimal string." });
const signed = { extensions: z.looseObject({}).optional(), signature: text };
const message = { negotiation_id: text, from: did, to: did };
const hosted = { ...message, host: did, manifest_hash: hash };

/** Asks to begin. */
export const OapOpen: Schema = named("OapOpen", {
  open_id: text,
  initiator: did,
  responder: did,
  category: text,
  host: did,
  manifest_hash: hash,
  opened_at: instant,
  confidentiality: text.optional(),
  ...signed,
});

/** The first proposal, or a counter. */
export const OapProposal: Schema = named("OapProposal", {
  proposal_id: text,
  ...message,
  previous_proposal_id: text.nullable(),
  round: z.int(),
  category: text,
  terms,
  valid_until: instant,
  justification: z.looseObject({ type: text }).optional(),
  host: did.optional(),
  manifest_hash: hash.optional(),
  ...signed,
});

const OapAcceptance = named("OapAcceptance", {
  acceptance_id: text,
  ...hosted,
  proposal_id: text,
  proposal_hash: hash,
  round: z.int(),
  accepted_at: instant,
  agreement_id: text,
  agreement_hash: hash,
  ...signed,
});

/** What accepts: the signed acceptance, the acceptor's signature of the agreement, and its salts. */
export const OapAcceptRequest: Schema = named("OapAcceptRequest", {
  acceptance: OapAcceptance,
  agreement_signature: text,
  salt_secret: text,
});

const ended = { proposal_id: text, round: z.int(), reason: text.optional(), ...signed };

/** Ends the negotiation in answer to the standing proposal. */
export const OapRejection: Schema = named("OapRejection", {
  rejection_id: text,
  ...hosted,
  rejected_at: instant,
  ...ended,
});

/** Walks away. */
export const OapWithdrawal: Schema = named("OapWithdrawal", {
  withdrawal_id: text,
  ...hosted,
  withdrawn_at: instant,
  ...ended,
  proposal_id: text.nullable(),
});

/** Signs an agreement that the other party has signed. */
export const OapCosignRequest: Schema = named("OapCosignRequest", { agreement_id: text, signature: text });

/** Hides terms for good. */
export const OapRedactRequest: Schema = named("OapRedactRequest", {
  agreement_id: text,
  pointers: z.array(text).min(1),
});

const Key = named("OapKey", {
  kid: text,
  publicKeyMultibase: text,
  documentHash: hash.nullable(),
  resolvedAt: z.int(),
});

const texts = z.record(text, text);
const commitment = { agreement_id: text, negotiation_id: text, parties: z.tuple([did, did]) };

const Agreement = named("OapAgreement", {
  ...commitment,
  terms,
  effective_from: instant,
  effective_until: instant.nullable(),
  metadata: z.looseObject({ binding: z.boolean() }),
  agreement_hash: hash,
  signatures: texts,
});

const Entry = named("OapLogEntry", {
  seq: z.int(),
  prev: text,
  kind: text,
  at: z.int(),
  body: z.looseObject({}),
});

const HistoryEntry = named("OapHistoryEntry", {
  turn: z.int(),
  type: z.enum(["proposal", "counter_proposal", "acceptance", "rejection", "withdrawal"]),
  at: instant,
  document: z.looseObject({ signature: text }),
  key: Key,
});

/** A negotiation as one of its parties gets it. */
export const OapHistory: Schema = named("OapHistory", {
  negotiation_id: text,
  state: z.enum(["OPEN", "PROPOSED", "COUNTERED", "ACCEPTED", "REJECTED", "EXPIRED", "WITHDRAWN"]),
  category: text,
  initiator: did,
  responder: did,
  host: did,
  manifest_hash: hash,
  manifest: z.looseObject({ max_rounds: z.int() }),
  confidentiality: text,
  regulated_obligations: z.array(z.looseObject({ party: did })),
  round: z.int(),
  max_rounds: z.int(),
  standing_proposal_id: text.nullable(),
  floor: did.nullable(),
  expires_at: instant.nullable(),
  version: z.int(),
  open: OapOpen.optional(),
  history: z.array(HistoryEntry),
  outcome: z.strictObject({ reason: text, by: did.nullable(), at: instant }).optional(),
  withdrawal_penalty: z.looseObject({}).optional(),
  agreement: Agreement.optional(),
  agreement_refused: text.optional(),
  complete: z.boolean().optional(),
  salt_secret: text.optional(),
});

/** An agreement as its parties get it. */
export const OapAgreementAnswer: Schema = named("OapAgreementAnswer", {
  agreement: Agreement,
  complete: z.boolean().openapi({ description: "Whether both have signed." }),
  logged: z.boolean().openapi({ description: "Whether it stands in the log; only then it is final." }),
  checkpoint: text.nullable(),
  receipt: z.strictObject({ entry: Entry, checkpoint: text, proof: z.array(text) }).nullable(),
  salt_secret: text,
  proposal: OapProposal,
  acceptance: OapAcceptance,
  keys: z.array(Key),
});

/** The public form of an agreement, and the entry that says what was redacted. */
export const OapRedaction: Schema = named("OapRedaction", {
  agreement: z.strictObject({
    ...commitment,
    agreement_hash: hash,
    digests: texts,
    signatures: texts,
    keys: z.record(text, Key),
  }),
  disclosures: z.record(text, z.strictObject({ salt: text, value: z.any() })),
  entry: Entry,
});
