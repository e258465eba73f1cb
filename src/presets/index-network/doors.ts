/**
 * @module
 * The doors of the `index` presets: reading an old turn cap, and showing a seat its side of the
 * context. The rules are in `rules.ts`; each other projection has an `index-*.ts` of its own.
 */

import { type Json, memberOf } from "../../core/json/index.js";
import type { CapLimit, Seat } from "../../core/record/index.js";
import { NegotiationError, shown } from "../../errors.js";

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
