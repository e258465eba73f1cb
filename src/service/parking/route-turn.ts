/**
 * @module
 * Where a turn goes that begins under rules which park: to an agent in this process, to a queue for an
 * agent that polls, or to the fallback agent at once.
 */

import { NEVER } from "../../core/deadlines/index.js";
import type { ParkRules, Party } from "../../core/record/index.js";
import type { KnownAgent } from "../../ports/index.js";

/** Who takes a turn; `why` says what speaks against waiting for an agent of the party's own. */
export type TurnRoute =
  | { readonly to: "inline" | "park" }
  | { readonly to: "fallback"; readonly why: "system" | "no_agent" | "timeout" };

/** Without a directory any agent may pick a turn up, so that each is worth parking. */
export const ANYBODY: readonly KnownAgent[] = [{ agentId: "", kind: "personal", lastSeenAt: NEVER }];

/**
 * Where the turn of a party goes.
 *
 * A personal agent is fresh for `max(freshMs, 2 * periodMs)` after its last sign of life, inclusive: with
 * a poll interval above the window it would else look dead for most of its life.
 *
 * @param agents - those of the party; one of kind `inline` is called in this process
 * @param now - epoch ms
 * @see docs/requirements/index-network.md, PT-1
 */
export function routeTurn(
  party: Party,
  agents: readonly KnownAgent[],
  now: number,
  park: Pick<ParkRules, "freshMs"> | null,
): TurnRoute {
  if (agents.some(({ kind }) => kind === "inline")) return { to: "inline" };
  if (party.kind === "system") return { to: "fallback", why: "system" };
  const personal = agents.filter(({ kind }) => kind === "personal");
  if (personal.length === 0) return { to: "fallback", why: "no_agent" };
  const freshMs = park?.freshMs ?? null;
  const isFresh = ({ lastSeenAt, periodMs = 0 }: KnownAgent): boolean =>
    freshMs === null || (lastSeenAt !== null && now - lastSeenAt <= Math.max(freshMs, 2 * periodMs));
  return personal.some(isFresh) ? { to: "park" } : { to: "fallback", why: "timeout" };
}
