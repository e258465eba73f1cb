/**
 * @module
 * What the `index` presets read out of opaque JSON, where every member may be missing: the context of a negotiation, as a
 * seat sees it too, the assessment of a turn, which a view may have cut down, and an old turn cap.
 */

import { type Json, memberOf } from "../../core/json/index.js";
import {
  type CapLimit,
  isValencyRole,
  type Seat,
  type TurnView,
  type ValencyRole,
} from "../../core/record/index.js";
import { NegotiationError, shown } from "../../errors.js";
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

/** The roles that a side suggests, seen from itself. */
export interface SuggestedRoles {
  readonly ownUser: ValencyRole;
  readonly otherUser: ValencyRole;
}

/** Why the mover moved so; `undefined` when it did not say, or the viewer may not know. */
export function reasoningOf(turn: Pick<TurnView, "assessment"> | undefined): string | undefined {
  const reasoning = memberOf(turn?.assessment, "reasoning");
  return typeof reasoning === "string" && reasoning !== "" ? reasoning : undefined;
}

/** The suggested roles; `undefined` unless both are there and known. */
export function suggestedRolesOf(turn: Pick<TurnView, "assessment">): SuggestedRoles | undefined {
  const roles = memberOf(turn.assessment, "suggestedRoles");
  const ownUser = memberOf(roles, "ownUser");
  const otherUser = memberOf(roles, "otherUser");
  return isValencyRole(ownUser) && isValencyRole(otherUser) ? { ownUser, otherUser } : undefined;
}

/**
 * The mean `fitScore` of the turns that have one, as Index Network's older form reports it; else `undefined`.
 *
 * For the host's own records: scores are private to their side.
 *
 * @see docs/requirements/index-network.md, IX-7; Index Network's protocol deep dive, "average fit score"
 */
export function averageFit(turns: readonly Pick<TurnView, "assessment">[]): number | undefined {
  const scores = turns
    .map((turn) => memberOf(turn.assessment, "fitScore"))
    .filter((score) => typeof score === "number");
  if (scores.length === 0) return undefined;
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/**
 * The limit that a stored turn cap of Index Network stands for: 0 is unlimited, nothing is 6.
 *
 * Only here has 0 a meaning; in our rules it is an error.
 *
 * @throws {NegotiationError} `rules_invalid` when it is neither `null`, absent nor an integer of at least 0
 * @see docs/requirements/engine.md, EN-19; Index Network's negotiation domain, section "Turn cap"
 */
export function readTurnCap(value: unknown): CapLimit {
  if (value === undefined || value === null) return 6;
  if (value === 0) return "unlimited";
  if (Number.isSafeInteger(value) && (value as number) > 0) return value as number;
  const message = `Expected a stored turn cap to be an integer of at least 0 or null, got ${shown(value)}.`;
  throw new NegotiationError("rules_invalid", message, {
    details: { issues: [{ path: ["cap", "limit"], message }] },
  });
}

/**
 * The context as one seat sees it: own and other user instead of source and candidate.
 *
 * Only the source searched, so only the source sees what it searched for. In-process, picked-up and
 * fallback turns get the same. What the context lacks is `null`, and other members are left out.
 *
 * @see docs/requirements/index-network.md, IX-10
 */
export function projectContext(context: Json, seat: Seat): Json {
  const isDiscoverer = seat === "initiator";
  const source = memberOf(context, "source") ?? null;
  const candidate = memberOf(context, "candidate") ?? null;
  const discoveryQuery = isDiscoverer ? memberOf(context, "discoveryQuery") : undefined;
  return Object.freeze({
    ownUser: isDiscoverer ? source : candidate,
    otherUser: isDiscoverer ? candidate : source,
    indexContext: memberOf(context, "indexContext") ?? null,
    seedAssessment: memberOf(context, "seedAssessment") ?? null,
    isDiscoverer,
    ...(discoveryQuery !== undefined && { discoveryQuery }),
  });
}
