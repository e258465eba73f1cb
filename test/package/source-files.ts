/**
 * @module
 * The files of `src/`, read and parsed once: what the tests of habits and arrows look at.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import ts from "typescript";
import { entries } from "../../tsup.config.js";
import { packageRoot } from "./package-root.js";

/** A file of `src/`. */
export interface SourceFile {
  /** Below `src/`, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly tree: ts.SourceFile;
}

export const sourceFiles: readonly SourceFile[] = readdirSync(join(packageRoot, "src"), {
  recursive: true,
  encoding: "utf8",
})
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => path.split(sep).join("/"))
  .sort()
  .map((path) => {
    const text = readFileSync(join(packageRoot, "src", path), "utf8");
    return { path, text, tree: ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true) };
  });

/** The faces, below `src/`, of the rooms and of the package: they hold re-exports and nothing else. */
export const facePaths: readonly string[] = [
  ...new Set([
    ...Object.values(entries).map((path) => path.replace("src/", "")),
    ...sourceFiles.map(({ path }) => path).filter((path) => path.endsWith("/index.ts")),
  ]),
];

/** Every node of a file that satisfies `is`. */
export function nodesOf<N extends ts.Node>(tree: ts.SourceFile, is: (node: ts.Node) => node is N): N[] {
  const found: N[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Where a node stands, for a message: `core/decide.ts:12`. */
export function placeOf(file: SourceFile, node: ts.Node): string {
  return `${file.path}:${file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree)).line + 1}`;
}
