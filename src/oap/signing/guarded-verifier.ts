/**
 * @module
 * Puts the byte guard before an engine that checks signatures, and makes its exceptions a no.
 */

import { passesEd25519Guard, type Verifier } from "../keys/index.js";

/**
 * The same verifier behind the guard: every engine gives the same verdict, and never throws.
 *
 * All bytes are copied first, so that a later change of theirs changes nothing.
 *
 * @see docs/requirements/signing.md, SG-14 and SG-15
 * @example
 * const verify = guardedVerifier(webCryptoVerifier());
 * await verify(new Uint8Array(64), new Uint8Array([1]), new Uint8Array(32)); // false: small order
 */
export function guardedVerifier(engine: Verifier): (...input: Parameters<Verifier>) => Promise<boolean> {
  return async (signature, bytes, publicKey) => {
    try {
      return await holds(engine, new Uint8Array(signature), new Uint8Array(bytes), publicKey);
    } catch {
      return false;
    }
  };
}

/** The same where nobody else holds the signature and the bytes, so that the key alone has to be copied. */
export async function holds(
  engine: Verifier,
  ...[signature, bytes, publicKey]: Parameters<Verifier>
): Promise<boolean> {
  try {
    const key = new Uint8Array(publicKey);
    return passesEd25519Guard(signature, key) && (await engine(signature, bytes, key)) === true;
  } catch {
    return false;
  }
}
