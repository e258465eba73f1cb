/**
 * @module
 * The documents and answers of OAP as the OpenAPI document describes them. The host judges what comes in, by its own
 * readers: what stands here is for readers and generators of clients.
 */

import { alike, type Schema, vocabulary, z } from "./peers.js";

const text = z.string();
const did = z.string().openapi({ description: "A DID." });
const hash = z.string().openapi({ description: "sha256- and base64." });
const instant = z.string().openapi({ description: "YYYY-MM-DDTHH:MM:SSZ, or with three fraction digits." });
const texts = z.record(text, text);

const object = vocabulary({
  ...alike("from to host initiator responder", did),
  ...alike("manifest_hash proposal_hash agreement_hash", hash),
  ...alike("opened_at valid_until accepted_at rejected_at withdrawn_at effective_from", instant),
  ...alike("effective_until expires_at", instant.nullable()),
  ...alike("round max_rounds version seq turn resolvedAt", z.int()),
  ...alike("previous_proposal_id standing_proposal_id", text.nullable()),
  ...alike("extensions withdrawal_penalty body", z.looseObject({})),
  ...alike("signatures digests", texts),
  terms: z.looseObject({}).openapi({ description: "Numbers are integers, money a decimal string." }),
  justification: z.looseObject({ type: text }),
  parties: z.tuple([did, did]),
});

const MESSAGE = "negotiation_id from to";
const HOSTED = `${MESSAGE} host manifest_hash`;
const SIGNED = "extensions? signature";
const ENDED = `proposal_id round reason? ${SIGNED}`;

/** Asks to begin. */
export const OapOpen: Schema = object(
  `open_id initiator responder category host manifest_hash opened_at confidentiality? ${SIGNED}`,
).openapi("OapOpen");

/** The first proposal, or a counter. */
export const OapProposal: Schema = object(
  `proposal_id ${MESSAGE} previous_proposal_id round category terms valid_until justification? host? manifest_hash? ${SIGNED}`,
).openapi("OapProposal");

const OapAcceptance = object(
  `acceptance_id ${HOSTED} proposal_id proposal_hash round accepted_at agreement_id agreement_hash ${SIGNED}`,
).openapi("OapAcceptance");

/** What accepts: the signed acceptance, the acceptor's signature of the agreement, and its salts. */
export const OapAcceptRequest: Schema = object("acceptance agreement_signature salt_secret", {
  acceptance: OapAcceptance,
}).openapi("OapAcceptRequest");

/** Ends the negotiation in answer to the standing proposal. */
export const OapRejection: Schema = object(`rejection_id ${HOSTED} rejected_at ${ENDED}`).openapi(
  "OapRejection",
);

/** Walks away. */
export const OapWithdrawal: Schema = object(`withdrawal_id ${HOSTED} withdrawn_at ${ENDED}`, {
  proposal_id: text.nullable(),
}).openapi("OapWithdrawal");

/** Signs an agreement that the other party has signed. */
export const OapCosignRequest: Schema = object("agreement_id signature").openapi("OapCosignRequest");

/** Hides terms for good. */
export const OapRedactRequest: Schema = object("agreement_id pointers", {
  pointers: z.array(text).min(1),
}).openapi("OapRedactRequest");

const Key = object("kid publicKeyMultibase documentHash resolvedAt", {
  documentHash: hash.nullable(),
}).openapi("OapKey");

const COMMITMENT = "agreement_id negotiation_id parties";

const Agreement = object(
  `${COMMITMENT} terms effective_from effective_until metadata agreement_hash signatures`,
  { metadata: z.looseObject({ binding: z.boolean() }) },
).openapi("OapAgreement");

const Entry = object("seq prev kind at body", { at: z.int() }).openapi("OapLogEntry");

const HistoryEntry = object("turn type at document key", {
  type: z.enum(["proposal", "counter_proposal", "acceptance", "rejection", "withdrawal"]),
  at: instant,
  document: z.looseObject({ signature: text }),
  key: Key,
}).openapi("OapHistoryEntry");

/** A negotiation as one of its parties gets it. */
export const OapHistory: Schema = object(
  "negotiation_id state category initiator responder host manifest_hash manifest confidentiality " +
    "regulated_obligations round max_rounds standing_proposal_id floor expires_at version open? history outcome? " +
    "withdrawal_penalty? agreement? agreement_refused? complete? salt_secret?",
  {
    state: z.enum(["OPEN", "PROPOSED", "COUNTERED", "ACCEPTED", "REJECTED", "EXPIRED", "WITHDRAWN"]),
    manifest: z.looseObject({ max_rounds: z.int() }),
    regulated_obligations: z.array(z.looseObject({ party: did })),
    floor: did.nullable(),
    open: OapOpen,
    history: z.array(HistoryEntry),
    outcome: object("reason by at", { by: did.nullable(), at: instant }),
    agreement: Agreement,
    complete: z.boolean(),
  },
).openapi("OapHistory");

/** An agreement as its parties get it. */
export const OapAgreementAnswer: Schema = object(
  "agreement complete logged checkpoint receipt salt_secret proposal acceptance keys",
  {
    agreement: Agreement,
    complete: z.boolean().openapi({ description: "Whether both have signed." }),
    logged: z.boolean().openapi({ description: "Whether it stands in the log; only then it is final." }),
    checkpoint: text.nullable(),
    receipt: object("entry checkpoint proof", { entry: Entry, proof: z.array(text) }).nullable(),
    proposal: OapProposal,
    acceptance: OapAcceptance,
    keys: z.array(Key),
  },
).openapi("OapAgreementAnswer");

/** The public form of an agreement, and the entry that says what was redacted. */
export const OapRedaction: Schema = object("agreement disclosures entry", {
  agreement: object(`${COMMITMENT} agreement_hash digests signatures keys`, { keys: z.record(text, Key) }),
  disclosures: z.record(text, object("salt value", { value: z.any() })),
  entry: Entry,
}).openapi("OapRedaction");
