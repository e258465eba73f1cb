/**
 * @module
 * The requirements, read from the pages in docs/requirements/: each has an anchor of its id, and says in its own words,
 * in the head of its table or in the heading above it whether it must hold.
 */

import { posix } from "node:path";
import { pages } from "../package/pages.js";

/** One requirement. */
export interface Requirement {
  /** `EN-21`; without a dash where the id counts for its page alone, as `T4` of the threats. */
  readonly id: string;
  /** Its file, without `.md`. */
  readonly page: string;
  /** `none`: neither word is said of it. */
  readonly level: "must" | "should" | "none";
}

/** What an id looks like wherever one is named: in titles, in docstrings, on the pages. */
export const REQUIREMENT_ID = /\b[A-Z]{1,3}-\d+[a-z]?\b/g;

/** All of them, page by page. */
export const requirements: readonly Requirement[] = pages
  .filter(({ path }) => path.startsWith("docs/requirements/"))
  .flatMap(({ path, text }) => requirementsIn(posix.basename(path, ".md"), text));

/** Those of one page, in order. */
export function requirementsIn(page: string, text: string): readonly Requirement[] {
  let heading = "";
  let head: string | null = null;
  return text.split("\n").flatMap((line) => {
    if (line.startsWith("#")) heading = line;
    const isRow = line.startsWith("|");
    if (!isRow) head = null;
    else head ??= line;
    return [...line.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = ""]) => {
      const own = new RegExp(`\\b${id} \\[(must|should)\\]`).exec(line)?.[1];
      const above = isRow ? `${head}${heading}` : line.startsWith("#") ? line : "";
      const level = own ?? (above.includes("[must]") || above.includes("all [must]") ? "must" : "none");
      return { id, page, level: level as Requirement["level"] };
    });
  });
}
