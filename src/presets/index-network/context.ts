/**
 * @module
 * What the `index` presets expect in a negotiation's context, and reading it: a context is the host's,
 * so every member may be missing. Showing it to a seat is `projectContext`'s business.
 */

import { type Json, memberOf } from "../../core/json/index.js";
import { isValencyRole, type ValencyRole } from "../../core/record/index.js";
import type { Trigger } from "./rules.js";

/** The evaluator's judgement before anybody negotiated; shown to both, never scored again. */
export interface SeedAssessment {
  /** 0 to 100. */
  readonly score?: number;
  readonly reasoning: string;
  readonly valencyRole: string;
  readonly actors?: readonly { readonly userId: string; readonly role: string }[];
}

/**
 * The context that a host hands in, in absolute terms: source and candidate, not own and other.
 *
 * @see docs/requirements/index-network.md, IX-9
 */
export interface IndexContext {
  readonly source: Json;
  readonly candidate: Json;
  readonly indexContext: { readonly networkId: string; readonly prompt: string };
  readonly seedAssessment?: SeedAssessment;
  readonly discoveryQuery?: string;
  readonly opportunityId?: string;
  /** @default "ambient" */
  readonly trigger?: Trigger;
}

/** The opportunity that the negotiation gates, or `undefined` when the host named none. */
export function opportunityIdOf(context: Json): string | undefined {
  const id = memberOf(context, "opportunityId");
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** What started the search; `ambient` when the context does not say. */
export function triggerOf(context: Json): Trigger {
  return memberOf(context, "trigger") === "orchestrator" ? "orchestrator" : "ambient";
}

/** The evaluator's role suggestion, in whatever case; `unknown` when there is none of the three. */
export function matchTypeOf(context: Json): ValencyRole | "unknown" {
  const role = memberOf(memberOf(context, "seedAssessment"), "valencyRole");
  const name = typeof role === "string" ? role.toLowerCase() : undefined;
  return isValencyRole(name) ? name : "unknown";
}
