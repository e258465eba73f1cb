/**
 * @module
 * The diagnostics port: warnings and a span around agent calls. It sees ids, codes and counts, never
 * terms, and a throwing observer changes nothing.
 */

/** What a tracer may know of an agent call. */
export interface AgentCallInfo {
  readonly negotiationId: string;
  readonly roomId: string;
  readonly partyId: string;
  readonly turnNumber: number;
  readonly attempt: number;
}

/** Watches a service. Both methods are optional. */
export interface Observer {
  /** Something went wrong that needed no answer: a dropped message, a timer that could not be armed. */
  readonly warn?: ((what: string, details: Readonly<Record<string, unknown>>) => void) | undefined;
  /** Wraps each agent call; must return what `run()` returns. */
  readonly aroundAgentCall?: (<T>(call: AgentCallInfo, run: () => T) => T) | undefined;
}
