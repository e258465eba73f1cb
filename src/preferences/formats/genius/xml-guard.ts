/**
 * @module
 * What is refused of an XML text before any parser sees it: a DOCTYPE (and with it every entity of the
 * document's own), deep nesting and size. It reads no more of XML than that takes.
 */

/** What is wrong with a text, and where. */
export interface GuardFault {
  readonly expected: string;
  readonly received: string;
  /** Where in the text, in UTF-16 units from 0. */
  readonly offset: number;
}

/** BA-9: the most levels of elements and the most bytes of UTF-8. */
const MOST_LEVELS = 64;
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * The first reason not to parse a text, or `undefined`. Text that is not well-formed is left to the parser.
 *
 * Takes time in proportion to the length and no memory.
 *
 * @see bargaining requirements, BA-9
 */
export function guardFault(xml: string): GuardFault | undefined {
  if (isTooLong(xml)) {
    return { expected: "at most 16 MiB of XML", received: "more", offset: 0 };
  }
  let level = 0;
  for (let at = xml.indexOf("<"); at !== -1; at = xml.indexOf("<", at)) {
    const skipped = endOfSkipped(xml, at);
    if (skipped !== undefined) {
      at = skipped;
    } else if (xml[at + 1] === "!") {
      return { expected: "XML without a DOCTYPE", received: "one", offset: at };
    } else if (xml[at + 1] === "/") {
      level -= 1;
      at += 2;
    } else {
      const end = endOfTag(xml, at);
      if (xml[end - 1] !== "/") level += 1;
      if (level > MOST_LEVELS) {
        return { expected: `at most ${MOST_LEVELS} levels of elements`, received: "more", offset: at };
      }
      at = end + 1;
    }
    if (at >= xml.length) break;
  }
  return undefined;
}

function isTooLong(xml: string): boolean {
  if (xml.length > MOST_BYTES) return true;
  // A UTF-16 unit takes at most three bytes, so that a short text need not be encoded to be known as short.
  return xml.length * 3 > MOST_BYTES && new TextEncoder().encode(xml).length > MOST_BYTES;
}

/** Where a comment, CDATA section or instruction that begins at `at` is over; `undefined` when none does. */
function endOfSkipped(xml: string, at: number): number | undefined {
  const [opening, closing] = SKIPPED.find(([start]) => xml.startsWith(start, at)) ?? [];
  if (opening === undefined || closing === undefined) return undefined;
  const end = xml.indexOf(closing, at + opening.length);
  return end === -1 ? xml.length : end + closing.length;
}

const SKIPPED: readonly (readonly [string, string])[] = [
  ["<!--", "-->"],
  ["<![CDATA[", "]]>"],
  ["<?", "?>"],
];

/** Where the `>` of a tag stands that begins at `at`: outside quotes. The end of the text when it has none. */
function endOfTag(xml: string, at: number): number {
  for (let index = at + 1; index < xml.length; index += 1) {
    const character = xml[index];
    if (character === ">") return index;
    if (character === '"' || character === "'") {
      const end = xml.indexOf(character, index + 1);
      if (end === -1) return xml.length;
      index = end;
    }
  }
  return xml.length;
}
