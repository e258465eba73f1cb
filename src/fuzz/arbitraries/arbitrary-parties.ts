/**
 * @module
 * Arbitrary pairs of parties.
 */

import type { Arbitrary } from "fast-check";
import type { Party } from "../../core/record/index.js";
import { fc } from "./fast-check.js";

/** The two sides of a negotiation. */
export interface Parties {
  readonly initiator: Party;
  readonly responder: Party;
}

/**
 * Two valid parties with different ids, of either kind: mostly short names, else anything of 1 to 256
 * characters.
 *
 * @example
 * fc.assert(fc.property(arbitraryParties(), ({ initiator, responder }) => initiator.id !== responder.id));
 */
export function arbitraryParties(): Arbitrary<Parties> {
  return fc
    .record({ initiator: party("ada"), responder: party("smith"), spare: fc.constantFrom("bo", "chi") })
    .map(({ initiator, responder, spare }) => {
      if (initiator.id !== responder.id) return { initiator, responder };
      return { initiator, responder: { ...responder, id: initiator.id === spare ? `${spare}2` : spare } };
    });
}

/** @param name - what the id shrinks to */
function party(name: string): Arbitrary<Party> {
  return fc.record({
    id: fc.oneof(
      { withCrossShrink: true },
      { arbitrary: fc.constantFrom(name, "market", "did:web:example.com", "a b"), weight: 4 },
      { arbitrary: fc.string({ minLength: 1, maxLength: 256 }), weight: 1 },
      { arbitrary: fc.string({ unit: "grapheme", minLength: 1, maxLength: 16 }), weight: 1 },
    ),
    kind: fc.constantFrom("system", "personal"),
  });
}
