import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { InverseUtility } from "../../src/preferences/inverse/index.js";
import type { Scenario } from "../../src/preferences/scenarios/index.js";
import { bargainingScenario } from "../../src/testing/bargaining/index.js";
import { scenarioInverses } from "../../src/tournament/index.js";
import { packageRoot } from "../package/package-root.js";

export interface TwoPartyFixture {
  readonly key: string;
  readonly scenario: Scenario;
  readonly inverses: readonly [InverseUtility, InverseUtility];
}

const folder = join(packageRoot, "test/fixtures/bargaining/scenarios");

/** The eleven synthetic scenarios of two parties. */
export const twoPartyFixtures: readonly TwoPartyFixture[] = readdirSync(folder)
  .sort()
  .map((file) => bargainingScenario(readFileSync(join(folder, file), "utf8")))
  .filter(({ parties }) => parties.length === 2)
  .map((scenario) => {
    const [first, second] = scenarioInverses(scenario) as [InverseUtility, InverseUtility];
    return { key: scenario.name, scenario, inverses: [first, second] as const };
  });
