import { defineConfig, type Options } from "tsup";
import { thirdPartyLicences } from "./tsup.licences.js";

/** Entry and source of each command of `bin`. They are no exports: nobody imports a command. */
export const commands = { cli: "src/cli/main.ts" } as const satisfies Record<string, string>;

const options: Options = {
  entry: commands,
  format: ["esm"],
  // A worker thread loads the chunk of the worker pool, not the command.
  splitting: true,
  dts: false,
  // The library's build is there already.
  clean: false,
  target: "node20",
  platform: "node",
  removeNodeProtocol: false,
  // The command asks nobody to install its own tools, nor the reader of XML.
  noExternal: ["commander", "cli-progress", "jsonc-parser", "fast-xml-parser"],
  esbuildPlugins: [thirdPartyLicences()],
  banner: {
    // CommonJS packages are among those bundled, and they ask for Node's modules by `require`.
    js: `#!/usr/bin/env node
import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);`,
  },
  esbuildOptions(esbuild) {
    esbuild.logOverride = { "empty-import-meta": "silent" };
    esbuild.chunkNames = "cli-[name]-[hash]";
  },
};

export default defineConfig(options);
