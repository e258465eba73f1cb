/**
 * @module
 * What doors read of a room for a caller, and the schemas that they make alike.
 */

import type { JsonObject } from "../../core/json/index.js";
import type { LegalMoves } from "../../core/moves/index.js";
import type { NegotiationView } from "../../core/record/index.js";
import type { TermsSchema } from "../../ports/index.js";
import type { NegotiationService } from "../../service/room/index.js";

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

/**
 * The JSON Schema of terms: the one that is given, or that their own schema gives (zod 4 does); `undefined` where there is
 * none, or JSON Schema cannot say it.
 */
export function jsonSchemaOfTerms(terms: TermsSchema | JsonObject | undefined): JsonObject | undefined {
  if (terms === undefined || !("~standard" in terms)) return terms as JsonObject | undefined;
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
