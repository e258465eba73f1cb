import { join } from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { concordat } from "../../src/cli/program.js";
import { complaintsAbout, exampleOptions } from "./compile.js";
import { type Consumer, makeConsumer } from "./consumer.js";
import { entryNames, manifest, packageRoot, specifierOf } from "./package-root.js";
import { linksOf, pageAt } from "./pages.js";
import { codeBlocksOf, printsAsShown } from "./readme-blocks.js";
import { runScript } from "./run-script.js";

// README.md alone; what holds for all pages is in pages.test.ts.

const { text: page } = pageAt("README.md");

describe("README.md", () => {
  let consumer: Consumer;
  beforeAll(() => {
    consumer = makeConsumer([
      ...Object.keys(manifest.devDependencies),
      ...Object.keys(manifest.peerDependencies),
    ]);
  });
  afterAll(() => consumer?.remove());

  it("has a first screen whose blocks run one after the other in one file [SY-27]", async () => {
    // The model at the table, between them, stands alone.
    const [first, , second, third] = codeBlocksOf(page).map(({ code }) => code);
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

  it("has at most 300 lines", () => {
    expect(page.split("\n").length).toBeLessThanOrEqual(300);
  });

  it("names each subpath of the package, and links a page for it", () => {
    const rows = page.split("\n").filter((line) => line.startsWith("| `concordat"));
    const named = rows.flatMap((row) =>
      [...(row.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
    expect(named.toSorted()).toEqual(entryNames.map(specifierOf).toSorted());
    const links = rows.map((row) => linksOf({ path: "README.md", text: row }).length);
    expect(links.filter((count) => count === 0)).toEqual([]);
  });
});

describe("docs/guide/command-line.md", () => {
  it("has one row in the table of --json for each command that has the flag [BA-40]", () => {
    const { text } = pageAt("docs/guide/command-line.md");
    const table = text.slice(text.indexOf("| command | members |"));
    const rows = table.slice(0, table.indexOf("\n\n")).split("\n").slice(3);
    const named = rows.map((row) => /^\| `([a-z-]+)` \|/.exec(row)?.[1]);
    const withJson = concordat()
      .commands.filter(({ options }) => options.some(({ long }) => long === "--json"))
      .map((command) => command.name());
    expect(named.toSorted()).toEqual(withJson.toSorted());
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
