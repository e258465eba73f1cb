/**
 * @module
 * Where the package is: its folder, its `package.json`, and its build, which these tests do not make.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { entries } from "../../tsup.config.js";

/** The folder of the package, without a slash at the end. */
export const packageRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");

/** What these tests read of `package.json`. */
export interface Manifest {
  readonly name: string;
  readonly main: string;
  readonly module: string;
  readonly types: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly engines: { readonly node: string };
}

export const manifest: Manifest = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));

/** The name of an entry of the build, which is also the name of its files. */
export type EntryName = keyof typeof entries;

export const entryNames = Object.keys(entries) as EntryName[];

/** What a user writes to import an entry. */
export function specifierOf(entry: EntryName): string {
  return entry === "index" ? manifest.name : `${manifest.name}/${entry}`;
}

/**
 * The folder of the build.
 *
 * @throws {Error} when a file of an entry is missing
 */
export function builtFolder(): string {
  const dist = join(packageRoot, "dist");
  for (const entry of entryNames) {
    for (const extension of ["js", "cjs", "d.ts", "d.cts"]) {
      if (existsSync(join(dist, `${entry}.${extension}`))) continue;
      throw new Error(
        `Expected dist/${entry}.${extension} to exist. Run \`npm run build\` before these tests.`,
      );
    }
  }
  return dist;
}
