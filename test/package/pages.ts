/**
 * @module
 * The pages of the package: README.md and all that stand below `docs/`, but for the reference, which is generated and
 * not kept, and for what builds the site; and what is in them, where a link can lead or where one comes from.
 */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, sep } from "node:path";
import { packageRoot } from "./package-root.js";

/** A page in Markdown. */
export interface Page {
  /** Below the package's folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** All of them, README.md first. */
export const pages: readonly Page[] = pagesIn(packageRoot);

/** The page at that path. */
export function pageAt(path: string): Page {
  const page = pages.find((one) => one.path === path);
  if (page === undefined)
    throw new Error(`Expected a page ${path}, got ${pages.map((one) => one.path).join(", ")}.`);
  return page;
}

/** The pages of a package in that folder, installed or not. */
export function pagesIn(folder: string): readonly Page[] {
  const below = readdirSync(join(folder, "docs"), { recursive: true, encoding: "utf8" })
    .map((path) => `docs/${path.split(sep).join("/")}`)
    .filter((path) => path.endsWith(".md") && !/^docs\/(reference|site)\//.test(path))
    .sort();
  return ["README.md", ...below].map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
}

/** A link of a page to something that is not on another server. */
export interface Link {
  /** 1-based. */
  readonly line: number;
  /** As it is written. */
  readonly target: string;
  /** What it leads to, below the package's folder; the page itself for a bare anchor. */
  readonly path: string;
  /** Without `#`; `null` where the link names none. */
  readonly anchor: string | null;
}

/** The links and pictures of a page, in order; none of those in code, nor those with a scheme. */
export function linksOf({ path, text }: Page): readonly Link[] {
  const prose = withoutCode(text);
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].flatMap((match) => {
    const target = match[1] ?? "";
    if (/^[a-z]+:/.test(target)) return [];
    const [file = "", anchor] = target.split("#");
    return [
      {
        line: prose.slice(0, match.index).split("\n").length,
        target,
        path: file === "" ? path : posix.normalize(posix.join(dirname(path), decodeURI(file))),
        anchor: anchor ?? null,
      },
    ];
  });
}

/** Where a link to the page can lead: its headings, as GitHub names them, and the ids that it sets itself. */
export function anchorsOf({ text }: Page): ReadonlySet<string> {
  const prose = withoutFences(text);
  const anchors = new Set([...prose.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = ""]) => id));
  for (const [, heading = ""] of prose.matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = slugOf(heading);
    let name = slug;
    for (let again = 1; anchors.has(name); again += 1) name = `${slug}-${again}`;
    anchors.add(name);
  }
  return anchors;
}

function slugOf(heading: string): string {
  return heading
    .replace(/<[^>]+>/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replace(/ /g, "-");
}

/** The page with blanks for what stands in fences, so that places stay. */
function withoutFences(text: string): string {
  return text.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1 *$/gm, blanks);
}

function withoutCode(text: string): string {
  return withoutFences(text).replace(/(`+)(?!`)[^\n]*?[^`]\1(?!`)/g, blanks);
}

function blanks(code: string): string {
  return code.replace(/[^\n]/g, " ");
}
