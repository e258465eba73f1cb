/**
 * @module
 * Scenarios: read, checked, described as JSON Schema, made up from a seed.
 */

export { generateScenario } from "./generate-scenario.js";
export { isLongerThan, parsedJson, parseScenario, type Scenario, type ScenarioParty } from "./scenario.js";
export { type JsonSchema, scenarioJsonSchema } from "./scenario-json-schema.js";
