import { execFile } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commands, entries, licencesFile } from "../../tsup.config.js";
import { type Consumer, makeConsumer } from "./consumer.js";
import { type EntryName, entryNames, manifest, packageRoot } from "./package-root.js";
import { pages } from "./pages.js";
import { runScript } from "./run-script.js";

describe("package.json", () => {
  it("exports what the build makes, and nothing else (SY-27)", () => {
    const built = Object.keys(entries).map((entry) => [
      entry === "index" ? "." : `./${entry}`,
      conditionsOf(entry),
    ]);
    expect(manifest.exports).toEqual({ ...Object.fromEntries(built), ...FILES });
  });

  it("lists the conditions in the order in which they are tried", () => {
    // `types` has to come first, and key order is lost on toEqual.
    const orders = entryNames.map((entry) =>
      JSON.stringify(manifest.exports[entry === "index" ? "." : `./${entry}`]),
    );
    expect(orders).toEqual(entryNames.map((entry) => JSON.stringify(conditionsOf(entry))));
  });

  it("names the built commands in `bin`, and exports none of them", () => {
    const built = Object.keys(commands).map((command) => `./dist/${command}.js`);
    expect(Object.values(manifest.bin)).toEqual(built);
    expect(built.filter((file) => JSON.stringify(manifest.exports).includes(`"${file}"`))).toEqual([]);
    expect(Object.keys(commands).filter((command) => command in entries)).toEqual([]);
  });

  it("tells tools that know no exports the same", () => {
    const { import: esm, require: cjs } = conditionsOf("index");
    expect([manifest.main, manifest.module, manifest.types]).toEqual([cjs.default, esm.default, esm.types]);
  });
});

