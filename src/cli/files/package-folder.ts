/**
 * @module
 * The folder of the package: its version, and the scenarios that come with it.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The version in `package.json`. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8")).version;
}

/** The names of the scenarios that come with the package, in alphabetical order. */
export function bundledScenarios(): readonly string[] {
  const folder = scenarioFolder();
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();
}

/** The file of a scenario that comes with the package; `undefined` for other names. */
export function bundledScenarioFile(name: string): string | undefined {
  return bundledScenarios().includes(name) ? join(scenarioFolder(), `${name}.json`) : undefined;
}

function scenarioFolder(): string {
  return join(packageFolder(), "examples", "scenarios");
}

/** The nearest folder above this file that has a `package.json`: sources and build lie at different depths. */
function packageFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
