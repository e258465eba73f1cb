import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as analysis from "../../src/analysis/index.js";
import * as genius from "../../src/preferences/formats/genius/index.js";
import * as preferences from "../../src/preferences/index.js";
import { generateScenario } from "../../src/preferences/scenarios/index.js";
import * as strategies from "../../src/strategies/index.js";
import { aspirationOf } from "../../src/strategies/play/index.js";
import { packageRoot } from "../package/package-root.js";
import { pages } from "../package/pages.js";

// What the tables of the guide name of bargaining is what there is: nothing is missing, and nothing is made up.

const page = pages.map(({ text }) => text).join("\n");

describe("the guide has in its tables", () => {
  it("every named strategy, and no other", () => {
    expect(namesUnder("name | idea").toSorted()).toEqual(Object.keys(strategies.namedStrategies).toSorted());
  });

  it("every acceptance condition and combinator", () => {
    const conditions = Object.keys(strategies).filter((name) => /^(accept[A-Z]|(all|any|not)$)/.test(name));
    expect(namesUnder("condition | in the literature").toSorted()).toEqual(conditions.toSorted());
  });

  it("every opponent model", () => {
    const names = namesUnder("opponent model | learns");
    for (const name of names) expect(strategies).toHaveProperty(name);
    const { issues } = generateScenario(1, [2, 2], 2);
    const space = preferences.outcomeSpace(issues);
    const isModel = (value: unknown): boolean => {
      if (typeof value !== "function" || value.length > 0) return false;
      try {
        return "weights" in value().start({ space });
      } catch {
        return false;
      }
    };
    const models = Object.entries(strategies).filter(([, value]) => isModel(value));
    expect(names.toSorted()).toEqual(models.map(([name]) => name).toSorted());
  });

  it("BA-32: every solution rule with what others call it", () => {
    const { solutions } = analysis.analysisOf(generateScenario(1, [2, 2], 2));
    expect(namesUnder("function | picks").toSorted()).toEqual(Object.keys(solutions).toSorted());
    for (const name of Object.keys(solutions)) expect(analysis).toHaveProperty(name);
  });

  it("every importer and exporter", () => {
    const formats = [...Object.keys(preferences), ...Object.keys(genius)].filter((name) =>
      /^(from|to)[A-Z]/.test(name),
    );
    const named = rowsUnder("format | in").flatMap((row) =>
      [...row.matchAll(/`((?:from|to)[A-Z]\w+)`/g)].map(([, name = ""]) => name),
    );
    expect(named.toSorted()).toEqual(formats.toSorted());
  });

  it("every scenario that comes with the package", () => {
    const files = readdirSync(join(packageRoot, "examples/scenarios"))
      .filter((file) => file.endsWith(".json"))
      .map((file) => file.replace(".json", ""));
    expect(namesUnder("scenario | from").toSorted()).toEqual(files.toSorted());
  });
});

describe("the guide says", () => {
  const text = page.replace(/\s+/g, " ");

  it("BA-37: for how long equal bytes are promised, and what may differ between engines", () => {
    expect(text).toContain("with `workers: 4` they come in the same order with the same bytes");
    expect(text).toContain(
      "That holds on one version of the runtime: between engines the last digit of a power or a logarithm may differ.",
    );
  });

  it("BA-17: how the exponent of others is turned into ours", () => {
    expect(text).toContain("GENIUS and Faratin write `e = 1 / exponent`");
    const [ours, theirs] = [aspirationOf({ exponent: 5 }), aspirationOf({ e: 0.2 })];
    for (const t of [0.1, 0.5, 0.9]) expect(theirs.at(t)).toBeCloseTo(ours.at(t), 12);
  });
});

/** The rows of the table whose head begins so. */
function rowsUnder(head: string): readonly string[] {
  const lines = page.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`| ${head}`));
  if (start === -1) throw new Error(`Expected a table with the head ${head}, got none.`);
  const rows = lines.slice(start + 2);
  return rows.slice(
    0,
    rows.findIndex((line) => !line.startsWith("|")),
  );
}

/** What stands as code in the first column. */
function namesUnder(head: string): readonly string[] {
  return rowsUnder(head).flatMap((row) => {
    const [, first = ""] = row.split(" | ")[0]?.split("| ") ?? [];
    return [...first.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  });
}
