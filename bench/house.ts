/**
 * @module
 * `npm run house [-- --against FOLDER] [--structure]`: how the house stands. Prints rooms, lines, names and sizes of
 * this checkout, and of another one beside it; without `--structure` also the ratios that a rebuilding must not
 * worsen, both checkouts in turn.
 */

import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import ts from "typescript";

/** What is asked, and which of its ratios and figures count here. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  turns: ["tableToReducer"],
  service: ["serviceToActor"],
  memory: ["bytesPerLive"],
  strategies: ["headlessToBareLoop"],
  signing: ["wholeToBareNodeCrypto"],
};

/** What is worse when it grows, but for these. */
const BETTER_WHEN_MORE: readonly string[] = ["headlessToBareLoop", "wholeToBareNodeCrypto"];

/** More than this share worse than before is marked. */
const MOST_WORSE = 0.03;

type Numbers = Readonly<Record<string, number>>;

const { values } = parseArgs({ options: { against: { type: "string" }, structure: { type: "boolean" } } });
const here = fileURLToPath(new URL("..", import.meta.url));
const there = values.against === undefined ? undefined : resolve(values.against);

table("structure", structureOf(here), there === undefined ? undefined : structureOf(there));
table(
  "kB gzip, bundled for a browser",
  await sizesOf(here),
  there === undefined ? undefined : await sizesOf(there),
);
if (values.structure !== true) {
  for (const [question, names] of Object.entries(ASKED)) {
    const before = there === undefined ? undefined : answered(there, question, names);
    table(`npm run bench -- ${question}`, answered(here, question, names), before);
  }
}

function structureOf(root: string): Numbers {
  const src = filesOf(join(root, "src"));
  const test = filesOf(join(root, "test"));
  const folders = new Map<string, number>();
  for (const path of src) folders.set(dirname(path), (folders.get(dirname(path)) ?? 0) + 1);
  const behind = test.filter((path) => importsOf(path).some((target) => isBehindAFace(root, target)));
  return {
    "files of src": src.length,
    "folders of src": folders.size,
    "most files in a folder": Math.max(...folders.values()),
    "lines of src": linesOf(src),
    "lines of test": linesOf(test),
    "names of `.`": namesOf(join(root, "src", "index.ts")),
    "test files that look behind a face": behind.length,
  };
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => join(folder, path));
}

function linesOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + readFileSync(path, "utf8").split("\n").length - 1, 0);
}

/** The files that a file imports, by their paths. */
function importsOf(path: string): string[] {
  return ts
    .preProcessFile(readFileSync(path, "utf8"))
    .importedFiles.filter(({ fileName }) => fileName.startsWith("."))
    .map(({ fileName }) => resolve(dirname(path), fileName.replace(/\.js$/, ".ts")));
}

function isBehindAFace(root: string, target: string): boolean {
  const path = relative(join(root, "src"), target).split(sep);
  return path[0] !== ".." && path.length > 1 && path.at(-1) !== "index.ts";
}

function namesOf(face: string): number {
  const tree = ts.createSourceFile(face, readFileSync(face, "utf8"), ts.ScriptTarget.ES2023);
  return tree.statements.filter(ts.isExportDeclaration).reduce((sum, { exportClause }) => {
    return sum + (exportClause && ts.isNamedExports(exportClause) ? exportClause.elements.length : 0);
  }, 0);
}

async function sizesOf(root: string): Promise<Numbers> {
  const { entries, inspectorPage } = (await import(pathToFileURL(join(root, "tsup.config.ts")).href)) as {
    readonly entries: Readonly<Record<string, string>>;
    /** Older checkouts have no page that would have to be made first. */
    readonly inspectorPage?: () => Plugin;
  };
  const { peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const sizes: Record<string, number> = {};
  for (const [entry, path] of Object.entries(entries)) {
    const { outputFiles } = await build({
      entryPoints: [join(root, path)],
      bundle: true,
      minify: true,
      format: "esm",
      platform: "browser",
      conditions: ["browser"],
      target: "es2022",
      external: [...Object.keys(peerDependencies), "node:*"],
      plugins: inspectorPage === undefined ? [] : [inspectorPage()],
      write: false,
      logLevel: "silent",
    });
    sizes[entry] = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length / 1000;
  }
  return sizes;
}

function answered(root: string, question: string, names: readonly string[]): Numbers {
  const { stdout, status } = spawnSync("npm", ["run", "--silent", "bench", "--", question, "--json"], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (status !== 0) throw new Error(`Expected the bench ${question} of ${root} to end well, got ${status}.`);
  const { ratios, figures } = JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}");
  const found: Numbers = { ...figures, ...ratios };
  return Object.fromEntries(names.map((name) => [name, found[name] ?? Number.NaN]));
}

function table(title: string, now: Numbers, before: Numbers | undefined): void {
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries(now)) {
    const old = before?.[name];
    const change = old === undefined ? "" : `  before ${shown(old)}${marked(name, value / old)}`;
    console.log(`  ${name.padEnd(36)} ${shown(value).padStart(10)}${change}`);
  }
}

function shown(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString("en") : value.toPrecision(4);
}

function marked(name: string, ratio: number): string {
  if (name.includes(" ")) return `  x ${ratio.toFixed(3)}`;
  const worse = BETTER_WHEN_MORE.includes(name) ? 1 / ratio : ratio;
  return `  x ${ratio.toFixed(3)}${worse > 1 + MOST_WORSE ? "  more than 3 % worse" : ""}`;
}
