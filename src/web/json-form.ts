/**
 * @module
 * The form of JSON from outside: nesting and lengths of lists, looked at before anything reads what it means, and
 * without recursion, since whoever sends it chooses the depth.
 */

/** How deep, and how long. */
export interface JsonLimits {
  /** Objects and lists within each other. */
  readonly depth: number;
  /** Members of a list. */
  readonly items: number;
}

/** What is wrong with the form of a value; `undefined` for nothing. */
export function inputFault(
  value: unknown,
  { depth, items }: JsonLimits,
): "body_too_deep" | "malformed_body" | undefined {
  let level: readonly unknown[] = [value];
  for (let at = 0; level.length > 0; at += 1) {
    const next: unknown[] = [];
    for (const one of level) {
      if (typeof one !== "object" || one === null) continue;
      if (at === depth) return "body_too_deep";
      if (Array.isArray(one) && one.length > items) return "malformed_body";
      for (const member of Object.values(one)) next.push(member);
    }
    level = next;
  }
  return undefined;
}

/** JSON that was read, or what is wrong with it. */
export type ParsedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: "body_too_deep" | "malformed_body" };

/** The value of a JSON text in UTF-8, within the limits. */
export function parseJson(bytes: Uint8Array, limits: JsonLimits): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(UTF8.decode(bytes));
  } catch {
    return { ok: false, code: "malformed_body" };
  }
  const code = inputFault(value, limits);
  return code === undefined ? { ok: true, value } : { ok: false, code };
}

/** The value of a JSON text; `undefined` for what is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Of whole texts: it keeps nothing from one to the next. */
const UTF8 = new TextDecoder("utf-8", { fatal: true });
