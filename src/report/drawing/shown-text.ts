/**
 * @module
 * Text that others wrote, made fit to be shown: no control characters, no direction that runs on into what
 * follows, no half characters, no more than there is room for. Escaping for XML is `markup.ts`.
 */

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
