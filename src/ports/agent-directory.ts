/**
 * @module
 * The directory port: which agents a party has outside this process, whose an agent is, and when it was
 * last heard of. Decides whether a turn is worth parking (docs/requirements/index-network.md, PT-1).
 */

import type { MaybePromise } from "./maybe-promise.js";

/** An agent of a party, as a directory knows it. */
export interface KnownAgent {
  readonly agentId: string;
  /** `inline`: called in this process. `personal`: polls for its owner. `system`: serves no person. */
  readonly kind: "inline" | "personal" | "system";
  /** Epoch ms of its last sign of life; `null` when there was none yet. */
  readonly lastSeenAt: number | null;
  /** Ms between two of its polls, if it has told. */
  readonly periodMs?: number | undefined;
}

/** Knows the agents that poll for turns. `memoryDirectory` is the embedded one. */
export interface AgentDirectory {
  /** The agents of a party; none for a party that is not known. */
  agentsOf(partyId: string): MaybePromise<readonly KnownAgent[]>;
  /** The party that an agent acts for; `null` or `undefined` for an unknown agent. */
  ownerOf(agentId: string): MaybePromise<string | null | undefined>;
  /**
   * A sign of life: a pickup, or a heartbeat.
   *
   * @param at - epoch ms
   */
  seen(agentId: string, at: number): MaybePromise<void>;
}
