/**
 * @module
 * Bundles `src/`, as it is or with pieces of text replaced on the way (SM-6): the sources carry no switch
 * for tests, and a replacement that no longer fits is told, not passed over.
 */

import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import type { NegotiationService } from "../../src/service/room/index.js";

/** A piece of text in one file, and what is to stand in its place. */
export interface SourcePatch {
  /** Below `src/`. */
  readonly file: string;
  /** Has to be there exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** What is taken from patched sources. */
export interface PatchedSource {
  readonly NegotiationService: typeof NegotiationService;
}

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The text with all patches of that file applied.
 *
 * @throws {Error} "mutant has rotted" when the text of a patch is not there exactly once
 */
export function patched(text: string, file: string, patches: readonly SourcePatch[]): string {
  let result = text;
  for (const { find, replace } of patches.filter((patch) => patch.file === file)) {
    const count = result.split(find).length - 1;
    if (count !== 1) {
      throw new Error(
        `mutant has rotted: expected the text once in src/${file}, got it ${count} times: ${find}`,
      );
    }
    result = result.replace(find, () => replace);
  }
  return result;
}

/**
 * Bundles an entry into a file of its own below `.tmp/`, where it finds the installed packages.
 *
 * @param contents - of the entry, which imports from `./src/` or `./test/`
 */
export async function bundled(
  contents: string,
  name: string,
  patches: readonly SourcePatch[] = [],
): Promise<{ readonly url: string; readonly remove: () => void }> {
  for (const { file } of patches) patched(readFileSync(join(ROOT, "src", file), "utf8"), file, patches);
  const folder = join(ROOT, ".tmp", "simulation");
  mkdirSync(folder, { recursive: true });
  // Of its own for each process and use: runs beside each other must not load each other's.
  const outfile = join(folder, `${name}-${process.pid}-${process.hrtime.bigint()}.mjs`);
  await build({
    stdin: { contents, resolveDir: ROOT, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    // The package has no side effects, but an entry that is imported for nothing else does.
    ignoreAnnotations: true,
    outfile,
    logLevel: "silent",
    plugins: [patching(patches)],
  });
  return { url: pathToFileURL(outfile).href, remove: () => rmSync(outfile, { force: true }) };
}

/** Loads the sources with the patches applied. */
export async function loadPatched(name: string, patches: readonly SourcePatch[]): Promise<PatchedSource> {
  const { url, remove } = await bundled(ENTRY, name, patches);
  try {
    return (await import(/* @vite-ignore */ url)) as PatchedSource;
  } finally {
    remove();
  }
}

const ENTRY = `
export { NegotiationService } from "./src/service/room/negotiation-service.ts";
`;

function patching(patches: readonly SourcePatch[]): Plugin {
  return {
    name: "patches",
    setup({ onLoad }) {
      for (const file of new Set(patches.map((patch) => patch.file))) {
        const filter = new RegExp(
          `[\\\\/]src[\\\\/]${file.replaceAll(".", "\\.").replaceAll("/", "[\\\\/]")}$`,
        );
        onLoad({ filter }, ({ path }) => ({
          contents: patched(readFileSync(path, "utf8"), file, patches),
          loader: "ts",
        }));
      }
    },
  };
}
