import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { concordat } from "../../src/cli/program.js";
import { complaintsAbout, exampleOptions } from "./compile.js";
import { completeExamples, type Example } from "./complete-example.js";
import { type Consumer, makeConsumer } from "./consumer.js";
import { exportedNames } from "./exported-names.js";
import { entryNames, manifest, packageRoot, specifierOf } from "./package-root.js";
import { codeBlocksOf, printsAsShown } from "./readme-blocks.js";
import { runScript } from "./run-script.js";
import { facePaths, sourceFiles } from "./source-files.js";

// Every `ts` block of README.md compiles against the built package. A block with an import has to be whole; one
// without is a fragment, which may use all that the package exports and variables of its reader's. A block
// whose next block is `text` or `console` runs, and prints what is shown there.

const page = existsSync(join(packageRoot, "README.md"))
  ? readFileSync(join(packageRoot, "README.md"), "utf8")
  : "";
const blocks = codeBlocksOf(page);

/** Variables that fragments have, with their types. */
const VARIABLES: Readonly<Record<string, string>> = {
  room: "NegotiationService<{ price: number }>",
  lobby: "NegotiationService<{ price: number }>",
  rooms: "NegotiationRooms<{ price: number }>",
  negotiation: "Negotiation<{ price: number }>",
  id: "string",
};

describe("README.md", () => {
  let consumer: Consumer;
  beforeAll(() => {
    const extras = [...Object.keys(manifest.devDependencies), ...Object.keys(manifest.peerDependencies)];
    consumer = makeConsumer(extras);
  });
  afterAll(() => consumer?.remove());

  it("has code blocks that compile against the built package (SY-27)", () => {
    const options = exampleOptions(packageRoot);
    const examples = blocks.map(({ line, code }): Example => {
      const path = join(consumer.folder, `readme-${line}.mts`);
      return { place: `README.md:${line}`, path, code };
    });
    const isWhole = ({ code }: Example): boolean => /^import /m.test(code);
    const fragments = completeExamples(
      examples.filter((example) => !isWhole(example)),
      () => ({ imports: publicNames(), variables: VARIABLES }),
      options,
    );
    const strays = fragments.flatMap(({ place, strays }) =>
      strays.map((name) => `${place}: ${name} is unknown`),
    );
    const all = [...examples.filter(isWhole), ...fragments];
    const complaints = complaintsAbout(new Map(all.map(({ path, code }) => [path, code])), options).map(
      ({ path, message }) => `${all.find((one) => one.path === path)?.place}: ${message}`,
    );
    expect([...strays, ...complaints]).toEqual([]);
  });

  it("has a first screen whose blocks run one after the other in one file [SY-27]", async () => {
    const [first, second, third] = blocks.map(({ code }) => code);
    const last = `
      console.log(lobby.getNegotiation(id)?.standing?.terms.price, lobby.getNegotiation(id)?.turns.length);
      await lobby.close();`;
    const together = [first, second, third, last].join("\n");
    const path = join(consumer.folder, "readme-first.mts");
    expect(complaintsAbout(new Map([[path, together]]), exampleOptions(packageRoot))).toEqual([]);
    const script = await transform(together, { loader: "ts", format: "esm", target: "node20" });
    const { stdout, stderr, code } = await runScript(consumer.folder, "readme-first.mjs", script.code);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    // Each move of the fragments has been recorded: none was refused or dropped.
    expect(stdout.trimEnd().split("\n").slice(-2)).toEqual(["accepted accept 5", "50 3"]);
  });

  it("has one row in the table of --json for each command that has the flag [BA-40]", () => {
    const table = page.slice(page.indexOf("| command | members |"));
    const rows = table.slice(0, table.indexOf("\n\n")).split("\n").slice(3);
    const named = rows.map((row) => /^\| `([a-z-]+)` \|/.exec(row)?.[1]);
    const withJson = concordat()
      .commands.filter(({ options }) => options.some(({ long }) => long === "--json"))
      .map((command) => command.name());
    expect(named.toSorted()).toEqual(withJson.toSorted());
  });

  it("shows what its code blocks print (SY-27)", async () => {
    const wrong: { place: string; shown: string; printed: string; stderr: string }[] = [];
    for (const { line, code, output } of blocks) {
      if (output === null) continue;
      const script = await transform(code, { loader: "ts", format: "esm", target: "node20" });
      const {
        stdout,
        stderr,
        code: exitCode,
      } = await runScript(consumer.folder, `readme-${line}.mjs`, script.code);
      if (exitCode === 0 && printsAsShown(stdout, output)) continue;
      wrong.push({
        place: `README.md:${line}`,
        shown: output,
        printed: stdout,
        stderr: stderr.slice(0, 600),
      });
    }
    expect(wrong).toEqual([]);
  });
});

describe("printsAsShown", () => {
  it("lets an ellipsis stand for what differs from run to run", () => {
    expect(printsAsShown("a 1\nb 17 ms\nc\nd\n", "a 1\nb … ms\n…\nd\n")).toBe(true);
    expect(printsAsShown("a 1\nb\n", "a 2\nb\n")).toBe(false);
    expect(printsAsShown("a\nb\n", "a\n")).toBe(false);
    expect(printsAsShown("a (1)\n", "a (1)")).toBe(true);
  });
});

/** Every name that a face exports, with the import that a user writes. */
function publicNames(): Map<string, string> {
  const names = facePaths.flatMap((path, index) => {
    const face = sourceFiles.find((file) => file.path === path);
    const specifier = specifierOf(entryNames[index]!);
    return face === undefined
      ? []
      : exportedNames(face).map((name) => [name, `import { ${name} } from "${specifier}";`] as const);
  });
  // The first face wins: `.` before the others.
  return new Map(names.reverse());
}
