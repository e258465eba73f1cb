/**
 * @module
 * The manifest that a host has in force, and its hash.
 */

import { type Manifest, type ManifestResult, manifestHash, readManifest } from "./manifest.js";
import type { Sha256 } from "./merkle-proof.js";

/** The manifest in force. */
export interface HostManifest {
  readonly block: Manifest;
  readonly hash: string;
  /** Puts another in force, unless it is refused. */
  use(block: unknown): ManifestResult;
}

/** @throws {TypeError} when the first one is refused */
export function hostManifest(first: unknown, sha256: Sha256): HostManifest {
  const read = readManifest(first);
  if (!read.ok) throw new TypeError(`Expected a manifest. ${read.message}`);
  let block = read.manifest;
  let hash = manifestHash(block, sha256);
  return {
    get block() {
      return block;
    },
    get hash() {
      return hash;
    },
    use(next) {
      const answer = readManifest(next);
      if (answer.ok) {
        block = answer.manifest;
        hash = manifestHash(block, sha256);
      }
      return answer;
    },
  };
}
