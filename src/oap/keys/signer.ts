/**
 * @module
 * The ports of the signing core: who signs, and who checks the mathematics of a signature.
 */

import type { MaybePromise } from "../../ports/index.js";

/** Holds a private key: in memory, in WebCrypto, in a key service. */
export interface Signer {
  /** The DID URL of the key, with a fragment. */
  readonly kid: string;
  /** The 64 bytes of the Ed25519 signature (RFC 8032, without context or prehash) over `bytes`. */
  sign(bytes: Uint8Array): MaybePromise<Uint8Array>;
}

/**
 * Whether an Ed25519 signature of 64 bytes over `bytes` fits a public key of 32 bytes.
 *
 * An implementation checks the equation without cofactor. It may throw, which means no; it always runs behind the
 * guard of `passesEd25519Guard`.
 *
 * @see docs/requirements/signing.md, SG-14 and SG-15
 */
export type Verifier = (
  signature: Uint8Array,
  bytes: Uint8Array,
  publicKey: Uint8Array,
) => MaybePromise<boolean>;
