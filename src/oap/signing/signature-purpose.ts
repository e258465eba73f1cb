/**
 * @module
 * What a signature is for. The purpose stands in the signed header, so that one for a proposal is none for an
 * acceptance.
 */

/**
 * What may be signed: the five documents of a negotiation, the agreement, the host's manifest.
 *
 * @see docs/requirements/signing.md, SG-11
 */
export type SignaturePurpose =
  | "open"
  | "proposal"
  | "accept"
  | "reject"
  | "withdraw"
  | "agreement"
  | "manifest";

/** Every purpose, in the order of a negotiation. */
export const SIGNATURE_PURPOSES: readonly SignaturePurpose[] = Object.freeze([
  "open",
  "proposal",
  "accept",
  "reject",
  "withdraw",
  "agreement",
  "manifest",
]);

/**
 * The `typ` of a signature for a purpose.
 *
 * @throws {TypeError} for an unknown purpose
 * @example
 * typeOfPurpose("accept"); // "oap-accept+jws"
 */
export function typeOfPurpose(purpose: SignaturePurpose): string {
  if (!SIGNATURE_PURPOSES.includes(purpose)) {
    throw new TypeError(`Expected purpose to be one of ${SIGNATURE_PURPOSES.join(", ")}, got another.`);
  }
  return `oap-${purpose}+jws`;
}
