/**
 * @module
 * What the manifest that was pinned at open means for its negotiation, whatever the Tool publishes later.
 */

import type { RulesInput } from "../../core/rules/index.js";
import { refusalOfOther, type SigningRefusal } from "../canonical/index.js";
import type { Manifest } from "./manifest.js";

/** The host and the hash that documents of a negotiation name. */
export interface PinnedNames {
  /** The Tool's DID. */
  readonly host: string;
  readonly manifest_hash: string;
}

/**
 * The rules of a negotiation under a manifest, to be laid over the preset `oap`: its rounds and its default validity.
 *
 * @see docs/requirements/oap.md, section 2 and OAP-28
 */
export function manifestRules({ max_rounds, default_validity_minutes }: Manifest): RulesInput {
  return Object.freeze({
    cap: Object.freeze({ limit: max_rounds }),
    validityMs: default_validity_minutes * 60_000,
  });
}

/**
 * `wrong_host` or `manifest_changed` when a document names another host or manifest than those pinned; `undefined`
 * when it names these, or where it may name none.
 *
 * @see docs/requirements/oap.md, section 3 and OAP-28
 */
export function unpinned(document: Partial<PinnedNames>, pinned: PinnedNames): SigningRefusal | undefined {
  for (const [name, code] of NAMES) {
    if ((document[name] ?? pinned[name]) !== pinned[name]) {
      return refusalOfOther(code, "the pinned one", [name]);
    }
  }
  return undefined;
}

const NAMES = [
  ["host", "wrong_host"],
  ["manifest_hash", "manifest_changed"],
] as const;
