import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../package/package-root.js";
import { anchorsOf, pages } from "../package/pages.js";
import { sourceFiles } from "../package/source-files.js";
import { IN_SUITES, LEFT_OUT, NOT_BUILT } from "./requirement-ids.js";
import { REQUIREMENT_ID, requirements, requirementsIn } from "./requirement-pages.js";
import { casesIn, testCases, testTitles, titlesIn } from "./test-titles.js";

/** What looks like an id and is none: encodings, hashes, a threat to keys, and the habits of style. */
const NO_ID = /^(?:UTF|SHA|FNV|K|SY)-/;

const titles = testTitles();
const titled = new Set(
  [...titles.map(({ title }) => title), ...testCases()].flatMap((title) => title.match(REQUIREMENT_ID) ?? []),
);
const known = new Set(requirements.map(({ id }) => id));
const musts = requirements
  .filter(({ id, level }) => level === "must" && id.includes("-"))
  .map(({ id }) => id);
const prefixOf = (id: string): string => id.slice(0, id.indexOf("-"));
const notBuilt = NOT_BUILT.flatMap(({ ids }) => ids);
const notBuiltPrefixes = NOT_BUILT.flatMap(({ prefixes }) => prefixes);

describe("the requirements", () => {
  it("stand on the pages once each, hundreds of them musts", () => {
    const dashed = requirements.map(({ id }) => id).filter((id) => id.includes("-"));
    expect(dashed.filter((id, index) => dashed.indexOf(id) !== index)).toEqual([]);
    expect(musts.length).toBeGreaterThan(800);
  });

  it("that are a must have a test each whose title names it, or are said not to be built, or why no test asks", () => {
    const excused = new Set([...Object.keys(IN_SUITES), ...Object.keys(LEFT_OUT), ...notBuilt]);
    const bare = musts.filter((id) => !titled.has(id) && !excused.has(id));
    expect(bare.filter((id) => !notBuiltPrefixes.includes(prefixOf(id)))).toEqual([]);
  });

  it("that are tested by the published suites have tests under the numbers of those", () => {
    const missing = Object.entries(IN_SUITES).flatMap(([id, tests]) =>
      tests.filter((test) => !titled.has(test)).map((test) => `${id} by ${test}`),
    );
    expect(missing).toEqual([]);
    expect(Object.values(IN_SUITES).filter((tests) => tests.length === 0)).toEqual([]);
  });

  it("that no test asks have a reason, and where it names a file, that file is there", () => {
    for (const reason of Object.values(LEFT_OUT)) {
      expect(reason.length).toBeGreaterThan(20);
      for (const file of reason.match(/bench\/[\w-]+\.ts/g) ?? []) {
        expect(existsSync(join(packageRoot, file)), file).toBe(true);
      }
    }
  });

  it("that are said to have no test have none, and are on the pages", () => {
    const said = [...Object.keys(IN_SUITES), ...Object.keys(LEFT_OUT), ...notBuilt];
    expect(said.filter((id, index) => said.indexOf(id) !== index)).toEqual([]);
    expect(said.filter((id) => !known.has(id))).toEqual([]);
    expect(
      said.filter((id) => titled.has(id)),
      "These have tests now: take them out of test/docs/requirement-ids.ts.",
    ).toEqual([]);
    expect(notBuiltPrefixes.filter((prefix) => ![...known].some((id) => prefixOf(id) === prefix))).toEqual(
      [],
    );
  });

  it("that titles and sources name are on the pages", () => {
    const named = [...titled, ...sourceFiles.flatMap(({ text }) => text.match(REQUIREMENT_ID) ?? [])];
    // A bare prefix as in "TS-0" is where a number is put together.
    const strange = named.filter((id) => !known.has(id) && !NO_ID.test(id) && !/^T[ST]-\d$/.test(id));
    expect([...new Set(strange)]).toEqual([]);
  });
});

describe("what the docstrings see in the requirements", () => {
  const sections = new Map(pages.map((page) => [page.path, anchorsOf(page)]));
  const comments = sourceFiles.flatMap(({ path, text }) =>
    [...text.matchAll(/\/\*\*[\s\S]*?\*\/|\/\/[^\n]*/g)].map(([comment]) => ({
      path,
      said: comment.replace(/\s*\n\s*\*? ?/g, " "),
    })),
  );

  it("is a page of the package, and a section or an id on that page", () => {
    const seen = comments.flatMap(({ path, said }) =>
      [...said.matchAll(/docs\/requirements\/([a-z-]+)\.md(?:, ([^;.)]*))?/g)].map(
        ([, page = "", places = ""]) => ({
          path,
          page,
          places,
        }),
      ),
    );
    expect(seen.length).toBeGreaterThan(300);
    const lost = seen.flatMap(({ path, page, places }) => {
      const anchors = sections.get(`docs/requirements/${page}.md`);
      const ids = places.match(REQUIREMENT_ID) ?? [];
      const numbers = [...places.matchAll(/sections? ([\d, and]+)/g)].flatMap(
        ([, list = ""]) => list.match(/\d+/g) ?? [],
      );
      const isThere = (id: string): boolean => anchors?.has(id) ?? false;
      const isSection = (number: string): boolean =>
        [...(anchors ?? [])].some((anchor) => anchor.startsWith(`${number}-`));
      const gone = [...ids.filter((id) => !isThere(id)), ...numbers.filter((number) => !isSection(number))];
      return anchors === undefined || gone.length > 0 ? [`${path}: ${page}.md ${gone.join(", ")}`] : [];
    });
    expect(lost).toEqual([]);
  });

  it("is named in no other way", () => {
    const others =
      /(?<!-)\bspec(?:\/| [a-z-]+, )|\bseeds?\/?[ /]0|DESIGN\.md|(?<!docs\/requirements\/)\b(?:storage|engine|oap)\.md/;
    expect(
      comments.filter(({ said }) => others.test(said)).map(({ path, said }) => `${path}: ${said}`),
    ).toEqual([]);
  });
});

