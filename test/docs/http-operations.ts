/**
 * @module
 * The reference of HTTP, made from the OpenAPI document: every operation, and every schema that they name.
 */

import { createHttpBridge } from "../../src/bridges/http/index.js";
import { NegotiationRooms } from "../../src/index.js";
import { markdownTable } from "./markdown-table.js";

/** The operations of all families, and the schemas of what goes over the wire. */
export function httpOperations(): string {
  const { document, close } = documentOfAll();
  const operations = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, one]) => operationPart(method, path, one)),
  );
  const schemas = Object.entries<any>(document.components.schemas)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, schema]) => schemaPart(name, schema));
  close();
  return [...operations, "### Schemas", ...schemas].join("\n\n");
}

function documentOfAll(): { document: any; close: () => void } {
  const rooms = new NegotiationRooms();
  const bridge = createHttpBridge({
    rooms,
    authorize: () => null,
    families: ["native", "oap", "index-network"],
    oapHost: { fetch: async () => new Response() },
    networks: () => [],
  });
  // As it goes over the wire.
  const document = JSON.parse(JSON.stringify(bridge.openApiDocument()));
  return { document, close: () => void rooms.close() };
}

function operationPart(method: string, path: string, operation: any): string {
  const { operationId, summary, tags, parameters = [], requestBody, responses } = operation;
  const given = parameters.map((one: any) => {
    return [`\`${one.name}\``, one.in, typeOf(one.schema), one.description ?? one.schema?.description ?? ""];
  });
  const body = requestBody && typeOf(requestBody.content["application/json"].schema);
  const successes = Object.entries<any>(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, { description, content = {}, headers = {} }]) => {
      const [[type, shown] = []] = Object.entries<any>(content);
      const what = shown === undefined ? "no body" : `${typeOf(shown.schema)} (\`${type}\`)`;
      const names = Object.keys(headers).map((name) => `\`${name}\``);
      return [status, what, names.join(", "), description];
    });
  const problems = Object.keys(responses).filter((status) => Number(status) >= 400);
  return [
    `### ${method.toUpperCase()} ${path}`,
    `${summary} \`${operationId}\`, of \`${tags.join()}\`.`,
    ...(given.length === 0 ? [] : [markdownTable(["parameter", "in", "type", ""], given)]),
    ...(body === undefined ? [] : [`Body: ${body}.`]),
    markdownTable(["status", "body", "headers", ""], successes),
    ...(problems.length === 0 ? [] : [`Problems: ${problems.join(", ")}.`]),
  ].join("\n\n");
}

function schemaPart(name: string, schema: any): string {
  const { properties = {}, required = [], description } = schema;
  const rows = Object.entries<any>(properties).map(([member, one]) => {
    const isThere = required.includes(member) ? "" : "optional";
    return [`\`${member}\``, typeOf(one), isThere, one.description ?? ""];
  });
  return [
    `#### ${name}`,
    ...(description === undefined ? [] : [description]),
    rows.length === 0 ? typeOf(schema) : markdownTable(["member", "type", "", ""], rows),
  ].join("\n\n");
}

/** A schema in a few words; those with a name of their own by it. */
function typeOf(schema: any): string {
  const { $ref, type, enum: values, anyOf, oneOf, items, prefixItems } = schema ?? {};
  if ($ref !== undefined) {
    const name = $ref.split("/").at(-1);
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (values !== undefined) return values.map((one: unknown) => `\`${one}\``).join(" ");
  const either = anyOf ?? oneOf;
  if (either !== undefined) return either.map(typeOf).join(" or ");
  if (type === "array")
    return prefixItems ? `${prefixItems.length} of ${typeOf(prefixItems[0])}` : `list of ${typeOf(items)}`;
  return [type ?? "any JSON"].flat().join(" or ");
}
