/**
 * @module
 * The OpenAPI 3.1 document: all operations that are mounted, each with all its answers.
 */

import { jsonSchemaOfTerms } from "../door/index.js";
import type { Family, ResolvedHttpOptions } from "./http-options.js";
import { type Operation, REQUEST_HEADERS, type Success } from "./operations.js";
import { OpenAPIHono, z } from "./peers.js";
import { Id, ProblemBody } from "./wire-schemas.js";

/** The document of these operations. */
export function openApiDocument<Terms>(
  families: readonly (readonly [name: Family, operations: readonly Operation[]])[],
  { security, terms }: Pick<ResolvedHttpOptions<Terms>, "security" | "terms">,
): object {
  const registry = new OpenAPIHono();
  for (const [name, scheme] of Object.entries(security))
    registry.openAPIRegistry.registerComponent("securitySchemes", name, scheme as never);
  for (const [tag, operations] of families)
    for (const operation of operations)
      registry.openAPIRegistry.registerPath(pathOf(operation, tag, security));
  registry.openAPIRegistry.registerPath({
    method: "get",
    path: "/openapi.json",
    operationId: "getOpenApiDocument",
    summary: "This document.",
    tags: ["document"],
    security: [],
    responses: {
      200: { description: "The document.", content: { "application/json": { schema: z.looseObject({}) } } },
    },
  });
  const document = registry.getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Concordat",
      version: "1",
      description: "Negotiations between two parties, turn by turn, to one outcome.",
      license: { name: "MIT", url: "https://spdx.org/licenses/MIT" },
    },
    servers: [{ url: "/" }],
  }) as unknown as { components?: { schemas?: Record<string, object> } };
  const schema = jsonSchemaOfTerms(terms);
  // What it refers to within itself is found here.
  const own =
    schema &&
    JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/Terms/$defs/'));
  if (own !== undefined && document.components?.schemas !== undefined)
    document.components.schemas["Terms"] = own;
  return document;
}

type PathOf = Parameters<InstanceType<typeof OpenAPIHono>["openAPIRegistry"]["registerPath"]>[0];

function pathOf(operation: Operation, tag: string, security: object): PathOf {
  const { operationId, route, summary, query, headers = [], body, success, problems } = operation;
  const [method = "", path = ""] = route.split(" ");
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  const described = headers.map(
    (name) => [name, z.string().optional().openapi({ description: REQUEST_HEADERS[name] })] as const,
  );
  return {
    method: method.toLowerCase() as "get",
    path,
    operationId,
    summary,
    tags: [tag],
    security: Object.keys(security).map((name) => ({ [name]: [] })),
    request: {
      ...(names.length > 0 && { params: z.object(Object.fromEntries(names.map((name) => [name, Id]))) }),
      ...(query && { query }),
      ...(described.length > 0 && { headers: z.object(Object.fromEntries(described)) }),
      ...(body && { body: { required: true, content: { "application/json": { schema: body } } } }),
    },
    responses: {
      ...Object.fromEntries(Object.entries(success).map(([status, one]) => [status, successOf(one)])),
      ...Object.fromEntries(problems.map((status) => [status, PROBLEM])),
    },
  };
}

function successOf({ description, schema, type = "application/json", headers = [] }: Success) {
  return {
    description,
    ...(schema && { content: { [type]: { schema } } }),
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map((name) => [name, { schema: { type: "string" as const } }])),
    }),
  };
}

const PROBLEM = {
  description: "Refused.",
  content: { "application/problem+json": { schema: ProblemBody } },
};
