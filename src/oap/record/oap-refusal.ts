/**
 * @module
 * The refusals of an OAP host: one list of codes for the documents, the engine and the endpoints.
 */

import type { Json } from "../../core/json/index.js";
import { type LegalMoves, legalMoves, type Refusal } from "../../core/moves/index.js";
import type { Negotiation } from "../../core/record/index.js";
import { refusalOfOther, type SigningCode, type SigningRefusal } from "../canonical/index.js";
import { type OapWireState, wireStateOf } from "./oap-record.js";

/**
 * Why an operation of a host, or a request to it, is refused.
 *
 * @see docs/requirements/oap.md, OAP-37, for the HTTP status of each
 */
export type OapCode =
  | "malformed_body"
  | "body_too_deep"
  | "document_invalid"
  | "terms_invalid"
  | "terms_altered"
  | "category_not_supported"
  | "validity_passed"
  | "validity_too_long"
  | "clock_skew"
  | "wrong_host"
  | "agreement_mismatch"
  | "salt_weak"
  | "assent_missing"
  | "not_redactable"
  | "confidentiality_unknown"
  | "party_invalid"
  | "unauthenticated"
  | "signature_invalid"
  | "key_not_authorized"
  | "key_not_supported"
  | "policy_masked"
  | "not_admitted"
  | "unknown_negotiation"
  | "negotiation_not_supported"
  | "method_not_allowed"
  | "body_too_large"
  | "unsupported_media_type"
  | "not_your_turn"
  | "must_propose"
  | "stale_proposal"
  | "round_mismatch"
  | "cap_reached"
  | "negotiation_over"
  | "manifest_changed"
  | "period_invalid"
  | "stale_version"
  | "command_conflict"
  | "queue_full"
  | "too_many_openings"
  | "not_logged_yet"
  | "key_unresolvable"
  | "internal"
  | "contention"
  | "store_failed"
  | "service_closed";

/** A refused operation. Nothing has changed, but for deadlines that were due. */
export interface OapRefusal {
  readonly ok: false;
  readonly code: OapCode;
  /** What was expected and what came, without any text of a document. */
  readonly message: string;
  /** Where in the document, from the outside in; keys are the sender's own text. */
  readonly path?: readonly (string | number)[] | undefined;
  /** Hashes, limits and the like; never terms or text of a document. */
  readonly details?: { readonly [key: string]: Json } | undefined;
  /** With the next three: only for a party whose signature was verified. */
  readonly negotiationId?: string | undefined;
  readonly version?: number | undefined;
  readonly state?: OapWireState | undefined;
  /** What the caller could do instead. */
  readonly legal?: LegalMoves["actions"] | undefined;
}

/**
 * A frozen refusal: "Expected ..., got another."
 *
 * @example
 * oapRefusal("round_mismatch", "the next round", ["round"]);
 */
export function oapRefusal(
  code: OapCode,
  expected: string,
  path?: readonly (string | number)[],
  details?: OapRefusal["details"],
): OapRefusal {
  const refusal = refusalOfOther(code as SigningCode, expected, path);
  return Object.freeze({ ...refusal, ...(details && { details }) });
}

/** The same refusal with the state that it was decided on, for a party. */
export function refusalOn(
  record: Negotiation,
  party: string,
  refused: OapRefusal | SigningRefusal,
): OapRefusal {
  return Object.freeze({
    ...refused,
    negotiationId: record.id,
    version: record.version,
    state: wireStateOf(record),
    legal: legalMoves(record, party)?.actions,
  });
}

/** A refusal of the engine in the words of OAP. Its message may hold the sender's own texts, so it is made anew. */
export function refusalOfEngine({ code, details }: Refusal): OapRefusal {
  const known = ENGINE_CODES[code] ?? (code as OapCode);
  const found = known === "not_admitted" ? details["code"] : undefined;
  const isAltered = known === "terms_invalid" && JSON.stringify(details["issues"]).includes(ALTERED);
  return oapRefusal(
    isAltered ? "terms_altered" : ((found as OapCode | undefined) ?? known),
    "a move that the negotiation allows",
    undefined,
    known === "policy_masked" ? details : undefined,
  );
}

/** The issue of a schema that would go on with other terms than those that were signed (OAP-13). */
export const ALTERED = "Expected terms that the schema leaves as they are.";

const ENGINE_CODES: Readonly<Record<string, OapCode>> = {
  not_a_party: "unknown_negotiation",
  move_invalid: "document_invalid",
  own_proposal: "not_your_turn",
  proposal_id_taken: "command_conflict",
};
