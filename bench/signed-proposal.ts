/**
 * @module
 * The proposal of 1 KB that the bench `signing` signs: every member of an OAP proposal, with terms, a justification
 * and a second party.
 */

import { deepFreeze, type JsonObject } from "../src/core/json/index.js";

/** What is offered. */
export const TERMS = deepFreeze({
  price_per_call: "0.0042",
  currency: "EUR",
  monthly_calls: 250_000,
  term_months: 12,
  support: "office hours",
  regions: ["eu-central", "eu-north"],
  service_level: { availability: "99.95", credits: true, response_minutes: 30 },
});

/** And why. */
export const JUSTIFICATION = deepFreeze({
  type: "trade_off",
  rationale:
    "We take the longer term and the smaller number of regions if the price for a thousand calls comes down below " +
    "the one of your list; our budget for the year is fixed, and support by night is not needed. If the price has " +
    "to stay, we would like twice as many calls.",
  references: ["prp_01JBY2V6V2N7B4C8D1E5F9G3H6"],
} as const);

/** A proposal of `from`, unsigned; its canonical form takes 1,024 bytes with a `did:key` of Ed25519. */
export function proposalOf(from: string): JsonObject {
  return deepFreeze({
    proposal_id: "prp_01JBY2V6W9K3QX8Z5H7N4M2C1D",
    negotiation_id: "neg_01JBY2V6T4R8P1S6F3G9J5K7M0",
    previous_proposal_id: null,
    from,
    to: "did:web:provider.example",
    round: 1,
    category: "pricing",
    terms: TERMS,
    valid_until: "2026-12-01T12:00:00Z",
    justification: JUSTIFICATION,
    host: "did:web:market.example",
    manifest_hash: "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    extensions: {},
  });
}
