/**
 * @module
 * A refusal as a caller is shown it: what it did wrong and what it could do, and nothing by which a stranger could tell
 * a negotiation that exists from one that does not.
 */

import type { LegalMoves, Refusal } from "../../core/moves/index.js";
import { type Issue, NegotiationError } from "../../errors.js";
import { withoutValue } from "../../web/index.js";
import { classOfCode, DOOR_CODES, type DoorCode, type ShownCode } from "./code-classes.js";

/** A refusal as it leaves. */
export interface ShownRefusal {
  readonly code: ShownCode;
  readonly message: string;
  readonly negotiationId: string | null;
  /** `null` for who is no party. */
  readonly version: number | null;
  readonly legal: LegalMoves | null;
  readonly issues: readonly Issue[];
}

/** Whether it is a refusal. */
export function isRefusal(value: unknown): value is ShownRefusal {
  return typeof value === "object" && value !== null && "code" in value && "issues" in value;
}

/** A refusal by the door itself. */
export function doorRefusal(code: ShownCode, message?: string, issues: readonly Issue[] = []): ShownRefusal {
  return refused(code, message ?? DOOR_CODES[code as DoorCode] ?? code, null, issues);
}

/** The answer for an id that is unknown, and for one that is none of the caller's business. */
export function unknownHere(negotiationId: string): ShownRefusal {
  return refused("unknown_negotiation", UNKNOWN, negotiationId);
}

/** A refusal of the service. Without a version it is a stranger's, who learns nothing from it. */
export function shownRefusal(refusal: Refusal, negotiationId: string): ShownRefusal {
  const { code, version, legal, details } = refusal;
  const isStrange = classOfCode(code) === "unknown" || (version === null && code !== "forbidden_agent");
  if (isStrange) return unknownHere(negotiationId);
  const issues = issuesOf(code, details["issues"]);
  return Object.freeze({ code, message: messageOf(refusal), negotiationId, version, legal, issues });
}

/**
 * What was thrown, as the caller is shown it.
 *
 * @param error - what is no `NegotiationError`, or one that never reaches a door, is `internal`, without a word of its own
 * @param onFault - hears of what is the host's to mend
 */
export function shownError<Id extends string | null>(
  error: unknown,
  negotiationId: Id,
  onFault: (error: unknown, negotiationId: Id) => void,
): ShownRefusal {
  const code = NegotiationError.isInstance(error) ? error.code : "internal";
  const kind = classOfCode(code);
  if (kind === "internal" || kind === "broken" || code === "store_failed") onFault(error, negotiationId);
  if (kind === "internal") return doorRefusal("internal");
  if (kind === "unknown" && negotiationId !== null) return unknownHere(negotiationId);
  const { message, details } = error as NegotiationError;
  return refused(code, messageOf({ code, message }), negotiationId, issuesOf(code, details["issues"]));
}

function refused(
  code: ShownCode,
  message: string,
  negotiationId: string | null,
  issues: readonly Issue[] = [],
): ShownRefusal {
  return Object.freeze({ code, message, negotiationId, version: null, legal: null, issues });
}

/** Of what is malformed without what came: issues say what was expected, and where. */
function messageOf({ code, message }: { readonly code: string; readonly message: string }): string {
  return classOfCode(code) === "malformed" ? withoutValue(message) : message;
}

function issuesOf(code: string, issues: unknown): readonly Issue[] {
  if (!Array.isArray(issues)) return [];
  return issues.map(({ path, message }: Issue) => {
    return { path, message: code === "terms_invalid" ? message : withoutValue(message) };
  });
}

const UNKNOWN = "Expected the id of a negotiation of yours, got another. Use the id that its creation gave.";
