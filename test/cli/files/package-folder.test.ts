import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bundledScenarios, packageVersion } from "../../../src/cli/files/index.js";
import { bundledScenarioFile } from "../../../src/cli/files/package-folder.js";
import { packageRoot } from "../../package/package-root.js";

it("knows the version of the package", () => {
  expect(packageVersion()).toBe(JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")).version);
});

it("knows every scenario of examples/, and no other name", () => {
  const names = readdirSync(join(packageRoot, "examples", "scenarios")).filter((name) =>
    name.endsWith(".json"),
  );
  expect(bundledScenarios().map((name) => `${name}.json`)).toEqual(names.sort());
  expect(readFileSync(bundledScenarioFile("game-trade")!, "utf8")).toContain("Trade of items");
  for (const name of ["../../package", "README", "", "constructor"])
    expect(bundledScenarioFile(name)).toBeUndefined();
});
