/**
 * @module
 * What a gate tells of its work: the four events of a negotiation, those of agent calls, of drafts and of hooks
 * that failed. Nothing of it can hurt the gate.
 */

import type { AgreedRole } from "../core/record/index.js";
import type {
  AgentEndTrace,
  AgentStartTrace,
  OutcomeTrace,
  SessionEndTrace,
  SessionStartTrace,
  TurnTrace,
} from "../presets/index-network/index.js";
import type { GateError } from "./gate-results.js";

/** The draft of an accepted candidate is made, and can be shown. */
export interface DraftReadyTrace {
  readonly type: "opportunity_draft_ready";
  readonly opportunityId: string;
  readonly candidateUserId: string;
  readonly agreedRoles: readonly AgreedRole[];
  readonly reasoning: string;
}

/** The host's hook threw, or its promise failed; the candidate's result stands. */
export interface HookErrorTrace {
  readonly type: "hook_error";
  readonly candidateUserId: string;
  readonly error: GateError;
}

/**
 * What `onTrace` hears.
 *
 * @see docs/requirements/index-network.md, section 6
 */
export type GateTrace =
  | SessionStartTrace
  | TurnTrace
  | OutcomeTrace
  | SessionEndTrace
  | AgentStartTrace
  | AgentEndTrace
  | DraftReadyTrace
  | HookErrorTrace;

/** Tells one event; `undefined` is none. */
export type Emit = (event: GateTrace | undefined) => void;

/** Tells events to `onTrace`, whatever it does with them. */
export function emitTo(onTrace: ((event: GateTrace) => unknown) | undefined): Emit {
  if (onTrace === undefined) return () => undefined;
  return (event) => {
    if (event === undefined) return;
    // What the host's sink throws is its own: a trace changes nothing (TR-1).
    try {
      const answer = onTrace(Object.freeze(event)) as PromiseLike<unknown> | undefined;
      if (typeof answer?.then === "function") answer.then(undefined, () => undefined);
    } catch {
      // As above.
    }
  };
}
