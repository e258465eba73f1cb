/**
 * @module
 * Answers as JSON, and refusals as `application/problem+json` (RFC 9457), in the one form that all handlers give them.
 */

/** What a problem says beside its code and status. Never the refused value, never a stack. */
export interface Problem {
  /** What was expected, what came, what to do. */
  readonly detail?: string | undefined;
  /** The path that was asked. */
  readonly instance: string;
  readonly negotiationId?: string | undefined;
  readonly version?: number | undefined;
  readonly state?: string | undefined;
  /** What the caller could do instead. */
  readonly legal?: unknown;
  /** What is wrong with the body, each with its JSON Pointer. */
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[] | undefined;
  /** Evidence, such as hashes. */
  readonly details?: unknown;
  /** The nearest code of OAP-CORE. */
  readonly error?: string | undefined;
}

/**
 * A refusal as a response.
 *
 * @see RFC 9457; docs/requirements/bridges.md, HT-7
 */
export function problemResponse(
  status: number,
  code: string,
  { detail, instance, ...members }: Problem,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const words = code.replaceAll("_", " ");
  const title = `${words[0]?.toUpperCase()}${words.slice(1)}`;
  const type = `urn:concordat:problem:${code}`;
  const body = { type, title, status, detail, instance, code, ...members };
  return jsonResponse(status, body, { "Content-Type": "application/problem+json", ...headers });
}

/** A JSON answer. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const all = { "Content-Type": "application/json", "Cache-Control": "no-store", ...headers };
  return new Response(JSON.stringify(body), { status, headers: all });
}

/** A path as a JSON Pointer (RFC 6901). */
export function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** What was expected, without what came. */
export function withoutValue(message: string): string {
  return message.replace(/, got\b.*/s, ".");
}

/**
 * The nearest code of OAP-CORE for a status.
 *
 * @see docs/requirements/oap.md, OAP-39
 */
export const CORE_ERRORS: Readonly<Record<number, string>> = {
  400: "invalid_input",
  401: "auth_required",
  403: "auth_required",
  404: "not_found",
  409: "conflict",
  412: "precondition_failed",
  422: "conflict",
  429: "rate_limited",
  502: "upstream_error",
};
