/**
 * @module
 * The embedded directory: agents listed by the host, their signs of life kept in memory.
 */

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
