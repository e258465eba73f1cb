/**
 * @module
 * The refusals of an OAP host: one list of codes for the documents, the engine and the endpoints.
 */

import { type LegalMoves, legalMoves, type Refusal } from "../../core/moves/index.js";
import type { Negotiation } from "../../core/record/index.js";
import { refusalOfOther, type SigningCode, type SigningRefusal } from "../canonical/index.js";
import { messageHash } from "../documents/index.js";
import type { Sha256 } from "../merkle/index.js";
import { type OapWireState, wireStateOf } from "./oap-record.js";

/**
 * Why an operation of a host, or a request to it, is refused.
 *
 * @see docs/requirements/oap.md, OAP-37, for the HTTP status of each
 */
export type OapCode =
  | SigningCode
  | "malformed_body"
  | "body_too_deep"
  | "category_not_supported"
  | "validity_passed"
  | "validity_too_long"
  | "unauthenticated"
  | "policy_masked"
  | "not_admitted"
  | "unknown_negotiation"
  | "method_not_allowed"
  | "body_too_large"
  | "unsupported_media_type"
  | "not_your_turn"
  | "must_propose"
  | "stale_proposal"
  | "round_mismatch"
  | "cap_reached"
  | "negotiation_over"
  | "stale_version"
  | "queue_full"
  | "too_many_openings"
  | "not_logged_yet"
  | "internal"
  | "contention"
  | "store_failed"
  | "service_closed";

/** A refused operation. Nothing has changed, but for deadlines that were due. */
export interface OapRefusal extends Omit<SigningRefusal, "code"> {
  readonly code: OapCode;
  /** With the next three: only for a party whose signature was verified. */
  readonly negotiationId?: string | undefined;
  readonly version?: number | undefined;
  readonly state?: OapWireState | undefined;
  /** What the caller could do instead. */
  readonly legal?: LegalMoves["actions"] | undefined;
}

/** A frozen refusal: "Expected ..., got another." */
export function oapRefusal(
  code: OapCode,
  expected: string,
  path?: readonly (string | number)[],
  details?: OapRefusal["details"],
): OapRefusal {
  const refusal = refusalOfOther(code as SigningCode, expected, path);
  return Object.freeze({ ...refusal, ...(details && { details }) });
}

/** The refusal of other content under an id that is taken, with the hashes of both as evidence. */
export function conflictOf(sha256: Sha256, recorded: object | undefined, received: object): OapRefusal {
  return oapRefusal("command_conflict", "the document of this id that was recorded", undefined, {
    recorded: recorded === undefined ? null : messageHash(sha256, recorded),
    received: messageHash(sha256, received),
  });
}

/** The same refusal with the state that it was decided on, for a party. */
export function refusalOn(record: Negotiation, party: string, refused: OapRefusal): OapRefusal {
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
