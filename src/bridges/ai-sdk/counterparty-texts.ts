/**
 * @module
 * What the other side wrote, on its way into a prompt: as through every door that a model stands behind (AI-6).
 */

import { isJsonObject } from "../../core/json/index.js";
import { cleanText, MOST_OF_A_MESSAGE } from "../door/index.js";

export { cleanText, fenced, MOST_OF_A_MESSAGE, nonces } from "../door/index.js";

/** Characters of a whole history. */
export const MOST_OF_A_HISTORY = 12_000;

/** JSON whose texts and names are clean; cut where it is longer than `most` characters, and says so. */
export function cleanJson(value: unknown, most: number = MOST_OF_A_HISTORY): string {
  const whole = JSON.stringify(value) ?? "null";
  // Most terms are plain and short, and their members need no look each.
  const isClean = whole.length <= MOST_OF_A_MESSAGE && PLAIN.test(whole) && !LONG_KEY.test(whole);
  const text = isClean ? whole : JSON.stringify(value, cleanMember);
  return text.length <= most ? text : `${text.slice(0, most)}… (cut)`;
}

function cleanMember(_: string, member: unknown): unknown {
  if (typeof member === "string") return cleanText(member);
  if (!isJsonObject(member) || Object.keys(member).every((key) => !SUSPECT.test(key) && key.length < 200))
    return member;
  return Object.fromEntries(Object.entries(member).map(([key, one]) => [cleanText(key, 200), one]));
}

/** Without escapes, behind which anything may stand. */
const PLAIN = /^[ -[\]-~]*$/;
const LONG_KEY = /"[^"]{200,}":/;
const SUSPECT = /[^ -~]/;
