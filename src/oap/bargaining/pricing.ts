/**
 * @module
 * A published price as the opening of a negotiation: the Tool is its initiator, and signs it.
 */

import type { JsonObject } from "../../core/json/index.js";
import type { SigningRefusal } from "../canonical/index.js";
import { anyObject, checkedCopy, type ProposalDocument } from "../documents/index.js";

/** What of round 1 follows from the price; ids, parties, validity and signature are the builder's. */
export type OpeningDraft = Pick<ProposalDocument, "previous_proposal_id" | "round" | "category" | "terms">;

/**
 * The draft of round 1 that offers a published price as it is. Under a manifest with `max_rounds` 1 it is take it or
 * leave it.
 *
 * Refuses with `document_invalid` an entry that no terms can be: prices in it are decimal strings, not fractions.
 *
 * @see docs/requirements/oap.md, OAP-30; OAP RFC 0002, section 4
 * @example
 * proposalFromPricing({ action: "weather.forecast", price_per_call_eur: "0.0040" });
 * // { ok: true, draft: { previous_proposal_id: null, round: 1, category: "pricing", terms: { ... } } }
 */
export function proposalFromPricing(
  entry: unknown,
): { readonly ok: true; readonly draft: OpeningDraft } | SigningRefusal {
  const copy = checkedCopy<JsonObject>(entry, anyObject);
  if (!copy.ok) return copy;
  const draft = { previous_proposal_id: null, round: 1, category: "pricing", terms: copy.value };
  return Object.freeze({ ok: true, draft: Object.freeze(draft) });
}
