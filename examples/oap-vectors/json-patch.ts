/**
 * As much of JSON Patch (RFC 6902) as the vectors use: `add`, `remove`, `replace` and `copy`.
 */
import type { JsonValue } from "./bytes.js";

export type PatchOperation =
  | { readonly op: "add" | "replace"; readonly path: string; readonly value: JsonValue }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "copy"; readonly from: string; readonly path: string };

/** A changed copy. */
export function patched(document: JsonValue, operations: readonly PatchOperation[]): JsonValue {
  const whole = { document: structuredClone(document) as JsonValue };
  for (const operation of operations) apply(whole, operation);
  return whole.document;
}

function apply(whole: { document: JsonValue }, operation: PatchOperation): void {
  const tokens = tokensOf(operation.path);
  const last = tokens.at(-1) ?? "";
  const parent = valueAt(whole as unknown as JsonValue, tokens.slice(0, -1));
  const value =
    operation.op === "copy"
      ? structuredClone(valueAt(whole as unknown as JsonValue, tokensOf(operation.from)))
      : operation.op === "remove"
        ? undefined
        : structuredClone(operation.value);
  if (Array.isArray(parent)) {
    const at = last === "-" ? parent.length : Number(last);
    const isNew = operation.op === "add" || operation.op === "copy";
    parent.splice(at, isNew ? 0 : 1, ...(value === undefined ? [] : [value]));
  } else if (value === undefined) {
    delete (parent as Record<string, JsonValue>)[last];
  } else {
    (parent as Record<string, JsonValue>)[last] = value;
  }
}

function tokensOf(path: string): string[] {
  const tokens = path
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  return ["document", ...tokens];
}

function valueAt(value: JsonValue, tokens: readonly string[]): JsonValue {
  let at = value;
  for (const token of tokens) {
    const next = (at as Record<string, JsonValue>)[token];
    if (next === undefined) throw new Error(`Expected a value at ${JSON.stringify(tokens)}, got none.`);
    at = next;
  }
  return at;
}
