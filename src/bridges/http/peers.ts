/**
 * @module
 * The one door to Hono and its OpenAPI router, optional peers: loaded with this room, which is of no use without them.
 */

import type * as ZodOpenApi from "@hono/zod-openapi";
import { NegotiationError } from "../../errors.js";

const peers: typeof ZodOpenApi = await import("@hono/zod-openapi").catch(refuseMissing);

/** A schema as the registry reads it. */
export type Schema<Value = unknown> = ZodOpenApi.z.ZodType<Value>;

/** A schema of an object, as the registry reads those of queries. */
export type QuerySchema = ZodOpenApi.z.ZodObject;

/** Hono with a registry of what it routes. */
export const OpenAPIHono: typeof ZodOpenApi.OpenAPIHono = peers.OpenAPIHono;

/** Zod as the registry reads it. */
export const z: typeof ZodOpenApi.z = peers.z;

/** A closed object, by its name in the document. */
export function named(name: string, members: Readonly<Record<string, Schema>>): Schema {
  return z.strictObject(members).openapi(name);
}

function refuseMissing(cause: unknown): never {
  throw new NegotiationError(
    "dependency_missing",
    "Expected the packages hono and @hono/zod-openapi for concordat/http, got a failure to load them. " +
      "Install them: npm install hono@^4.13 @hono/zod-openapi@^1.6.",
    { details: { package: "@hono/zod-openapi", range: "^1.6" }, cause },
  );
}
