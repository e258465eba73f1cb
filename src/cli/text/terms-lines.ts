/**
 * @module
 * Terms and figures as lines for people. For programs there is `--json`.
 */

import type { Figure } from "../../analysis/index.js";
import type { IssueTerms } from "../../preferences/index.js";
import { numberText, shownText } from "../../report/drawing/index.js";
import { REASON_WORDS } from "../../report/scene/index.js";

/** `issue: value` for each issue. */
export function termsLines(terms: IssueTerms): readonly string[] {
  return Object.entries(terms).map(([issue, value]) => `  ${shownText(issue)}: ${shownText(String(value))}`);
}

/** The values alone, in the order of the issues. */
export function termsWords(terms: IssueTerms): string {
  return Object.values(terms)
    .map((value) => shownText(String(value)))
    .join(", ");
}

/** The number, or why there is none. */
export function figureText(figure: Figure): string {
  return figure.value === null
    ? `${numberText(null)} (${REASON_WORDS[figure.reason]})`
    : numberText(figure.value);
}