describe("the packed package", () => {
  let consumer: Consumer;
  beforeAll(() => {
    consumer = makeConsumer();
  });
  afterAll(() => consumer?.remove());

  it("holds the build, the licence, the changes and the README, and no sources", () => {
    const files = readdirSync(join(consumer.folder, "node_modules", manifest.name), {
      recursive: true,
      encoding: "utf8",
    });
    expect(files).toEqual(expect.arrayContaining(["LICENSE", "CHANGELOG.md", "README.md", "package.json"]));
    for (const entry of entryNames) expect(files).toContain(join("dist", `${entry}.js`));
    // The command finds the scenarios by their names; the pages name the others.
    const below = (folder: string): string[] =>
      files.filter((file) => file.startsWith(join(folder, "")) && /\.\w+$/.test(file));
    expect(below(join("examples", "scenarios")).length).toBeGreaterThanOrEqual(8);
    expect(below(join("examples", "oap-vectors")).length).toBeGreaterThanOrEqual(9);
    const kept = readdirSync(join(packageRoot, "examples"), { recursive: true, encoding: "utf8" });
    // What makes the vectors needs the sources.
    const makesVectors = (file: string): boolean => /oap-vectors.*\.ts$/.test(file);
    const wanted = kept.filter((file) => !makesVectors(file)).map((file) => join("examples", file));
    expect(files).toEqual(expect.arrayContaining(wanted));
    const programs = kept.filter((file) => /^[\w-]+\.(ts|svg)$/.test(file));
    const beside = ["supply-contract.ts", "quickstart.ts"];
    expect(
      programs.filter((file) => !beside.includes(file) && !pages.some(({ text }) => text.includes(file))),
    ).toEqual([]);
    const isStray = (file: string): boolean =>
      /^(src|test|bench|\.ci|docs.reference|docs.site)\b/.test(file) || makesVectors(file);
    expect(files.filter(isStray)).toEqual([]);
  });

  it("has a source map with the sources in it for each module, which names no place of whoever built it", () => {
    const dist = join(consumer.folder, "node_modules", manifest.name, "dist");
    for (const entry of entryNames) {
      for (const file of [`${entry}.js`, `${entry}.cjs`]) {
        expect(readFileSync(join(dist, file), "utf8")).toContain(`//# sourceMappingURL=${file}.map`);
        const map = JSON.parse(readFileSync(join(dist, `${file}.map`), "utf8"));
        expect(map.sourcesContent ?? [], file).toHaveLength(map.sources.length);
        expect(map.sources.filter((path: string) => /^(?:\/|[a-z]+:)/i.test(path))).toEqual([]);
      }
    }
    const texts = readdirSync(dist)
      .filter((file) => file.endsWith(".map"))
      .map((file) => readFileSync(join(dist, file), "utf8"));
    expect(texts.filter((text) => text.includes(packageRoot))).toEqual([]);
  });

  // Half of it are maps with the sources in them, so each door adds about twice what it weighs.
  it("is at most 6 MB to download and 24 MB on disk", () => {
    const files = readdirSync(join(consumer.folder, "node_modules", manifest.name), {
      recursive: true,
      encoding: "utf8",
    });
    const bytes = files.map(
      (file) => statSync(join(consumer.folder, "node_modules", manifest.name, file)).size,
    );
    expect(statSync(consumer.tarball).size).toBeLessThanOrEqual(6_000_000);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(24_000_000);
  });

  it("gives its scenarios to whoever asks for them by name, wherever it is installed", async () => {
    const names = readdirSync(join(packageRoot, "examples", "scenarios")).filter((name) =>
      name.endsWith(".json"),
    );
    expect(names.length).toBeGreaterThanOrEqual(6);
    const { stdout, stderr } = await runScript(
      consumer.folder,
      "scenarios.mjs",
      `import { readFileSync } from "node:fs";
      import { createRequire } from "node:module";
      const titleOf = (file) => JSON.parse(readFileSync(file, "utf8")).name;
      for (const name of ${JSON.stringify(names)}) {
        const esm = titleOf(new URL(import.meta.resolve("concordat/scenarios/" + name)));
        console.log(esm === createRequire(import.meta.url)("concordat/scenarios/" + name).name);
      }`,
    );
    expect({ stdout, stderr }).toEqual({ stdout: "true\n".repeat(names.length), stderr: "" });
  });

  it("carries the licence of every package whose code is in the build", () => {
    const folder = join(consumer.folder, "node_modules", manifest.name);
    const notices = readFileSync(join(folder, licencesFile), "utf8");
    // The inspector's page is one text in the build, in which no comment names a package.
    const ofThePage = ["@preact/signals", "@preact/signals-core", "preact"];
    const bundled = [...bundledPackages(join(folder, "dist")), ...ofThePage];
    expect(bundled).toEqual(
      expect.arrayContaining([
        "cli-progress",
        "commander",
        "fast-xml-parser",
        "jsonc-parser",
        "nanoid",
        "strnum",
      ]),
    );
    for (const path of bundled) {
      const source = join(packageRoot, "node_modules", path);
      const { name, version, license } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
      const file = readdirSync(source).find((one) => /^licen[cs]e/i.test(one));
      const text = file === undefined ? undefined : readFileSync(join(source, file), "utf8").trim();
      const said = text ?? `Its package.json says: licence ${license}, author `;
      expect(notices, path).toContain(`\n${name} ${version}\n\n${said}`);
    }
    expect(notices.match(/^-{80}$/gm)).toHaveLength(bundled.length);
    expect(notices).not.toContain(packageRoot);
  });

  it("has a command that runs where nothing but the package and its dependencies is installed", async () => {
    const script = join(consumer.folder, "node_modules", manifest.name, manifest.bin["concordat"] ?? "");
    expect(readFileSync(script, "utf8")).toMatch(/^#!\/usr\/bin\/env node\n/);
    const settings = { cwd: consumer.folder };
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [script, "analyse", "api-supply"],
      settings,
    );
    expect(stderr).toBe("");
    expect(stdout).toContain("864 outcomes");
  });

  it("passes publint --strict (SY-27)", async () => {
    const pkgDir = join(consumer.folder, "node_modules", manifest.name);
    const { messages, pkg } = await publint({ pkgDir, pack: false, strict: true, level: "warning" });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it("passes attw with the profile node16 (SY-27)", async () => {
    const attw = join(packageRoot, "node_modules/@arethetypeswrong/cli/dist/index.js");
    const settings = ["--profile", "node16", "--format", "ascii", "--no-emoji", "--no-color"];
    const answer = await promisify(execFile)(process.execPath, [attw, consumer.tarball, ...settings]).then(
      () => "no problems",
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    );
    expect(answer).toBe("no problems");
  });
});

/** Exported as they are. */
const FILES = {
  "./scenarios/*.json": "./examples/scenarios/*.json",
  "./package.json": "./package.json",
} as const;

/** Their paths below `node_modules`, told by the lines that esbuild writes above what it bundles. */
function bundledPackages(dist: string): readonly string[] {
  const texts = readdirSync(dist)
    .filter((file) => /\.c?js$/.test(file))
    .map((file) => readFileSync(join(dist, file), "utf8"));
  const line = /^\s*\/\/ node_modules\/((?:.*node_modules\/)?(?:@[^/\n]+\/)?[^/\n]+)\//gm;
  const names = texts.flatMap((text) => [...text.matchAll(line)].map(([, path]) => path as string));
  return [...new Set(names)].sort();
}

interface Conditions {
  readonly import: { readonly types: string; readonly default: string };
  readonly require: { readonly types: string; readonly default: string };
}

function conditionsOf(entry: EntryName | (string & {})): Conditions {
  return {
    import: { types: `./dist/${entry}.d.ts`, default: `./dist/${entry}.js` },
    require: { types: `./dist/${entry}.d.cts`, default: `./dist/${entry}.cjs` },
  };
}
