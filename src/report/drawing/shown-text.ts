/**
 * @module
 * Numbers, and texts that others wrote, made fit to be shown: no control characters, no direction that runs on, no
 * half characters, no more than there is room for. Escaping for XML is `markup.ts`.
 */

import type { IssueTerms } from "../../preferences/model/index.js";

/**
 * The text with everything visible that could mislead: control characters and half surrogate pairs become U+FFFD,
 * embeddings, overrides and isolates of direction stand by their number, and text of right-to-left scripts is
 * isolated from what stands beside it.
 *
 * @param most - characters (code points) kept; a longer text ends in an ellipsis
 * @see Unicode Standard Annex 9, section 2, for the characters of direction
 */
export function shownText(text: string, most: number = Number.POSITIVE_INFINITY): string {
  const clean = text
    .replace(UNFIT, "\uFFFD")
    .replace(RUNNING_ON, (character) => `[U+${character.charCodeAt(0).toString(16).toUpperCase()}]`);
  const short = shortened(clean, most);
  return RIGHT_TO_LEFT.test(short) ? `\u2068${short}\u2069` : short;
}

/**
 * About how wide a text is set in a proportional sans-serif face: fonts differ, so callers leave room.
 *
 * @param size - of the font, in the unit of the result
 */
export function textWidth(text: string, size: number): number {
  let width = 0;
  for (const character of text) {
    if (NO_WIDTH.test(character)) continue;
    if (WIDE.test(character)) width += 1;
    else width += NARROW.includes(character) ? 0.36 : /[A-Z0-9mwMW@%]/.test(character) ? 0.7 : 0.6;
  }
  return width * size;
}

/**
 * The columns that a text takes in a terminal: two for a character of East Asian scripts or a pictograph.
 */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) if (!NO_WIDTH.test(character)) columns += WIDE.test(character) ? 2 : 1;
  return columns;
}

/** Controls, line and paragraph separators, what XML 1.0 cannot hold, and surrogates without their other half. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const UNFIT = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFFFE\uFFFF]|\p{Surrogate}/gu;

/** Embeddings, overrides, isolates and their ends: each changes the direction of what comes after it. */
const RUNNING_ON = /[\u202A-\u202E\u2066-\u2069]/g;

/** Hebrew, Arabic and their kin, and the marks that act like one of their letters. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\u200E\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;

const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\u{1F300}-\u{1FAFF}]/u;

const NARROW = " .,:;'|!iIljtfr()[]/-";

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text];
  if (characters.length <= most) return text;
  return `${characters.slice(0, Math.max(0, most - 1)).join("")}…`;
}

/** Each issue with its value, in the order of the terms, cut where it would be longer than a line can be. */
export function termsText(terms: IssueTerms): string {
  const parts: string[] = [];
  let length = 0;
  for (const [name, value] of Object.entries(terms)) {
    const part = `${shownText(name, LONGEST_PART)}: ${valueText(value)}`;
    length += part.length;
    if (length > LONGEST_LINE && parts.length > 0) return `${parts.join(", ")}, …`;
    parts.push(part);
  }
  return parts.join(", ");
}

/** A value of an issue, fit to be shown. */
export function valueText(value: IssueTerms[string] | undefined): string {
  return shownText(typeof value === "number" ? exactText(value) : String(value ?? ""), LONGEST_PART);
}

/** Chosen: characters of a name or a value, and of all together. */
const LONGEST_PART = 40;
const LONGEST_LINE = 160;

/** What stands for a number that is undefined. */
export const DASH = "–";

/**
 * A number with at most so many significant digits and no zeros at its end; `null` is a dash.
 *
 * @example
 * numberText(0.30000000000000004); // "0.3"
 * numberText(null); // "–"
 */
export function numberText(value: number | null | undefined, digits: number = DIGITS): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return DASH;
  if (value === 0) return "0";
  const magnitude = Math.abs(value);
  if (magnitude >= 1e7 || magnitude < 1e-5) return value.toExponential(digits - 1).replace(/\.?0+e/, "e");
  // `toPrecision` would write 12345 as 1.2e+4: whole digits are never dropped.
  const whole = Math.floor(Math.log10(magnitude)) + 1;
  const written = value.toFixed(Math.max(0, digits - Math.max(whole, 0)));
  const trimmed = written.includes(".") ? written.replace(/\.?0+$/, "") : written;
  return trimmed === "-0" ? "0" : trimmed;
}

/** A count with a comma between thousands. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A number with all of its digits, and a comma between thousands. */
export function exactText(value: number): string {
  const [whole = "", ...rest] = String(value).split(".");
  return [/^-?\d+$/.test(whole) ? countText(Number(whole)) : whole, ...rest].join(".");
}

/** A number with exactly so many decimals, for columns; beyond a hundred thousand as `numberText` writes it. */
export function fixedText(value: number | null, decimals: number): string {
  return value === null || !(Math.abs(value) < 1e5) ? numberText(value) : value.toFixed(decimals);
}

/** How many of something, in the singular for one of it. */
export function amountText(count: number, one: string, many: string = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** A coordinate in a picture: to a tenth of a pixel, which is finer than can be seen and keeps files small. */
export function coordinate(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

/** Chosen: more than a picture can show, fewer than make a table hard to read. */
const DIGITS = 4;
