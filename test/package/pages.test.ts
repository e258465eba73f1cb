import { existsSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsAbout, exampleOptions } from "./compile.js";
import { completeExamples, type Example } from "./complete-example.js";
import { type Consumer, makeConsumer } from "./consumer.js";
import { exportedNames } from "./exported-names.js";
import { entryNames, manifest, packageRoot, specifierOf } from "./package-root.js";
import { anchorsOf, linksOf, pages, pagesIn } from "./pages.js";
import { codeBlocksOf, printsAsShown } from "./readme-blocks.js";
import { runScript } from "./run-script.js";
import { facePaths, sourceFiles } from "./source-files.js";

// Every `ts` block of README.md and of the pages below docs/ compiles against the built package. A block with an import
// has to be whole; one without is a fragment, which may use all that the package exports and variables of its reader's.
// A block whose next block is `text` or `console` runs, and prints what is shown there.

const blocks = pages.flatMap(({ path, text }) =>
  codeBlocksOf(text).map((block) => ({ ...block, page: path })),
);

/** Variables that fragments have, with their types. */
const VARIABLES: Readonly<Record<string, string>> = {
  room: "NegotiationService<{ price: number }>",
  lobby: "NegotiationService<{ price: number }>",
  rooms: "NegotiationRooms<{ price: number }>",
  negotiation: "Negotiation<{ price: number }>",
  id: "string",
};

const nameOf = ({ page, line }: { readonly page: string; readonly line: number }): string =>
  `${page.replace(/\W+/g, "-")}-${line}`;

describe("the pages", () => {
  let consumer: Consumer;
  beforeAll(() => {
    consumer = makeConsumer([
      ...Object.keys(manifest.devDependencies),
      ...Object.keys(manifest.peerDependencies),
    ]);
  });
  afterAll(() => consumer?.remove());

  it("have code blocks that compile against the built package [SY-27]", () => {
    const options = exampleOptions(packageRoot);
    const examples = blocks.map((block): Example => {
      const path = join(consumer.folder, `${nameOf(block)}.mts`);
      return { place: `${block.page}:${block.line}`, path, code: block.code };
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

  it("show what their code blocks print [SY-27]", async () => {
    const wrong: { place: string; shown: string; printed: string; stderr: string }[] = [];
    for (const block of blocks) {
      if (block.output === null) continue;
      const script = await transform(block.code, { loader: "ts", format: "esm", target: "node20" });
      const ending = await runScript(consumer.folder, `${nameOf(block)}.mjs`, script.code);
      if (ending.code === 0 && printsAsShown(ending.stdout, block.output)) continue;
      wrong.push({
        place: `${block.page}:${block.line}`,
        shown: block.output,
        printed: ending.stdout,
        stderr: ending.stderr.slice(0, 600),
      });
    }
    expect(wrong).toEqual([]);
  });

  it("have links and pictures that resolve where the package is installed, to the anchor that they name", () => {
    const folder = join(consumer.folder, "node_modules", manifest.name);
    const installed = pagesIn(folder);
    expect(installed.map(({ path }) => path)).toEqual(pages.map(({ path }) => path));
    const anchors = new Map(installed.map((page) => [page.path, anchorsOf(page)]));
    const dead = installed.flatMap((page) =>
      linksOf(page).flatMap(({ line, target, path, anchor }) => {
        if (!existsSync(join(folder, path))) return [`${page.path}:${line}: ${target}`];
        return anchor === null || anchors.get(path)?.has(anchor) ? [] : [`${page.path}:${line}: ${target}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  it("show code that is no program, called `ts signature`, among the requirements alone", () => {
    const loose = pages.filter(({ path, text }) => {
      const marks = [...text.matchAll(/^```(ts|js|typescript|javascript)\b(.*)$/gm)].map(([mark]) =>
        mark.slice(3),
      );
      const isAllowed = (mark: string): boolean =>
        mark === "ts" || (mark === "ts signature" && path.startsWith("docs/requirements/"));
      return !marks.every(isAllowed);
    });
    expect(loose.map(({ path }) => path)).toEqual([]);
  });

  it("are all linked from docs/README.md, or from a page that is", () => {
    const reached = new Set(["README.md", "docs/README.md"]);
    for (const path of reached) {
      const page = pages.find((one) => one.path === path);
      for (const link of page === undefined ? [] : linksOf(page)) reached.add(link.path);
    }
    expect(pages.filter(({ path }) => !reached.has(path)).map(({ path }) => path)).toEqual([]);
  });

  it("of the guide say at their top for whom they are and what one can do afterwards, and show it early", () => {
    const guide = pages.filter(({ path }) => path.startsWith("docs/guide/"));
    expect(guide.length).toBeGreaterThanOrEqual(20);
    for (const { path, text } of guide) {
      const [title, , ...rest] = text.split("\n");
      expect(title, path).toMatch(/^# /);
      expect(rest.slice(0, 4).join(" "), path).toMatch(/^For .*After this page you /);
      expect(
        rest.slice(0, 12).some((line) => line.startsWith("```")),
        path,
      ).toBe(true);
    }
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
