/**
 * @module
 * `npm run runtimes`: runs the README's first example and loads every subpath that needs no server on Bun and Deno.
 * Both are npm packages, too large to depend on: they are fetched into a temporary folder. Needs the build.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeConsumer } from "./consumer.js";
import { entryNames, manifest, packageRoot, specifierOf } from "./package-root.js";
import { codeBlocksOf, printsAsShown } from "./readme-blocks.js";

/** The program of each package, and how it runs a file. */
const RUNTIMES = [
  { name: "bun", range: "1", run: ["run"] },
  // The packages of the folder are links, and Deno asks for leave to read where they lead.
  { name: "deno", range: "2", run: ["run", "--node-modules-dir=manual", "--allow-read", "--allow-env"] },
] as const;

const NEEDS_A_SERVER: readonly string[] = ["sqlite", "postgres", "pg-boss"];

const [first] = codeBlocksOf(readFileSync(join(packageRoot, "README.md"), "utf8"));
if (first?.output == null) throw new Error("Expected README.md to begin with code and its output.");
const shown = first.output;
const specifiers = entryNames.filter((entry) => !NEEDS_A_SERVER.includes(entry)).map(specifierOf);
const loading = `for (const one of ${JSON.stringify(specifiers)}) {
  const { length } = Object.keys(await import(one));
  console.log(one, length > 0 ? "loads" : "is empty");
}`;

const consumer = makeConsumer(Object.keys(manifest.peerDependencies));
const programs = mkdtempSync(join(tmpdir(), "concordat-runtimes-"));
try {
  writeFileSync(join(consumer.folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(consumer.folder, "first.ts"), first.code);
  writeFileSync(join(consumer.folder, "loading.js"), loading);
  writeFileSync(join(programs, "package.json"), "{}");
  const wanted = RUNTIMES.map(({ name, range }) => `${name}@${range}`);
  execFileSync("npm", ["install", "--no-audit", "--no-fund", ...wanted], { cwd: programs, stdio: "ignore" });
  for (const { name, run } of RUNTIMES) {
    const program = join(programs, "node_modules", ".bin", name);
    const outputOf = (...args: readonly string[]): string => {
      const ending = spawnSync(program, args, { cwd: consumer.folder, encoding: "utf8", env: quiet() });
      return ending.status === 0 ? ending.stdout : `${ending.stdout}${ending.stderr}${ending.error ?? ""}`;
    };
    const version = /\d+\.\d+\.\d+/.exec(outputOf("--version"))?.[0];
    const printed = outputOf(...run, "first.ts");
    say(`${name} ${version}: the first example`, printsAsShown(bare(printed), bare(shown)), printed);
    const loaded = outputOf(...run, "loading.js");
    const expected = specifiers.map((one) => `${one} loads\n`).join("");
    say(`${name} ${version}: ${specifiers.length} subpaths`, loaded === expected, loaded);
  }
} finally {
  consumer.remove();
  rmSync(programs, { recursive: true, force: true });
}

function say(what: string, holds: boolean, output: string): void {
  console.log(`${holds ? "ok    " : "FAILED"}  ${what}`);
  if (holds) return;
  console.log(output);
  process.exitCode = 1;
}

/** Each console has its own quotes, blanks and last commas. */
function bare(text: string): string {
  return text
    .replace(/\s/g, "")
    .replaceAll("'", '"')
    .replace(/,(?=[}\]])/g, "");
}

function quiet(): NodeJS.ProcessEnv {
  return { ...process.env, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
}
