import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix, relative, sep } from "node:path";
import { defineConfig, type Options } from "tsup";
import { builtPage } from "./src/bridges/inspector/page/build.js";

/** Entry and source of each subpath. `exports` of package.json names these and no others; a test compares. */
export const entries = {
  index: "src/index.ts",
  core: "src/core.ts",
  store: "src/store.ts",
  machine: "src/machine.ts",
  presets: "src/presets/index.ts",
  sqlite: "src/stores/sqlite/index.ts",
  postgres: "src/stores/postgres/index.ts",
  "pg-boss": "src/timers/pg-boss/index.ts",
  gate: "src/gate/index.ts",
  preferences: "src/preferences/index.ts",
  genius: "src/preferences/formats/genius/index.ts",
  strategies: "src/strategies/index.ts",
  analysis: "src/analysis/index.ts",
  argumentation: "src/argumentation/index.ts",
  group: "src/group/index.ts",
  channel: "src/bridges/channel/index.ts",
  client: "src/bridges/client/index.ts",
  tournament: "src/tournament/index.ts",
  report: "src/report/index.ts",
  http: "src/bridges/http/index.ts",
  inspector: "src/bridges/inspector/index.ts",
  mcp: "src/bridges/mcp/index.ts",
  a2a: "src/bridges/a2a/index.ts",
  "open-telemetry": "src/bridges/open-telemetry/index.ts",
  oap: "src/oap/index.ts",
  "ai-sdk": "src/bridges/ai-sdk/index.ts",
  testing: "src/testing/index.ts",
  fuzz: "src/fuzz/index.ts",
  simulation: "src/simulation/index.ts",
} as const satisfies Record<string, string>;

/** Entry and source of each command of `bin`. They are no exports: nobody imports a command. */
export const commands = { cli: "src/cli/main.ts" } as const satisfies Record<string, string>;

/** Where the declaration of each source is, before those of an entry become one file. */
const DECLARATIONS = ".tmp/declarations";

type Plugin = NonNullable<Options["esbuildPlugins"]>[number];

const library: Options = {
  entry: entries,
  format: ["esm", "cjs"],
  // Without it each CommonJS subpath would carry an error class of its own.
  splitting: true,
  dts: {
    entry: Object.fromEntries(
      Object.entries(entries).map(([entry, file]) => [
        entry,
        join(DECLARATIONS, file.replace(/ts$/, "d.ts")),
      ]),
    ),
  },
  treeshake: true,
  target: "node20",
  // With the sources in it: who debugs reads them without having them.
  sourcemap: true,
  // Else `node:sqlite` would be written as `sqlite`, which does not exist.
  removeNodeProtocol: false,
  // ESM only: CommonJS users under Jest could not load it.
  noExternal: ["nanoid"],
  esbuildPlugins: [thirdPartyLicences(), inspectorPage(), requiredPeers(), pastFaces()],
  esbuildOptions(esbuild) {
    // Else the bundled nanoid would bring `node:crypto` into `.`, which is to run in a browser too.
    esbuild.conditions = ["browser"];
    // The one file that says `import.meta` asks for CommonJS's own name of the file first.
    esbuild.logOverride = { "empty-import-meta": "silent" };
  },
};

const command: Options = {
  entry: commands,
  format: ["esm"],
  // A worker thread loads the chunk of the worker pool, not the command.
  splitting: true,
  dts: false,
  target: "node20",
  platform: "node",
  removeNodeProtocol: false,
  // The command asks nobody to install its own tools, nor the reader of XML.
  noExternal: ["commander", "cli-progress", "jsonc-parser", "fast-xml-parser", "@hono/node-server", "hono"],
  esbuildPlugins: [thirdPartyLicences(), inspectorPage()],
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

/** CommonJS cannot wait for a module while it loads: there optional peers are required. */
function requiredPeers(): Plugin {
  const awaited = /await import\("([^"]+)"\)\.catch\(refuseMissing\)/;
  const required =
    '(() => { try { return require("$1"); } catch (cause) { return refuseMissing(cause); } })()';
  return {
    name: "required-peers",
    setup(build) {
      if (build.initialOptions.define?.["TSUP_FORMAT"] !== '"cjs"') return;
      build.onLoad({ filter: PEER_FILES }, ({ path }) => {
        const contents = readFileSync(path, "utf8");
        if (!awaited.test(contents)) throw new Error(`Expected ${path} to wait for its peer.`);
        return { contents: contents.replace(awaited, required), loader: "ts" };
      });
    },
  };
}

/** Puts the inspector's page, bundled, in the place of the file that would bundle it. */
export function inspectorPage(): Plugin {
  return {
    name: "inspector-page",
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/]bridges[\\/]inspector[\\/]page[\\/]build\.ts$/ }, async () => {
        const { inputs, ...page } = await builtPage();
        addLicences(new Set(inputs.flatMap((path) => packageFolderOf(path) ?? [])));
        const text = JSON.stringify({ ...page, inputs: [] });
        return { contents: `export const builtPage = async () => (${text});`, loader: "ts" };
      });
    },
  };
}

/** The files that wait for an optional peer while they load. They import no face, since no other plugin reads them. */
const PEER_FILES =
  /[\\/]src[\\/](fuzz[\\/]arbitraries[\\/]fast-check|bridges[\\/][\w-]+[\\/](peers|api))\.ts$/;

