/**
 * @module
 * The manifest that a host has in force, and its hash.
 */

import type { Manifest, ManifestResult } from "../documents/index.js";
import { manifestHash, readManifest, unknownPenalty } from "../documents/index.js";
import type { Sha256 } from "../merkle/index.js";

/** The manifest in force. */
export interface HostManifest {
  readonly block: Manifest;
  readonly hash: string;
  /** Puts another in force, unless it is refused. */
  use(block: unknown): ManifestResult;
}

/** @throws {TypeError} when the first one is refused @see docs/requirements/oap.md, OAP-56 */
export function hostManifest(first: unknown, sha256: Sha256): HostManifest {
  const read = publishable(first);
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
      const answer = publishable(next);
      if (answer.ok) {
        block = answer.manifest;
        hash = manifestHash(block, sha256);
      }
      return answer;
    },
  };
}

/** One under which every party can know beforehand what walking away costs. */
function publishable(block: unknown): ManifestResult {
  const answer = readManifest(block);
  return (answer.ok && unknownPenalty(answer.manifest)) || answer;
}
