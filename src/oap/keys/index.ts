/**
 * @module
 * Whose key it is: DIDs, their documents, resolvers, and what a key was when something was signed.
 */

export {
  demandPublicKey,
  didKeyId,
  didKeyNow,
  foundKey,
  isOfKid,
  type KeySnapshot,
  type PublicKeyResult,
  publicKeyMultibase,
  publicKeyOfMultibase,
  publicKeyOfSnapshot,
  resolveDidKey,
  snapshotKeys,
} from "./did-key.js";
export {
  type DidWebFetch,
  type DidWebOptions,
  type DidWebReader,
  type DidWebResponse,
  didWeb,
  didWebUrl,
} from "./did-web.js";
export {
  demandSigner,
  isSoundPoint,
  ORDER,
  passesEd25519Guard,
  type Signer,
  type Verifier,
  type VerifierOptions,
} from "./ed25519.js";
export { isDid, type KeyIdParts, partsOfKeyId } from "./key-id.js";
export {
  createKeyResolver,
  type DidDocumentResolver,
  type KeyContext,
  type KeyResolver,
  type KeyResolverOptions,
  type KeyResult,
} from "./key-resolver.js";
