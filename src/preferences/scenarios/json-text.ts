/**
 * @module
 * JSON from text that somebody sent: its size is looked at before it is parsed, and what comes out belongs to
 * nobody else, so it is frozen where it is instead of copied.
 */

import { isText } from "../../core/checks/index.js";
import { type Json, setOwn } from "../../core/json/index.js";
import { type Fault, type FaultKey, sortOf } from "../model/index.js";

/** BA-42: no file of a scenario is larger, in bytes of UTF-8. */
export const MOST_BYTES_OF_JSON = 67_108_864;

/** What was read, or why nothing was. */
export type JsonReading =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly fault: Fault; readonly cause?: unknown };

/** The JSON in a text, as `JSON.parse` gives it. */
export function parsedJson(text: string): JsonReading {
  if (isTooLong(text)) {
    return refused([], `at most ${MOST_BYTES_OF_JSON} bytes of JSON`, "more");
  }
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (cause) {
    return { ...refused([], "JSON", isText(text) ? "text that is none" : "an empty text"), cause };
  }
}

/** The JSON in a text, frozen at every depth, without -0. */
export function frozenJson(text: string): JsonReading {
  const reading = parsedJson(text);
  if (!reading.ok) return reading;
  const fault = frozenInPlace(reading.value, []);
  return fault === undefined ? reading : { ok: false, fault };
}

/** As for every JSON that comes from outside (EN-34). */
const MOST_LEVELS = 32;

function frozenInPlace(value: unknown, path: FaultKey[]): Fault | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (path.length === MOST_LEVELS) {
    return refused(path, `at most ${MOST_LEVELS} levels of objects and arrays`, "more").fault;
  }
  const isList = Array.isArray(value);
  if (!isList && Object.hasOwn(value, "__proto__")) {
    return refused([...path, "__proto__"], 'no key "__proto__"', sortOf(value)).fault;
  }
  const keys = isList ? undefined : Object.keys(value);
  const { length } = keys ?? (value as readonly unknown[]);
  const members = value as Record<FaultKey, unknown>;
  for (let index = 0; index < length; index += 1) {
    const key = keys?.[index] ?? index;
    const member = members[key];
    if (member === 0 && Object.is(member, -0)) setOwn(members, key, 0);
    if (typeof member !== "object" || member === null) continue;
    path.push(key);
    const fault = frozenInPlace(member, path);
    if (fault !== undefined) return fault;
    path.pop();
  }
  Object.freeze(value);
  return undefined;
}

function isTooLong(text: string): boolean {
  if (text.length > MOST_BYTES_OF_JSON) return true;
  // A UTF-16 unit takes at most three bytes, so that a short text need not be encoded to be known as short.
  if (text.length * 3 <= MOST_BYTES_OF_JSON) return false;
  return new TextEncoder().encode(text).length > MOST_BYTES_OF_JSON;
}

function refused(path: readonly FaultKey[], expected: string, received: string) {
  return { ok: false as const, fault: { path: [...path], expected, received } };
}
