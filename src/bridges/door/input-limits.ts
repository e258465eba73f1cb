/**
 * @module
 * What may come in at all: bytes, nesting, lengths of lists and ids, looked at before anything reads what it means, and
 * without recursion, since whoever sends it chooses the depth.
 */

import { integerIn, readOptions } from "../../core/checks/index.js";

/** The limits of what comes in. */
export interface InputLimits {
  /** Bytes of a body. @default 65_536 */
  readonly bodyBytes?: number | undefined;
  /** Ms within which a body has to be there. @default 10_000 */
  readonly bodyMs?: number | undefined;
  /** Objects and lists within each other. @default 32 */
  readonly depth?: number | undefined;
  /** Members of a list. @default 1_000 */
  readonly items?: number | undefined;
}

/**
 * Limits with every default in its place.
 *
 * @throws {TypeError} on an unknown limit
 * @throws {RangeError} for one below 1
 */
export function resolveInputLimits(given: InputLimits): Required<{ [K in keyof InputLimits]: number }> {
  const limits = readOptions("limits", given, ["bodyBytes", "bodyMs", "depth", "items"]);
  const { bodyBytes = 65_536, bodyMs = 10_000, depth = 32, items = 1_000 } = limits;
  return {
    bodyBytes: integerIn("bodyBytes", bodyBytes, 1),
    bodyMs: integerIn("bodyMs", bodyMs, 1, 2_147_483_647),
    depth: integerIn("depth", depth, 1),
    items: integerIn("items", items, 1),
  };
}

/** What is wrong with the form of a value; `undefined` for nothing. */
export function inputFault(
  value: unknown,
  { depth, items }: { readonly depth: number; readonly items: number },
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
export function parseJson(
  bytes: Uint8Array,
  limits: { readonly depth: number; readonly items: number },
): ParsedJson {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return { ok: false, code: "malformed_body" };
  }
  const code = inputFault(value, limits);
  return code === undefined ? { ok: true, value } : { ok: false, code };
}

/** Whether it is an id as they come in: 1 to 256 characters, none of them a control character. */
export function isId(value: unknown): value is string {
  return typeof value === "string" && ID.test(value);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is kept out
const ID = /^[^\u0000-\u001f\u007f-\u009f]{1,256}$/;
