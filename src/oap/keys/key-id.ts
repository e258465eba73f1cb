/**
 * @module
 * The names of signers and their keys: DIDs, and DID URLs with a fragment; and why there is no key, in the words that all
 * who look for keys share. What stands behind the names is found by resolvers.
 */

import { refusalOfOther, type SigningRefusal } from "../canonical/index.js";

/**
 * Whether it is a DID: at most 256 characters, without path, query or fragment.
 *
 * @see docs/requirements/oap.md, OAP-4
 * @example
 * isDid("did:web:example.com"); // true
 * isDid("did:web:example.com#key-1"); // false
 */
export function isDid(value: unknown): value is string {
  return typeof value === "string" && value.length <= 256 && DID.test(value);
}

/** A key's name in its two parts. */
export interface KeyIdParts {
  readonly did: string;
  /** Behind the number sign. */
  readonly fragment: string;
}

/**
 * The parts of a `kid`, a DID with a fragment; `undefined` for every other text.
 *
 * @see docs/requirements/signing.md, SG-13
 * @example
 * partsOfKeyId("did:web:example.com#key-1"); // { did: "did:web:example.com", fragment: "key-1" }
 */
export function partsOfKeyId(kid: unknown): KeyIdParts | undefined {
  if (typeof kid !== "string") return undefined;
  const at = kid.indexOf("#");
  const did = kid.slice(0, at);
  const fragment = kid.slice(at + 1);
  return at !== -1 && isDid(did) && FRAGMENT.test(fragment) ? { did, fragment } : undefined;
}

const DID = /^did:[a-z0-9]+:[A-Za-z0-9._:%-]+$/;

/** RFC 3986, section 3.5. None of its characters needs an escape in JSON. */
const FRAGMENT = /^[A-Za-z0-9._~!$&'()*+,;=:@/?%-]{1,256}$/;

/**
 * A refusal with one of the three codes of keys.
 *
 * @param expected - never holds text of others
 * @see docs/requirements/signing.md, SG-16
 */
export function keyRefusal(
  reason: "unresolvable" | "not_authorized" | "not_supported",
  expected: string,
): SigningRefusal {
  return refusalOfOther(`key_${reason}`, expected);
}
