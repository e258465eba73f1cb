/**
 * @module
 * The request headers that mean the same to all handlers.
 */

/** Whether the body is said to be JSON. */
export function isJsonType(headers: Headers): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers.get("content-type") ?? "");
}

/** The version that `If-Match` names; `undefined` for none and for `*`, `null` for what is neither. */
export function ifMatchOf(headers: Headers): number | undefined | null {
  const given = headers.get("if-match");
  if (given === null || given === "*") return undefined;
  const [, version] = /^"(\d{1,15})"$/.exec(given) ?? [];
  return version === undefined ? null : Number(version);
}
