import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../package/package-root.js";
import { IN_SUITES, LEFT_OUT, THREATS, TITLED } from "./requirement-ids.js";
import { testTitles, titlesIn } from "./test-titles.js";

/** Where requirements are named in titles: `ST-14, ST-32: ...`. */
const ID = /\b(?:[A-Z]{2,3}|D)-\d+[a-z]?\b/g;

const titles = testTitles();
const titled = new Set(titles.flatMap(({ title }) => title.match(ID) ?? []));

describe("the requirements", () => {
  it("stand in the list once each", () => {
    const all = [...TITLED, ...Object.keys(IN_SUITES), ...Object.keys(LEFT_OUT)];
    expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([]);
    expect(all.length).toBe(358);
  });

  it("have a test each whose title names it", () => {
    expect(TITLED.filter((id) => !titled.has(id))).toEqual([]);
  });

  it("or tests of the published suites, under the numbers of those", () => {
    const missing = Object.entries(IN_SUITES).flatMap(([id, tests]) =>
      tests.filter((test) => !titled.has(test)).map((test) => `${id} by ${test}`),
    );
    expect(missing).toEqual([]);
    expect(Object.values(IN_SUITES).filter((tests) => tests.length === 0)).toEqual([]);
  });

  it("or a reason, as long as there is no test, and where it names a file, that file", () => {
    expect(Object.keys(LEFT_OUT).filter((id) => titled.has(id))).toEqual([]);
    for (const reason of Object.values(LEFT_OUT)) {
      expect(reason.length).toBeGreaterThan(20);
      for (const file of reason.match(/bench\/[\w-]+\.ts/g) ?? []) {
        expect(existsSync(join(packageRoot, file)), file).toBe(true);
      }
    }
  });
});

describe("the threats to what is signed", () => {
  it("SG-40: have a test each whose title begins with its number", () => {
    const begun = new Set(titles.flatMap(({ title }) => /^T\d+\b/.exec(title) ?? []));
    expect(THREATS.filter((threat) => !begun.has(threat))).toEqual([]);
    expect(begun.size).toBe(THREATS.length);
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
});
