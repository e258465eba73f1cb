import { readFileSync } from "node:fs";
import { defineConfig, type Options } from "tsup";
import { thirdPartyLicences } from "./tsup.licences.js";

/** Entry and source of each subpath. `exports` of package.json names these and no others; a test compares. */
export const entries = {
  index: "src/index.ts",
  machine: "src/machine.ts",
  presets: "src/presets/index.ts",
  sqlite: "src/stores/sqlite.ts",
  postgres: "src/stores/postgres.ts",
  "pg-boss": "src/timers/pg-boss.ts",
  preferences: "src/preferences/index.ts",
  genius: "src/preferences/genius/index.ts",
  strategies: "src/strategies/index.ts",
  analysis: "src/analysis/index.ts",
  argumentation: "src/argumentation/index.ts",
  tournament: "src/tournament/index.ts",
  report: "src/report/index.ts",
  oap: "src/oap/index.ts",
  testing: "src/testing/index.ts",
  fuzz: "src/fuzz/index.ts",
  simulation: "src/simulation/index.ts",
} as const satisfies Record<string, string>;

const options: Options = {
  entry: entries,
  format: ["esm", "cjs"],
  // Without it each CommonJS subpath would carry an error class of its own.
  splitting: true,
  dts: true,
  treeshake: true,
  target: "node20",
  clean: true,
  // Else `node:sqlite` would be written as `sqlite`, which does not exist.
  removeNodeProtocol: false,
  // ESM only: CommonJS users under Jest could not load it.
  noExternal: ["nanoid"],
  esbuildPlugins: [thirdPartyLicences(), requiredFastCheck()],
  esbuildOptions(esbuild) {
    // Else the bundled nanoid would bring `node:crypto` into `.`, which is to run in a browser too.
    esbuild.conditions = ["browser"];
    // The one file that says `import.meta` asks for CommonJS's own name of the file first.
    esbuild.logOverride = { "empty-import-meta": "silent" };
  },
};

/** CommonJS cannot wait for a module while it loads: there the peer of `./fuzz` is required. */
function requiredFastCheck(): NonNullable<Options["esbuildPlugins"]>[number] {
  const awaited = 'await import("fast-check").catch(refuseMissing)';
  const required =
    '(() => { try { return require("fast-check"); } catch (cause) { return refuseMissing(cause); } })()';
  return {
    name: "required-fast-check",
    setup(build) {
      if (build.initialOptions.define?.["TSUP_FORMAT"] !== '"cjs"') return;
      build.onLoad({ filter: /[\\/]src[\\/]fuzz[\\/]fast-check\.ts$/ }, ({ path }) => {
        const contents = readFileSync(path, "utf8");
        if (!contents.includes(awaited)) throw new Error(`Expected ${path} to say ${awaited}.`);
        return { contents: contents.replace(awaited, required), loader: "ts" };
      });
    },
  };
}

export default defineConfig(options);
