import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commands } from "../../tsup.cli.config.js";
import { entries } from "../../tsup.config.js";
import { type Consumer, makeConsumer } from "./consumer.js";
import { type EntryName, entryNames, manifest, packageRoot } from "./package-root.js";

describe("package.json", () => {
  it("exports what the build makes, and nothing else (SY-27)", () => {
    const built = Object.keys(entries).map((entry) => [
      entry === "index" ? "." : `./${entry}`,
      conditionsOf(entry),
    ]);
    expect(manifest.exports).toEqual({ ...Object.fromEntries(built), "./package.json": "./package.json" });
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
    // The command finds them by their names.
    const examples = join("examples", "scenarios");
    expect(files.filter((file) => file.startsWith(join(examples, ""))).length).toBeGreaterThanOrEqual(6);
    const isStray = (file: string): boolean =>
      /^(src|test|bench|examples|\.ci)/.test(file) && file !== "examples" && !file.startsWith(examples);
    expect(files.filter(isStray)).toEqual([]);
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

  it("passes attw with the profile node16 (SY-27)", { timeout: 60_000 }, async () => {
    const attw = join(packageRoot, "node_modules/@arethetypeswrong/cli/dist/index.js");
    const settings = ["--profile", "node16", "--format", "ascii", "--no-emoji", "--no-color"];
    const answer = await promisify(execFile)(process.execPath, [attw, consumer.tarball, ...settings]).then(
      () => "no problems",
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    );
    expect(answer).toBe("no problems");
  });
});

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
