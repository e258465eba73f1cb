/**
 * @module
 * The diagnostics port: warnings, and spans around creations and agent calls. It sees ids, codes and counts, never
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

/** What a tracer may know of a negotiation that is about to be created. */
export interface CreationInfo {
  readonly negotiationId: string;
  readonly roomId: string;
  /** The name of its preset. */
  readonly preset: string;
}

/** Watches a service. All methods are optional. */
export interface Observer {
  /** Something went wrong that needed no answer: a dropped message, a timer that could not be armed. */
  readonly warn?: ((what: string, details: Readonly<Record<string, unknown>>) => void) | undefined;
  /** Wraps each agent call; must return what `run()` returns. */
  readonly aroundAgentCall?: (<T>(call: AgentCallInfo, run: () => T) => T) | undefined;
  /** Wraps each creation, on the stack of whoever asked for it; must return what `run()` returns. */
  readonly aroundCreation?: (<T>(creation: CreationInfo, run: () => T) => T) | undefined;
  /** A room has ended, by `close()` or `destroy()`: nothing of it follows. */
  readonly ended?: ((roomId: string) => void) | undefined;
}
