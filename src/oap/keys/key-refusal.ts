/**
 * @module
 * Why there is no key, in the words that all who look for keys share.
 */

import { refusalOfOther, type SigningRefusal } from "../canonical/index.js";

/**
 * A refusal with one of the three codes of keys.
 *
 * @param expected - never holds text of others
 * @see docs/requirements/signing.md, SG-16
 * @example
 * keyRefusal("not_authorized", "a key for signing"); // { ok: false, code: "key_not_authorized", ... }
 */
export function keyRefusal(
  reason: "unresolvable" | "not_authorized" | "not_supported",
  expected: string,
): SigningRefusal {
  return refusalOfOther(`key_${reason}`, expected);
}
