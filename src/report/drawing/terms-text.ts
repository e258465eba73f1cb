/**
 * @module
 * Terms in one line.
 */

import type { IssueTerms } from "../../preferences/model/index.js";
import { exactText } from "./number-text.js";
import { shownText } from "./shown-text.js";

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
