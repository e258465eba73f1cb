/**
 * @module
 * Entry files for child processes of tests: TypeScript, bundled with the sources as they are now, so that a
 * process starts as fast as Node does and tests no stale build.
 */

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A file that `node` can run. */
export interface ChildBundle {
  readonly path: string;
  remove(): void;
}

/**
 * Bundles an entry file below `test/`.
 *
 * The bundle lies within the package, where its dependencies can be found.
 */
export async function bundleChild(entry: string): Promise<ChildBundle> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  mkdirSync(join(root, ".tmp"), { recursive: true });
  const folder = mkdtempSync(join(root, ".tmp", "child-"));
  const path = join(folder, "child.mjs");
  await build({
    entryPoints: [join(root, "test", entry)],
    outfile: path,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    conditions: ["browser"],
    external: [
      ...["xstate", "eventemitter3", "zod", "zod/mini", "fast-check", "pg", "pg-boss"],
      ...["@a2a-js/sdk", "express"],
    ],
    logLevel: "warning",
  });
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
