/**
 * @module
 * What doors read of a room for a caller, and the schemas that they make alike.
 */

import type { JsonObject } from "../../core/json/index.js";
import type { LegalMoves } from "../../core/moves/index.js";
import type { NegotiationView } from "../../core/record/index.js";
import type { TermsSchema } from "../../ports/index.js";
import type { NegotiationService } from "../../service/room/index.js";
import type { ShownRefusal } from "./shown-refusals.js";

/** A negotiation as a party sees it, and what it may do. */
export interface Seen<Terms> {
  readonly service: NegotiationService<Terms>;
  readonly view: NegotiationView<Terms>;
  readonly legal: LegalMoves;
}

/** The negotiation as a party sees it; `undefined` for an unknown id and for a stranger alike. */
export async function seenBy<Terms>(
  service: NegotiationService<Terms> | undefined,
  id: string,
  partyId: string,
): Promise<Seen<Terms> | undefined> {
  if (service === undefined) return undefined;
  const [view, legal] = await Promise.all([service.viewFor(id, partyId), service.legalMoves(id, partyId)]);
  return view && legal && { service, view, legal };
}

/** Whether it is a refusal. */
export function isRefusal(value: unknown): value is ShownRefusal {
  return typeof value === "object" && value !== null && "code" in value && "issues" in value;
}

/** The JSON Schema that terms give (zod 4 does); `undefined` where they give none, or JSON Schema cannot say it. */
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

/** The JSON Schema of terms; any JSON where none is given, or what is given has none. */
export function jsonSchemaOfTerms(terms: TermsSchema | JsonObject | undefined): JsonObject {
  if (terms !== undefined && !("~standard" in terms)) return terms as JsonObject;
  // What its JSON Schema cannot express stays any JSON.
  return (terms && termsJsonSchema(terms as TermsSchema)) ?? {};
}
