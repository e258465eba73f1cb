/**
 * @module
 * A user's terms schema may accept or refuse signed terms, and not change them.
 */

import type { JsonObject } from "../../core/json/index.js";
import { canonicalText, refusalOfOther, type SigningRefusal } from "../canonical/index.js";

/**
 * `terms_altered` when what a schema made of terms is not canonically equal to them; `undefined` when it is.
 *
 * Defaults, coercions, trimmed text and members left out are such alterations: nobody signed what comes out.
 *
 * @see docs/requirements/oap.md, OAP-13
 * @example
 * alteredTerms({ price: 40 }, { price: 40, currency: "EUR" }); // { ok: false, code: "terms_altered", ... }
 */
export function alteredTerms(signed: JsonObject, output: unknown): SigningRefusal | undefined {
  try {
    if (signed === output || canonicalText(signed) === canonicalText(output)) return undefined;
  } catch {
    // A Date, an undefined member and whatever else is no strict JSON was never signed.
  }
  return refusalOfOther("terms_altered", "a schema that keeps the terms", ["terms"]);
}
