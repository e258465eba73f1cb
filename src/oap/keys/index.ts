/**
 * @module
 * Whose key it is: DIDs, their documents, resolvers, and what a key was when something was signed.
 */

export type { DidDocumentResolver } from "./did-document.js";
export {
  didKeyId,
  type PublicKeyResult,
  publicKeyMultibase,
  publicKeyOfMultibase,
  resolveDidKey,
} from "./did-key.js";
export {
  type DidWebFetch,
  type DidWebOptions,
  type DidWebReader,
  type DidWebResponse,
  didWeb,
  didWebUrl,
} from "./did-web.js";
export { isSoundPoint, ORDER, passesEd25519Guard } from "./ed25519-guard.js";
export { isDid, type KeyIdParts, partsOfKeyId } from "./key-id.js";
export {
  type KeyContext,
  type KeyResolver,
  type KeyResolverOptions,
  type KeyResult,
  keyResolver,
} from "./key-resolver.js";
export { didKeyNow, isOfKid, type KeySnapshot, publicKeyOfSnapshot, snapshotKeys } from "./key-snapshot.js";
export type { Signer, Verifier } from "./signer.js";
