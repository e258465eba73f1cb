/**
 * @module
 * The embedded directory: agents listed by the host, their signs of life kept in memory; and by what any directory
 * knows, where a turn goes that begins under rules which park.
 */

import { NEVER } from "../../core/deadlines/index.js";
import type { ParkRules, Party } from "../../core/record/index.js";
import { shown } from "../../errors.js";
import type { AgentDirectory, KnownAgent } from "../../ports/index.js";

/** An agent and the party that it acts for. */
export interface DirectoryEntry extends Pick<KnownAgent, "agentId"> {
  readonly partyId: string;
  /** @default "personal" */
  readonly kind?: KnownAgent["kind"] | undefined;
  /** Epoch ms. @default never seen */
  readonly lastSeenAt?: number | null | undefined;
  /** Ms between two polls. @default unknown */
  readonly periodMs?: number | undefined;
}

/**
 * A directory of these agents.
 *
 * @throws {TypeError} when an id is empty, or an agent is listed twice: it would have two owners
 * @example
 * const directory = memoryDirectory([{ agentId: "ada-phone", partyId: "ada" }]);
 * const room = new NegotiationService("network", { directory, rules: { preset: "index" }, fallback });
 */
export function memoryDirectory(entries: readonly DirectoryEntry[]): AgentDirectory {
  const agents = new Map<string, KnownAgent & { readonly partyId: string }>();
  for (const entry of entries) {
    const { agentId, partyId, kind = "personal", lastSeenAt = null, periodMs } = entry;
    if (!agentId || !partyId || agents.has(agentId)) {
      throw new TypeError(`Expected a partyId and an agentId of its own, got ${shown(entry)}.`);
    }
    agents.set(agentId, { agentId, partyId, kind, lastSeenAt, periodMs });
  }
  return {
    agentsOf: (partyId) => [...agents.values()].filter((agent) => agent.partyId === partyId),
    ownerOf: (agentId) => agents.get(agentId)?.partyId,
    seen(agentId, at) {
      const known = agents.get(agentId);
      // Of two processes' clocks the one behind takes nothing back.
      if (known !== undefined)
        agents.set(agentId, { ...known, lastSeenAt: Math.max(at, known.lastSeenAt ?? at) });
    },
  };
}

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
