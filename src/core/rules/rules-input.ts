/**
 * @module
 * The rules as a host or a preset writes them: what may be left out, and what then holds. Validation is in
 * `rules-validation.ts`, what comes of them stands in `resolved-rules.ts`.
 */

import type { Action, ByPairing, CapLimit, FinalTurn, Seat } from "../record/index.js";

/**
 * The rules as a host or a preset writes them; what is left out comes from the preset.
 *
 * Durations are integers of milliseconds, 1 to 315,360,000,000 (ten years), or `null`.
 */
export interface RulesInput {
  /** The actions that exist here: one list, or lists for seats and kinds that are intersected with `all`. @default propose counter accept reject */
  readonly actions?:
    | readonly Action[]
    | {
        readonly all: readonly Action[];
        readonly initiator?: readonly Action[] | undefined;
        readonly responder?: readonly Action[] | undefined;
        readonly system?: readonly Action[] | undefined;
        readonly personal?: readonly Action[] | undefined;
      }
    | undefined;
  /** Who makes the first proposal. @default "initiator" */
  readonly opener?: Seat | undefined;
  /** What `propose` means while a proposal stands: a counter, or a refused move. @default "counter" */
  readonly repropose?: "counter" | "refuse" | undefined;
  /** The bound on turns or proposals. @default 5 turns, closing as expired when exceeded */
  readonly cap?:
    | {
        /** What is counted: every recorded turn, or `propose` and `counter` alone. @default "turns" */
        readonly counts?: "turns" | "proposals" | undefined;
        /** How many; alike for all, or by the pairing of the two kinds. `"unlimited"` demands a finite `totalMs`. @default 5 */
        readonly limit?: CapLimit | ByPairing<CapLimit> | undefined;
        /** Whether the move that reaches the limit is the last one, or the first that would go past it ends all. @default "exceed" */
        readonly mode?: "reach" | "exceed" | undefined;
        /** How the cap ends a negotiation; `refuse`, with `exceed` alone, refuses the move instead. @default "expired" */
        readonly result?: "expired" | "stalled" | "refuse" | undefined;
      }
    | undefined;
  /** Milliseconds for one turn. For agents that ask a language model take 90_000, with `totalMs` 300_000; in a room of OAP none. @default 30_000 */
  readonly turnMs?: number | null | undefined;
  /** Milliseconds for the opening; `null` is as `turnMs`. @default null */
  readonly openMs?: number | null | undefined;
  /** Milliseconds for the whole negotiation. For agents that ask a language model take 300_000, with `turnMs` 90_000. @default 120_000 */
  readonly totalMs?: number | null | ByPairing<number | null> | undefined;
  /** Milliseconds that a proposal stands when its mover names no instant. @default null */
  readonly validityMs?: number | null | undefined;
  /** Milliseconds for one agent call; `null` is until the deadline. @default null */
  readonly agentTimeoutMs?: number | null | undefined;
  /** What a missed turn does: the negotiation ends, or the service's fallback agent takes the turn. @default "expire" */
  readonly onTurnTimeout?: "expire" | "stall" | "fallback" | undefined;
  /** What the end of the total time does. @default "expire" */
  readonly onTotalTimeout?: "expire" | "stall" | undefined;
  /** How a negotiation ends whose agent failed for good, after `agentAttempts` calls. @default "stall" */
  readonly onFailure?: "stall" | "expire" | undefined;
  /** How a negotiation ends that the host has cancelled. @default "withdraw" */
  readonly onCancel?: "withdraw" | "expire" | undefined;
  /**
   * What `reject` means: the end, or no to the standing proposal alone. With `continue` the state is then `open` again
   * and the other side's turn to propose (or to `withdraw`, where `actions` has it); caps and deadlines go on, and on
   * the last turn of a cap it is the end all the same. @default "end"
   */
  readonly onReject?: "end" | "continue" | undefined;
  /** Whether a party may withdraw without the floor; needs `withdraw` in `actions`. @default false */
  readonly withdrawOffTurn?: boolean | undefined;
  /** Whether proposals carry terms: always, if they like, or never, where words are all there is. @default "required" */
  readonly terms?: "required" | "optional" | "none" | undefined;
  /**
   * Whether a counter may bring `changes` instead of `terms`: a merge patch (RFC 7396) on the standing terms. The turn
   * then has the full terms, and the patch as its `changes`. @default "refuse"
   */
  readonly partialTerms?: "refuse" | "merge" | undefined;
  /** The last turn of a `reach` cap, alike for all or by kind: any move, or only one that decides. @default "record" */
  readonly finalTurn?: FinalTurn | { readonly system: FinalTurn; readonly personal: FinalTurn } | undefined;
  /** Calls of an agent for one turn, 1 to 5; then the reason is `agent_error`. @default 2 */
  readonly agentAttempts?: number | undefined;
  /**
   * Whether a careful legal move is made for an agent whose last answer was unusable: on the final turn `reject`, else
   * its own last terms again, else `withdraw`. @default "fail"
   */
  readonly onInvalidAnswer?: "fail" | "conservative" | undefined;
  /** Whether a message that was said before, word for word, is refused: models that copy each other never end. @default "off" */
  readonly repetition?: "off" | "guard" | undefined;
  /** Length of a run of counters and questions that agents and listeners are told of as a deadlock, at least 2. @default 4 */
  readonly deadlockAfter?: number | undefined;
  /** Whether, how often (1 to 10) and how long an agent may ask its own principal. @default null */
  readonly consult?:
    | {
        /** How often each party may, 1 to 10. @default 1 */
        readonly maxPerParty?: number | undefined;
        /** Milliseconds for the answer. @default 86_400_000 */
        readonly windowMs?: number | undefined;
      }
    | null
    | undefined;
  /** Whether turns without an agent in this process are parked for pickup. @default null */
  readonly park?:
    | {
        /** Milliseconds that a turn waits to be picked up. */
        readonly parkMs: number;
        /** What a picked-up turn has: what is left of its wait, or `claimMs` anew. */
        readonly claimBudget: "remaining" | "fresh";
        /** Milliseconds; set if and only if `claimBudget` is `fresh`. @default null */
        readonly claimMs?: number | null | undefined;
        /** What becomes of a picked-up turn that is not answered: parked again, the fallback agent's, or the end. */
        readonly onClaimExpiry: "repark" | "fallback" | "close";
        /** Milliseconds since its last sign of life in which an agent counts as reachable; `null`: always park. @default null */
        readonly freshMs?: number | null | undefined;
      }
    | null
    | undefined;
  /** Where only one live negotiation may be: in the room, between the same two parties, or no such bound. @default "room" */
  readonly oneActive?: "room" | "pair" | "none" | undefined;
  /** Actions that need a non-empty message; `question` always does. @default ["question"] */
  readonly messageRequiredFor?: readonly Action[] | undefined;
  /** What the other side sees of an assessment: nothing, `suggestedRoles`, or `reasoning` as well. @default "private" */
  readonly assessments?: "private" | "roles" | "shared" | undefined;
  /**
   * Whether every move brings an assessment `{ reasoning, suggestedRoles: { ownUser, otherUser } }`, the roles of
   * `agent`, `patient`, `peer`; a turn that the fallback takes may go without. @default false
   */
  readonly assessmentRequired?: boolean | undefined;
  /** UTF-16 units of a message or a reason, 1 to 1,000,000. @default 10_000 */
  readonly maxMessageLength?: number | undefined;
  /** Bytes (JSON in UTF-8) of terms, context, assessment, justification, extra or sealed, 1 to 16,777,216. @default 65_536 */
  readonly maxTermsBytes?: number | undefined;
}
