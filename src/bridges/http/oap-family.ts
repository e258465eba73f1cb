/**
 * @module
 * The operations of OAP: those of a host's endpoints, joined to this router and its document. The host reads the
 * bodies, verifies what is signed and decides on statuses and codes.
 */

import type { Filled } from "../../core/checks/index.js";
import type { InputLimits } from "../door/index.js";
import type { OnError } from "./http-options.js";
import type { Operation, Success } from "./operations.js";
import { alike, type Schema, vocabulary, z } from "./peers.js";

/** The endpoints of an OAP host: `createOapHost()` of concordat/oap gives one. */
export interface OapEndpoints {
  /** Answers a request of an authenticated caller; never rejects. */
  fetch(
    request: Request,
    callerDid: string | null,
    options?: Filled<InputLimits> & { readonly onError?: (error: unknown) => void },
  ): Promise<Response>;
}

/** @see docs/requirements/bridges.md, HT-3; docs/requirements/oap.md, section 9 */
export function oapFamily(
  host: OapEndpoints,
  { bodyBytes, bodyMs, depth, items }: Filled<InputLimits>,
  onError: OnError,
): readonly Operation[] {
  const history = { description: "The negotiation as its parties see it.", schema: OapHistory };
  const seen = { ...history, headers: ["ETag"] };
  const agreed = { description: "The agreement.", schema: OapAgreementAnswer };

  function endpoint(
    verb: string,
    summary: string,
    body: Schema | undefined,
    success: Readonly<Record<number, Success>>,
    problems: string,
  ): Operation {
    const isOpen = verb === "open";
    const operationId = `oap${verb[0]?.toUpperCase()}${verb.slice(1)}`;
    const below = body === undefined || isOpen ? "" : `/${verb}`;
    return {
      operationId,
      route: `${body === undefined ? "GET" : "POST"} /oap/negotiation/${isOpen ? "open" : "{id}"}${below}`,
      summary,
      ...(body === undefined
        ? { query: z.object({ after: z.int().min(0).default(0) }) }
        : { body, headers: isOpen ? [] : ["If-Match"] }),
      isPassedOn: true,
      success,
      problems: problems.split(" ").map(Number),
      act: ({ request, caller, params }) => {
        const context = { operationId, negotiationId: params["id"] ?? null };
        return host.fetch(request, caller.partyId, {
          ...{ bodyBytes, bodyMs, depth, items },
          onError: (error) => onError(error, context),
        });
      },
    };
  }

  const posted = "400 401 403 404 408 409 412 413 415 422 429 500 502 503";
  return [
    endpoint(
      "open",
      "Begins a negotiation.",
      OapOpen,
      { 201: { ...history, headers: ["Location", "ETag"] } },
      "400 401 403 408 409 413 415 422 429 500 502 503",
    ),
    endpoint("history", "Reads a negotiation.", undefined, { 200: seen }, "400 401 404 500 503"),
    endpoint("propose", "Proposes, or counters.", OapProposal, { 201: seen }, posted),
    endpoint("accept", "Accepts the standing proposal.", OapAcceptRequest, { 200: agreed }, posted),
    endpoint("reject", "Rejects the standing proposal.", OapRejection, { 200: seen }, posted),
    endpoint("withdraw", "Walks away.", OapWithdrawal, { 200: seen }, posted),
    endpoint(
      "cosign",
      "Signs the agreement that the other party has accepted.",
      OapCosignRequest,
      { 200: agreed },
      "400 401 403 404 408 413 415 429 500 502 503",
    ),
    endpoint(
      "redact",
      "Hides terms of the agreement in the log, for good.",
      OapRedactRequest,
      { 200: { description: "The public form.", schema: OapRedaction } },
      "400 401 404 408 413 415 500 503",
    ),
  ];
}

// The documents and answers of OAP as the OpenAPI document describes them, for readers and generators of clients: the
// host judges what comes in, by its own readers.
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

const OapOpen = object(
  `open_id initiator responder category host manifest_hash opened_at confidentiality? ${SIGNED}`,
).openapi("OapOpen");

const OapProposal = object(
  `proposal_id ${MESSAGE} previous_proposal_id round category terms valid_until justification? host? manifest_hash? ${SIGNED}`,
).openapi("OapProposal");

const OapAcceptance = object(
  `acceptance_id ${HOSTED} proposal_id proposal_hash round accepted_at agreement_id agreement_hash ${SIGNED}`,
).openapi("OapAcceptance");

const OapAcceptRequest = object("acceptance agreement_signature salt_secret", {
  acceptance: OapAcceptance,
}).openapi("OapAcceptRequest");

const OapRejection = object(`rejection_id ${HOSTED} rejected_at ${ENDED}`).openapi("OapRejection");

const OapWithdrawal = object(`withdrawal_id ${HOSTED} withdrawn_at ${ENDED}`, {
  proposal_id: text.nullable(),
}).openapi("OapWithdrawal");

const OapCosignRequest = object("agreement_id signature").openapi("OapCosignRequest");

const OapRedactRequest = object("agreement_id pointers", {
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

const OapHistory = object(
  "negotiation_id state category initiator responder host manifest_hash manifest confidentiality " +
    "regulated_obligations round max_rounds standing_proposal_id floor expires_at version open? open_key? history outcome? " +
    "withdrawal_penalty? agreement? agreement_keys? agreement_refused? complete? salt_secret?",
  {
    state: z.enum(["OPEN", "PROPOSED", "COUNTERED", "ACCEPTED", "REJECTED", "EXPIRED", "WITHDRAWN"]),
    manifest: z.looseObject({ max_rounds: z.int() }),
    regulated_obligations: z.array(z.looseObject({ party: did })),
    floor: did.nullable(),
    open: OapOpen,
    open_key: Key,
    history: z.array(HistoryEntry),
    outcome: object("reason by at", { by: did.nullable(), at: instant }),
    agreement: Agreement,
    agreement_keys: z.array(Key),
    complete: z.boolean(),
  },
).openapi("OapHistory");

const OapAgreementAnswer = object(
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

const OapRedaction = object("agreement disclosures entry", {
  agreement: object(`${COMMITMENT} agreement_hash digests signatures keys`, { keys: z.record(text, Key) }),
  disclosures: z.record(text, object("salt value", { value: z.any() })),
  entry: Entry,
}).openapi("OapRedaction");
