/**
 * @module
 * Hashes and signatures by Node's own cryptography: it answers at once, and warns of nothing as experimental.
 */

import { createHash, createPublicKey, verify } from "node:crypto";
import type { Sha256, Verifier } from "../../oap/index.js";

/** SHA-256. */
export const sha256: Sha256 = (bytes) => createHash("sha256").update(bytes).digest();

/** Ed25519 by the equation without cofactor; the library puts its guard before it. */
export const nodeVerifier: Verifier = (signature, bytes, publicKey) => {
  const x = Buffer.from(publicKey).toString("base64url");
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
  return verify(null, bytes, key, signature);
};
