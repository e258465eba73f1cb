/**
 * @module
 * The codes that reach a door, by what a caller can do about them; each bridge says in its own protocol's words what a
 * class is. Codes that never reach one are `internal`.
 */

import type { Code } from "../../errors.js";

/** Codes that only doors have, each with what it says. */
export const DOOR_CODES = {
  unauthenticated: "Expected a caller that the host knows, got none. Sign in.",
  malformed_body: "Expected a well-formed request, got another. See errors.",
  body_too_deep: "Expected at most 32 levels of nesting, got more.",
  body_too_large: "Expected at most 65,536 bytes, got more.",
  body_timeout: "Expected the whole body in time, got a part of it.",
  unsupported_media_type: "Expected application/json, got another type.",
  too_many_streams: "Expected fewer open streams of one party, got one more. Close one first.",
  not_found: "Expected a known path, got another.",
  method_not_allowed: "Expected one of the methods in Allow, got another.",
  internal: "The server failed. Nothing is known about the request's effect: repeat it under the same key.",
} as const;

/** A code that only doors have. */
export type DoorCode = keyof typeof DOOR_CODES;

/** Any code that a caller may be shown. */
export type ShownCode = Code | DoorCode;

/** The rows of the table of codes in docs/requirements/bridges.md, BR-12. */
const CLASSES = {
  unknown: "unknown_negotiation not_a_party",
  malformed:
    "move_invalid terms_invalid terms_required terms_not_allowed message_required validity_passed party_invalid rules_invalid",
  illegal:
    "not_your_turn must_propose must_counter action_not_allowed own_proposal stale_proposal proposal_id_taken cap_reached final_turn repeated_message consult_pending consult_unavailable",
  stale: "stale_version",
  over: "negotiation_over",
  taken: "busy id_taken",
  unclaimed: "claim_not_held not_parked",
  conflict: "command_conflict",
  flooded: "queue_full",
  forbidden: "forbidden_agent policy_masked not_admitted",
  impostor: "forbidden_party",
  broken: "schema_unsupported dependency_missing record_damaged",
  unavailable: "contention store_failed service_closed store_closed",
} as const;

/** What a caller can do about a code; of a door's own codes the code itself. */
export type CodeClass = keyof typeof CLASSES | DoorCode;

const CLASS_OF: ReadonlyMap<string, CodeClass> = new Map([
  ...Object.keys(DOOR_CODES).map((code) => [code, code as DoorCode] as const),
  ...Object.entries(CLASSES).flatMap(([name, codes]) =>
    codes.split(" ").map((code) => [code, name as CodeClass] as const),
  ),
]);

/** The class of a code; `internal` for what never reaches a door. */
export function classOfCode(code: string): CodeClass {
  return CLASS_OF.get(code) ?? "internal";
}
