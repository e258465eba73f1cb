/**
 * @module
 * The shape of a scenario as JSON Schema, for editors and other programs. Read off `scenarioSchema` here, since zod's
 * own generator weighs a quarter of the subpath; a test compares the two.
 */

import type * as z from "zod/mini";
import { deepFreeze } from "../../core/json/index.js";
import { scenarioSchema } from "./scenario-schema.js";

/** A JSON Schema (draft 2020-12), frozen at every depth. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of `Scenario`. What it cannot say, such as that tables are as long as their issues or that each
 * party has a name of its own, only `parseScenario` checks.
 *
 * @see docs/requirements/bargaining.md, BA-8
 */
export const scenarioJsonSchema: JsonSchema = /* @__PURE__ */ deepFreeze({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  .../* @__PURE__ */ jsonSchemaOf(scenarioSchema),
});

/** Knows the sorts of schemas, and of checks, that a scenario is made of. */
function jsonSchemaOf(schema: z.core.$ZodType): JsonSchema {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "string":
      return { type: "string", ...boundsOf(def, "Length") };
    case "number":
      if (!("format" in def)) return { type: "number", ...boundsOf(def) };
      return {
        type: "integer",
        minimum: Number.MIN_SAFE_INTEGER,
        maximum: Number.MAX_SAFE_INTEGER,
        ...boundsOf(def),
      };
    case "array":
      return { type: "array", items: jsonSchemaOf(def.element), ...boundsOf(def, "Items") };
    case "literal":
      return { type: typeof def.values[0], const: def.values[0] };
    case "enum":
      return { type: "string", enum: Object.values(def.entries) };
    case "optional":
      return jsonSchemaOf(def.innerType);
    case "nullable":
      return anyOf([jsonSchemaOf(def.innerType), { type: "null" }]);
    case "union": {
      const options = def.options.map(jsonSchemaOf);
      return "discriminator" in def ? { oneOf: options } : anyOf(options);
    }
    case "record":
      return {
        type: "object",
        propertyNames: jsonSchemaOf(def.keyType),
        additionalProperties: jsonSchemaOf(def.valueType),
      };
    case "object": {
      const members = Object.entries(def.shape);
      return {
        type: "object",
        properties: Object.fromEntries(members.map(([key, member]) => [key, jsonSchemaOf(member)])),
        required: members.filter(([, member]) => member._zod.optin === undefined).map(([key]) => key),
        additionalProperties: false,
      };
    }
    default:
      return { type: def.type };
  }
}

function boundsOf(def: z.core.$ZodTypeDef, unit = ""): JsonSchema {
  const bounds: Record<string, unknown> = {};
  for (const check of (def.checks ?? []) as readonly unknown[] as readonly z.core.$ZodChecks[]) {
    const one = check._zod.def;
    if (one.check === "min_length") bounds[`min${unit}`] = one.minimum;
    if (one.check === "max_length") bounds[`max${unit}`] = one.maximum;
    if (one.check === "less_than") bounds["maximum"] = one.value;
    if (one.check === "greater_than") bounds[one.inclusive ? "minimum" : "exclusiveMinimum"] = one.value;
  }
  return bounds;
}

/** Plain types are told in one list. */
function anyOf(options: readonly JsonSchema[]): JsonSchema {
  const arePlain = options.every((option) => Object.keys(option).join() === "type");
  return arePlain ? { type: options.map((option) => option["type"]) } : { anyOf: options };
}
