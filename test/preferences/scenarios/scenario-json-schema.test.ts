import { expect, it } from "vitest";
import * as z from "zod/mini";
import { scenarioJsonSchema } from "../../../src/preferences/scenarios/index.js";
import { scenarioSchema } from "../../../src/preferences/scenarios/scenario-schema.js";

it("BA-8: says in JSON Schema what the strict schema of scenarios says", () => {
  expect(scenarioJsonSchema).toEqual(z.toJSONSchema(scenarioSchema));
});

it("is JSON, frozen", () => {
  expect(JSON.parse(JSON.stringify(scenarioJsonSchema))).toEqual(scenarioJsonSchema);
  expect(Object.isFrozen(scenarioJsonSchema["properties"])).toBe(true);
});
