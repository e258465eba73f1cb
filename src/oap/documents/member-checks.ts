/**
 * @module
 * Tables of members as checks of documents, and the forms that members have: each check says what was expected and
 * where, and nothing of what came.
 */

import { integerName, isIntegerIn } from "../../core/checks/index.js";
import { isJsonArray, isJsonObject, type Json, memberOf } from "../../core/json/index.js";
import { type DocumentLimits, type SigningRefusal, signingRefusal, strictCopy } from "../canonical/index.js";
import { type DocumentIdPrefix, isDocumentId, isHashText, readInstant } from "../encoding/index.js";
import { isDid } from "../keys/index.js";

/** Keys and indices from the outside in. */
export type MemberPath = readonly (string | number)[];

/** Judges one member; `undefined` stands for an absent one, and as the answer for no fault. */
export type MemberCheck = (value: Json | undefined, path: MemberPath) => SigningRefusal | undefined;

/** A strict copy of a value that passes a check, typed by what the check has shown; or why it is refused. */
export function checkedCopy<Checked extends Json = Json>(
  value: unknown,
  check: MemberCheck,
  limits?: DocumentLimits,
): { readonly ok: true; readonly value: Checked } | SigningRefusal {
  const copy = strictCopy(value, limits);
  if (!copy.ok) return copy;
  return check(copy.value, []) ?? { ok: true, value: copy.value as Checked };
}

/** The check of a required member. `expected` completes "Expected ..." and holds no foreign text. */
export function required(expected: string, passes: (value: Json | undefined) => boolean): MemberCheck {
  return (value, path) => (passes(value) ? undefined : refuseMemberAt(path, expected, value));
}

/** The same check for a member that may be absent; `null` is not absent. */
export function optional(check: MemberCheck): MemberCheck {
  return (value, path) => (value === undefined ? undefined : check(value, path));
}

/** The same check for a member that may be `null`. */
export function orNull(check: MemberCheck): MemberCheck {
  return (value, path) => (value === null ? undefined : check(value, path));
}

/** The check of an object by a table of its members, in that order; each further member is checked by `others`. */
export function membersOf(
  table: Readonly<Record<string, MemberCheck>>,
  others: MemberCheck = unknownMember,
): MemberCheck {
  const checks = Object.entries(table);
  return (value, path) => {
    if (!isJsonObject(value)) return refuseMemberAt(path, "an object", value);
    for (const [name, check] of checks) {
      const member = memberOf(value, name);
      // Asked again for the path: it is needed only where there is a fault, and checks answer alike.
      if (check(member, path) !== undefined) return check(member, [...path, name]);
    }
    for (const name of Object.keys(value)) {
      const isKnown = Object.hasOwn(table, name) || others(value[name], path) === undefined;
      if (!isKnown) return others(value[name], [...path, name]);
    }
    return undefined;
  };
}

/** The check of a list of at most `most` elements. */
export function listOf(check: MemberCheck, most: number): MemberCheck {
  return (value, path) =>
    isJsonArray(value) && value.length <= most
      ? value.map((element, index) => check(element, path) && check(element, [...path, index])).find(Boolean)
      : refuseMemberAt(path, `a list of at most ${most} elements`, value);
}

/** The refusal of a member that is not as expected, or of a required one that is absent. */
export function refuseMemberAt(path: MemberPath, expected: string, came?: Json): SigningRefusal {
  const received = came === undefined ? "none" : "another value";
  return signingRefusal("document_invalid", `Expected ${expected}, got ${received}.`, path);
}

/** An integer from `least` to `most`. */
export function integerFrom(least: number, most?: number): MemberCheck {
  return required(integerName(least, most), (value) => isIntegerIn(value, least, most));
}

/** Text that the pattern matches. */
export function textLike(expected: string, pattern: RegExp): MemberCheck {
  return required(expected, (value) => typeof value === "string" && pattern.test(value));
}

/** An id with that prefix. */
export function idOf(prefix: DocumentIdPrefix): MemberCheck {
  return required(`an id ${prefix}_ and 26 of 0-9 and A-Z`, (value) => isDocumentId(prefix, value));
}

/** Any text; the size of its document bounds it. */
export const anyText: MemberCheck = required("text", (value) => typeof value === "string");

/** Any object. */
export const anyObject: MemberCheck = required("an object", isJsonObject);

/** A member that is there, whatever it is: as `others`, it keeps members that the table does not know. */
export const anyMember: MemberCheck = required("a member", (value) => value !== undefined);

/** The check of an object that has no members but these, whatever they are. */
export function noneBut(...names: readonly string[]): MemberCheck {
  return membersOf(Object.fromEntries(names.map((name) => [name, () => undefined])));
}

/** Refuses a member that has no place where it stands. */
export const unknownMember: MemberCheck = required("a known member", () => false);

/** `true` or `false`. */
export const anyBoolean: MemberCheck = required("true or false", (value) => typeof value === "boolean");

/** A DID. */
export const anyDid: MemberCheck = required("a DID", isDid);

/** A hash as `hashText` writes it. */
export const anyHash: MemberCheck = required("a hash", isHashText);

/** An instant as `readInstant` reads it. */
export const anyInstant: MemberCheck = required(
  "an instant YYYY-MM-DDTHH:MM:SSZ",
  (value) => readInstant(value) !== undefined,
);