describe("the page of requirements", () => {
  it("says of each whether it is a must: in its own words, in the head of its table, or in the heading above", () => {
    const page = [
      '- <a id="XX-1"></a>**XX-1 [must]** One. <a id="XX-2"></a>**XX-2 [should]** Two.',
      "| id | bar [must] |",
      "| --- | --- |",
      '| <a id="XX-3"></a>XX-3 | three |',
      '| <a id="XX-4"></a>XX-4 [should] | four |',
      "",
      "## Five (all [must])",
      "",
      "| id | what |",
      "| --- | --- |",
      '| <a id="XX-5"></a>XX-5 | five |',
      "",
      "## Six",
      '| <a id="XX-6"></a>XX-6 | six |',
      '### <a id="XX-7"></a>Seven [must] XX-7',
    ].join("\n");
    expect(requirementsIn("xx", page).map(({ id, level }) => `${id} ${level}`)).toEqual([
      "XX-1 must",
      "XX-2 should",
      "XX-3 must",
      "XX-4 should",
      "XX-5 must",
      "XX-6 none",
      "XX-7 must",
    ]);
  });
});

describe("the threats to what is signed", () => {
  const threats = requirements
    .filter(({ id, page }) => page === "signing" && /^T\d+$/.test(id))
    .map(({ id }) => id);

  it("have a test each whose title begins with its number [SG-40]", () => {
    const begun = new Set(titles.flatMap(({ title }) => /^T\d+\b/.exec(title) ?? []));
    expect(threats.length).toBe(18);
    expect([...begun].toSorted()).toEqual(threats.toSorted());
  });
});

describe("the invariants of worlds", () => {
  it("have a test each whose title names it [SM-21]", () => {
    const named = new Set(titles.flatMap(({ title }) => title.match(/\bI\d+\b/g) ?? []));
    const invariants = requirements.filter(({ id }) => /^I\d+$/.test(id)).map(({ id }) => id);
    expect(invariants.length).toBe(13);
    expect(invariants.filter((id) => !named.has(id))).toEqual([]);
  });
});

describe("the titles of tests", () => {
  it("are those of tests, groups and cases of the suites, also in tables and templates", () => {
    const source = `
      describe("a group", () => {
        it("ST-1: one", () => {});
        it.each([1, 2])("ST-2: %i", () => {});
        it.each(TABLE)(\`ST-3: \${name} of \${count}\`, () => {});
        // it("ST-4: commented out", () => {});
      });
      storeCase("TS-01", "creates", async () => {});
      timerCase("TT-01", \`wakes \${often}\`, async () => {});
      expect("ST-5: no title").toBe("ST-6: neither");
    `;
    expect(titlesIn(source)).toEqual([
      "a group",
      "ST-1: one",
      "ST-2: %i",
      "ST-3: … of …",
      "TS-01: creates",
      "TT-01: wakes …",
    ]);
  });

  it("are not those of tests that do not run, nor of what is in a group that does not", () => {
    const source = `
      it.skip("ST-1: off", () => {});
      test.todo("ST-2: some day");
      describe.skip("ST-3: a group", () => { it("ST-4: in it", () => {}); });
    `;
    expect(titlesIn(source)).toEqual([]);
  });

  it("are put together with the first cell of a table where they begin with it", () => {
    const source = `
      const TABLE: readonly Row[] = [["ST-1", 1], ["ST-2", 2]] as const;
      const SCENARIOS = { "ST-3": [], "ST-4": [] };
      it.each(TABLE)("%s: %i", () => {});
      it.each(Object.entries(SCENARIOS).flatMap(([id]) => [id]))("%s", () => {});
      it.each(["ST-5"])("%s", () => {});
      it.each(["ST-6"])("of %s", () => {});
      it.skip.each(["ST-7"])("%s", () => {});
    `;
    expect(casesIn(source)).toEqual(["ST-1", "ST-2", "ST-3", "ST-4", "ST-5"]);
  });
});
