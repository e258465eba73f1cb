/**
 * @module
 * The JSON Schema of the user's terms, for those who fill them in: documents, tools and forms.
 */

import type { JsonObject } from "../../core/json/index.js";
import type { TermsSchema } from "../../ports/index.js";

/** What the schema gives (zod 4 does), as JSON; `undefined` where it gives none, or JSON Schema cannot say it. */
export function termsJsonSchema(terms: TermsSchema): JsonObject | undefined {
  const standard = terms["~standard"] as TermsSchema["~standard"] & {
    readonly jsonSchema?: { input?: (options: { target: string }) => object };
  };
  try {
    const schema = standard.jsonSchema?.input?.({ target: "draft-2020-12" });
    if (schema === undefined) return undefined;
    const { $schema: _, ...rest } = JSON.parse(JSON.stringify(schema)) as JsonObject;
    return rest as JsonObject;
  } catch {
    return undefined;
  }
}
