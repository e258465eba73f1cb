/**
 * @module
 * The shape of a scenario as JSON Schema, for editors and other programs. Written out, since the generator would
 * weigh as much as the rest of the subpath; a test compares the two.
 */

import { deepFreeze } from "../../core/json/index.js";

/** A JSON Schema (draft 2020-12), frozen at every depth. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const number: JsonSchema = { type: "number" };
const numbers: JsonSchema = { type: "array", items: number };
const pair: JsonSchema = { ...numbers, minItems: 2, maxItems: 2 };
const name: JsonSchema = { type: "string", minLength: 1, maxLength: 200 };
const value: JsonSchema = { type: ["string", "number", "boolean"] };
const values: JsonSchema = { type: "array", items: value, minItems: 1, maxItems: 10_000 };
const reservation: JsonSchema = { type: ["number", "null"] };
const safeInteger: JsonSchema = {
  type: "integer",
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

const issue: JsonSchema = {
  oneOf: [
    strict({ name, kind: only("categorical"), values }),
    strict({ name, kind: only("ordinal"), values }),
    strict(
      { name, kind: only("integer"), min: safeInteger, max: safeInteger },
      { step: { ...safeInteger, minimum: 1 } },
    ),
    strict(
      { name, kind: only("continuous"), min: number, max: number },
      { levels: { type: "integer", minimum: 2, maximum: 10_000 } },
    ),
  ],
};

const valueFunction: JsonSchema = {
  oneOf: [
    strict({ kind: only("table"), values: numbers }),
    strict(
      { kind: only("linear"), slope: number },
      { offset: number, from: number, clamp: { anyOf: [pair, { type: "null" }] } },
    ),
    strict({ kind: only("triangular"), low: number, top: number, high: number }, { height: number }),
  ],
};

const additive: JsonSchema = strict(
  { kind: only("additive"), weights: numbers, values: { type: "array", items: valueFunction } },
  { bias: number, reservation },
);

const mapping: JsonSchema = strict(
  {
    kind: only("mapping"),
    entries: { type: "array", items: strict({ outcome: record(value), utility: number }) },
    otherwise: number,
  },
  { reservation },
);

const side: JsonSchema = {
  anyOf: [strict({ min: number, max: number }), strict({ values: { type: "array", items: value } })],
};

const rectangles: JsonSchema = strict(
  {
    kind: only("rectangles"),
    rectangles: {
      type: "array",
      items: strict({ utility: number, within: record(side) }, { weight: number }),
    },
  },
  { bias: number, reservation },
);

const affine: JsonSchema = strict(
  { kind: only("affine"), base: { oneOf: [additive, mapping, rectangles] }, from: pair, to: pair },
  { reservation },
);

const discounted: JsonSchema = strict(
  {
    kind: only("discounted"),
    base: { oneOf: [additive, mapping, rectangles, affine] },
    factor: { type: "number", exclusiveMinimum: 0, maximum: 1 },
  },
  {
    form: { type: "string", enum: ["exponential", "linear"] },
    reservation,
    discountReservation: { type: "boolean" },
  },
);

const party: JsonSchema = strict({
  name,
  preferences: { oneOf: [additive, mapping, rectangles, affine, discounted] },
});

/**
 * The JSON Schema of `Scenario`. What it cannot say, such as that tables are as long as their issues or that each
 * party has a name of its own, only `parseScenario` checks.
 *
 * @see docs/requirements/bargaining.md, BA-8
 */
export const scenarioJsonSchema: JsonSchema = /* @__PURE__ */ deepFreeze({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  ...strict(
    {
      format: only("concordat-scenario"),
      version: { type: "number", const: 1 },
      name,
      issues: { type: "array", items: issue, minItems: 1, maxItems: 64 },
      parties: { type: "array", items: party, minItems: 1, maxItems: 64 },
    },
    { source: { type: "string", maxLength: 1000 } },
  ),
});

function strict(
  required: Readonly<Record<string, JsonSchema>>,
  optional: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  return {
    type: "object",
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

function record(member: JsonSchema): JsonSchema {
  return { type: "object", propertyNames: { type: "string" }, additionalProperties: member };
}

function only(text: string): JsonSchema {
  return { type: "string", const: text };
}