/**
 * Builds imports of a face as imports of the files behind it.
 *
 * esbuild cuts chunks by which entries reach a file, and whoever asks a face for one name reaches all that stands behind
 * it: schemas of zod, which no bundler may drop, came to `.` with the rules beside them.
 */
function pastFaces(): Plugin {
  const faces = new Map<string, ReadonlyMap<string, Named>>();
  const namesOf = (face: string): ReadonlyMap<string, Named> => {
    const names = faces.get(face) ?? new Map(readNames(readFileSync(face, "utf8"), face));
    faces.set(face, names);
    return names;
  };
  const homeOf = (named: Named): Named => {
    if (basename(named.file) !== "index.ts") return named;
    const next = namesOf(named.file).get(named.name);
    if (next === undefined) throw new Error(`Expected ${named.file} to export ${named.name}.`);
    return homeOf(next);
  };
  return {
    name: "past-faces",
    setup(build) {
      build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
        const contents = readFileSync(path, "utf8").replace(FACE_LINE, (line, keyword: string) => {
          const direct = readNames(line, path).map(([local, found]) => {
            const { file, name } = homeOf(found);
            const from = posix.join(".", relative(dirname(path), file).split(sep).join("/"));
            const specifier = from.startsWith(".") ? from : `./${from}`;
            const named = name === local ? name : `${name} as ${local}`;
            return `${keyword} { ${named} } from "${specifier.replace(/\.ts$/, ".js")}";`;
          });
          // As many lines as before: source maps count them.
          return direct.join(" ") + line.replace(/[^\n]/g, "");
        });
        return { contents, loader: "ts" };
      });
    },
  };
}

/** What a file calls a name, and where it has it from. */
interface Named {
  readonly file: string;
  readonly name: string;
}

/** Imports and exports of values from a face. */
const FACE_LINE = /^(import|export) \{[^}]*\} from "\.[^"]*\/index\.js";$/gm;

/** The values that a text of `importer` brings in or passes on, each by what it is called there. */
function readNames(text: string, importer: string): (readonly [string, Named])[] {
  return [...text.matchAll(/^(?:import|export) \{([^}]*)\} from "(\.[^"]*)";$/gm)].flatMap(
    ([, names, from]) => {
      const file = join(dirname(importer), (from as string).replace(/\.js$/, ".ts"));
      const values = (names as string).split(",").filter((one) => /^\s*(?!type\s)\S/.test(one));
      return values.map((one) => {
        const [name, local = name] = one.trim().split(/\s+as\s+/) as [string, string?];
        return [local, { file, name }] as const;
      });
    },
  );
}

/** Where the notices are, from the folder of the package. */
export const licencesFile = "dist/THIRD-PARTY-LICENSES.txt";

/**
 * Adds the licence of each package whose code goes into the build to `licencesFile`, where other builds may have
 * added theirs; of a package without a licence file what its package.json says. Without either the build fails.
 */
export function thirdPartyLicences(): Plugin {
  return {
    name: "third-party-licences",
    setup(build) {
      build.initialOptions.metafile = true;
      build.onEnd(({ metafile }) => {
        const outputs = Object.values(metafile?.outputs ?? {});
        const inputs = outputs.flatMap((output) =>
          Object.entries(output.inputs).flatMap(([path, { bytesInOutput }]) =>
            bytesInOutput > 0 ? [path] : [],
          ),
        );
        addLicences(new Set(inputs.flatMap((path) => packageFolderOf(path) ?? [])));
      });
    },
  };
}

/** The folder of the package that a bundled file is from; `undefined` for a file of our own. */
function packageFolderOf(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

function addLicences(folders: Iterable<string>): void {
  const known = existsSync(licencesFile) ? readFileSync(licencesFile, "utf8").split(RULE).slice(1) : [];
  const sections = new Set([...known, ...[...folders].map(sectionOf)]);
  mkdirSync(dirname(licencesFile), { recursive: true });
  writeFileSync(licencesFile, [HEAD, ...[...sections].sort()].join(RULE));
}

const HEAD =
  "This package contains code of the packages below, under the licences that follow their names.\n";
const RULE = `\n${"-".repeat(80)}\n\n`;

function sectionOf(folder: string): string {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)([-.]\w+)*$/i.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
  if (texts.length === 0) {
    if (typeof license !== "string") throw new Error(`Expected ${folder} to have a licence, got none.`);
    const by = typeof author === "string" ? author : author?.name;
    texts.push(`Its package.json says: licence ${license}${by === undefined ? "" : `, author ${by}`}.`);
  }
  return `${name} ${version}\n\n${texts.join("\n\n")}\n`;
}

/**
 * Writes each source's declaration. What tsup makes them with checks all types once more, for a minute and a half: that
 * is `npm run check`, and under isolatedDeclarations no declaration needs it.
 */
function writeDeclarations(): void {
  rmSync(DECLARATIONS, { recursive: true, force: true });
  const options = ["--noCheck", "--noEmit", "false", "--emitDeclarationOnly", "--outDir", DECLARATIONS];
  execFileSync(process.execPath, ["node_modules/typescript-7/bin/tsc", ...options], { stdio: "inherit" });
}

export default defineConfig(() => {
  writeDeclarations();
  // Here rather than by `clean`: both are built at once, and neither may take away what the other has made.
  rmSync("dist", { recursive: true, force: true });
  return [library, command];
});
