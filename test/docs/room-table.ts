/**
 * @module
 * The rooms of `src/`, each with what its face says of it.
 */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { packageRoot } from "../package/package-root.js";
import { markdownTable } from "./markdown-table.js";

/** A row a room, in the order of their paths. */
export function roomTable(): string {
  const src = join(packageRoot, "src");
  const faces = readdirSync(src, { recursive: true, encoding: "utf8" })
    .map((path) => path.split(sep).join("/"))
    .filter((path) => path.endsWith("/index.ts"))
    .sort((one, other) => (dirname(one) < dirname(other) ? -1 : 1));
  const rows = faces.map((path) => [`\`${dirname(path)}/\``, headOf(readFileSync(join(src, path), "utf8"))]);
  return markdownTable(["room", "what it holds"], rows);
}

/** The first paragraph of a file's head, in one line. */
function headOf(text: string): string {
  const [head = ""] = /\* @module\n([\s\S]*?)(?:\n \*\n| \*\/)/.exec(text)?.slice(1) ?? [];
  return head
    .replace(/^ \* ?/gm, "")
    .replace(/\s+/g, " ")
    .trim();
}
