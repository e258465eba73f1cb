import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Consumer, makeConsumer } from "./consumer.js";
import { type EntryName, entryNames, manifest, packageRoot, specifierOf } from "./package-root.js";

/** The oldest that is promised, the last one written in JavaScript, and the first one that is not. */
const COMPILERS = [
  ["5.5", "typescript-5.5"],
  ["5.9", "typescript"],
  ["7.0", "typescript-7"],
] as const;

const STRICT = {
  target: "es2022",
  lib: ["es2023", "dom"],
  module: "nodenext",
  moduleResolution: "nodenext",
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  skipLibCheck: false,
  noEmit: true,
};

/** Declarations of these SDKs name Node's `Buffer`: their users check them with Node's types. */
const OF_SDKS: readonly EntryName[] = ["a2a", "mcp"];

const FILES = entryNames
  .filter((entry) => !OF_SDKS.includes(entry))
  .flatMap((entry) => [`${entry}.mts`, `${entry}.cts`]);

let consumer: Consumer;
beforeAll(() => {
  // pg has its types in a package of their own, which its users install as well.
  consumer = makeConsumer([...Object.keys(manifest.peerDependencies), "@types/pg"]);
  for (const file of FILES) {
    const specifier = specifierOf(file.replace(/\..*/, "") as EntryName);
    const code = `import * as face from "${specifier}";\nexport const names: string[] = Object.keys(face);\n`;
    writeFileSync(join(consumer.folder, file), code);
  }
});
afterAll(() => consumer?.remove());

describe.each(COMPILERS)("TypeScript %s", (version, compiler) => {
  it("is the compiler of that version (SY-27)", () => {
    const path = join(packageRoot, "node_modules", compiler, "package.json");
    expect(JSON.parse(readFileSync(path, "utf8")).version).toMatch(new RegExp(`^${version}\\.`));
  });

  it("reads every subpath with all declarations checked, as ES modules and CommonJS (SY-27)", async () => {
    expect(await complaints(compiler, false)).toEqual([]);
  });

  it("finds fault with XState alone under exactOptionalPropertyTypes, which only ./machine loads (SY-33)", async () => {
    const files = (await complaints(compiler, true)).map((line) => line.replace(/\(.*/s, ""));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !file.includes("/node_modules/xstate/"))).toEqual([]);
  });
});

/** What the compiler prints of a user's program that imports every subpath, a line for each complaint. */
async function complaints(compiler: string, exactOptionalPropertyTypes: boolean): Promise<string[]> {
  const config = { compilerOptions: { ...STRICT, exactOptionalPropertyTypes }, files: FILES };
  writeFileSync(join(consumer.folder, "tsconfig.json"), JSON.stringify(config));
  const path = join(packageRoot, "node_modules", compiler, "bin", "tsc");
  const { code, stdout, stderr } = await new Promise<{ code: number; stdout: string; stderr: string }>(
    (resolve) =>
      execFile(process.execPath, [path, "--pretty", "false"], { cwd: consumer.folder }, (error, ...printed) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout: printed[0], stderr: printed[1] }),
      ),
  );
  // Further lines of a complaint are indented.
  const lines = stdout.split("\n").filter((line) => /^\S/.test(line));
  expect([code === 0, stderr]).toEqual([lines.length === 0, ""]);
  return lines;
}
