/**
 * @module
 * The scenarios that pinned negotiations are about, and how they are played.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseScenario, type Scenario } from "../../../src/preferences/index.js";
import { namedStrategies, type Strategy } from "../../../src/strategies/index.js";
import { bargainingScenario } from "../../../src/testing/index.js";
import { packageRoot } from "../../package/package-root.js";

/** Of the fixtures and of the package, by name. */
export function ownScenarios(): ReadonlyMap<string, Scenario> {
  return new Map([
    ...scenariosIn(join(packageRoot, "test", "fixtures", "bargaining", "scenarios"), bargainingScenario),
    ...scenariosIn(join(packageRoot, "examples", "scenarios"), parseScenario),
  ]);
}

/** Published domains, which lie beside the package and not everywhere. */
const PUBLISHED = join(packageRoot, "..", "shared", "scenarios", "real", "scenarios");

/** Whether they are here. */
export const hasPublished: boolean = existsSync(PUBLISHED);

/** Published domains by name. */
export function publishedScenarios(): ReadonlyMap<string, Scenario> {
  const read = (name: string): string => readFileSync(join(PUBLISHED, name, "scenario.json"), "utf8");
  return new Map(
    readdirSync(PUBLISHED)
      .sort()
      .map((name) => [name, bargainingScenario(read(name))]),
  );
}

/** The names of all strategies. */
export const STRATEGY_NAMES: readonly string[] = Object.keys(namedStrategies);

/** The strategy of that place, counted on from the first after the last. */
export function strategyAt(place: number): Strategy {
  return (namedStrategies[STRATEGY_NAMES[place % STRATEGY_NAMES.length] as string] as () => Strategy)();
}

function scenariosIn(
  folder: string,
  read: (text: string) => Scenario,
): readonly (readonly [string, Scenario])[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => [name.slice(0, -".json".length), read(readFileSync(join(folder, name), "utf8"))] as const);
}
