/**
 * @module
 * The picture of the README and of docs/guide/bargaining.md: what their six lines make, and what `npm start -- --full` ends with.
 */

import { readFileSync } from "node:fs";
import { analysisOf } from "../../src/analysis/index.js";
import { parseScenario } from "../../src/preferences/index.js";
import { utilityPlaneSvg } from "../../src/report/index.js";
import { conceder, linear } from "../../src/strategies/index.js";
import { runNegotiation } from "../../src/tournament/index.js";

/** Where the pages look for it. */
export const pictureFile: URL = new URL("../../examples/negotiation.svg", import.meta.url);

/** Its text. */
export function picture(): string {
  const file = new URL("../../examples/scenarios/api-supply.json", import.meta.url);
  const scenario = parseScenario(readFileSync(file, "utf8"));
  const strategies = [linear(), conceder()];
  const { trace } = runNegotiation({ scenario, strategies, turnLimit: 24, trace: true });
  return utilityPlaneSvg({ scenario, trace, analysis: analysisOf(scenario) });
}
