/**
 * @module
 * The one door to Hono and its OpenAPI router, optional peers: loaded with this room, which is of no use without them;
 * and schemas of objects by the names of their members.
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

type Members = Readonly<Record<string, Schema>>;

/**
 * What makes closed objects of the names of their members, with `?` behind those that may be absent.
 *
 * @param meanings - what a name means wherever it stands, unless an object has its `own`; others are texts
 */
export function vocabulary(meanings: Members): (names: string, own?: Members) => Schema {
  return (names, own = {}) => {
    const members = names.split(" ").map((word) => {
      const name = word.replace("?", "");
      const schema = own[name] ?? meanings[name] ?? z.string();
      return [name, word === name ? schema : schema.optional()];
    });
    return z.strictObject(Object.fromEntries(members));
  };
}

/** The same for each of these names. */
export function alike(names: string, schema: Schema): Members {
  return Object.fromEntries(names.split(" ").map((name) => [name, schema]));
}

function refuseMissing(cause: unknown): never {
  throw new NegotiationError(
    "dependency_missing",
    "Expected the packages hono and @hono/zod-openapi for concordat/http, got a failure to load them. " +
      "Install them: npm install hono@^4.13 @hono/zod-openapi@^1.6.",
    { details: { package: "@hono/zod-openapi", range: "^1.6" }, cause },
  );
}
