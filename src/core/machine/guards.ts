/**
 * @module
 * The named guards of the machine: pure questions about a record and an event. What bars a move is
 * listed in `legality-checks.ts`; here it becomes yes or no.
 */

import {
  type AwaitingEvent,
  type ClosedEvent,
  closesByCap,
  type FailedEvent,
  isCapSpent,
  isFinalTurn,
  isHeld,
  isLastBeforeCap,
  type MachineEvent,
  type MoveEvent,
  reachesCap,
  refusalCodeOfCap,
  refusalCodeOfFields,
  refusalCodeOfMove,
  type TimeoutEvent,
} from "../moves/index.js";
import type { Negotiation } from "../record/index.js";
import { firstParkAt } from "./awaiting-updates.js";

/** The guards by name. */
export const guards = {
  /** Whether nothing bars the move. */
  mayMove(negotiation: Negotiation, event: MoveEvent): boolean {
    return (
      refusalCodeOfMove(negotiation, event) === undefined &&
      refusalCodeOfCap(negotiation, event.seat, event.type) === undefined &&
      refusalCodeOfFields(negotiation, event) === undefined
    );
  },

  /** Whether a rejection takes only the proposal off the table: the rules say so, and the cap has room for another. */
  rejectsAndGoesOn(negotiation: Negotiation, event: MoveEvent): boolean {
    return (
      negotiation.rules.onReject === "continue" &&
      !isCapSpent(negotiation) &&
      !isLastBeforeCap(negotiation) &&
      guards.mayMove(negotiation, event)
    );
  },

  /** Whether the move is one too many, and the rules then expire. */
  exceedsCapExpiring(negotiation: Negotiation, event: MoveEvent): boolean {
    return negotiation.rules.cap.result === "expired" && closesByCap(negotiation, event);
  },

  /** Whether the move is one too many, and the rules then stall. */
  exceedsCapStalling(negotiation: Negotiation, event: MoveEvent): boolean {
    return negotiation.rules.cap.result === "stalled" && closesByCap(negotiation, event);
  },

  /** Whether the move is the last that counts and does not decide, and the rules then expire. */
  reachesCapExpiring(negotiation: Negotiation, event: MoveEvent): boolean {
    return negotiation.rules.cap.result === "expired" && reachesCap(negotiation, event);
  },

  /** Whether the move is the last that counts and does not decide, and the rules then stall. */
  reachesCapStalling(negotiation: Negotiation, event: MoveEvent): boolean {
    return negotiation.rules.cap.result === "stalled" && reachesCap(negotiation, event);
  },

  /** Whether a missed turn goes to the fallback agent: the rules say so and it has not had it yet. */
  fallsBack(negotiation: Negotiation, _event: TimeoutEvent): boolean {
    return negotiation.rules.onTurnTimeout === "fallback" && negotiation.awaiting?.kind !== "fallback";
  },

  /** Whether the fallback agent itself missed the turn (EN-27). */
  fallbackFailed(negotiation: Negotiation, _event: TimeoutEvent): boolean {
    return negotiation.awaiting?.kind === "fallback";
  },

  /** Whether a missed turn stalls. */
  stallsOnTurnTimeout(negotiation: Negotiation, _event: TimeoutEvent): boolean {
    return negotiation.rules.onTurnTimeout === "stall";
  },

  /** Whether the end of the total time stalls. */
  stallsOnTotalTimeout(negotiation: Negotiation, _event: TimeoutEvent): boolean {
    return negotiation.rules.onTotalTimeout === "stall";
  },

  /** Whether a lost claim parks the turn again: the rules say so and its first window is still open. */
  reparks(negotiation: Negotiation, event: TimeoutEvent): boolean {
    return negotiation.rules.park?.onClaimExpiry === "repark" && windowIsOpen(negotiation, event);
  },

  /** Whether a lost claim ends the negotiation. */
  closesOnClaimExpiry(negotiation: Negotiation, _event: TimeoutEvent): boolean {
    return negotiation.rules.park?.onClaimExpiry === "close";
  },

  /** Whether the failure is the last straw, and the rules then stall. */
  failureStalls(negotiation: Negotiation, event: FailedEvent): boolean {
    return event.closes !== null && negotiation.rules.onFailure === "stall";
  },

  /** Whether the failure is the last straw, and the rules then expire. */
  failureExpires(negotiation: Negotiation, event: FailedEvent): boolean {
    return event.closes !== null && negotiation.rules.onFailure === "expire";
  },

  /** Whether a cancelled negotiation expires. */
  cancelExpires(negotiation: Negotiation, _event: ClosedEvent): boolean {
    return negotiation.rules.onCancel === "expire";
  },

  /** Whether the turn can be parked: it is an ordinary one, and the rules know parking. */
  mayPark(negotiation: Negotiation, _event: AwaitingEvent): boolean {
    return negotiation.rules.park !== null && negotiation.awaiting?.kind === "move";
  },

  /** Whether a parked turn can be claimed. */
  mayClaim(negotiation: Negotiation, _event: AwaitingEvent): boolean {
    return negotiation.awaiting?.kind === "parked";
  },

  /** Whether a claimed turn is given back by its holder while its first window is open. */
  releasesToPark(negotiation: Negotiation, event: AwaitingEvent): boolean {
    return holdsClaim(negotiation, event) && windowIsOpen(negotiation, event);
  },

  /** Whether a claimed turn is given back by its holder when its first window has passed. */
  releasesToFallback(negotiation: Negotiation, event: AwaitingEvent): boolean {
    return holdsClaim(negotiation, event) && !windowIsOpen(negotiation, event);
  },

  /**
   * Whether the party with the floor may pause to ask its principal (EN-33): the rules ration it, and
   * there is nothing to ask about before the opening, nor time on the final turn.
   */
  mayConsult(negotiation: Negotiation, _event: AwaitingEvent): boolean {
    const { consult } = negotiation.rules;
    if (consult === null || negotiation.standing === null) return false;
    if (negotiation.awaiting?.kind !== "move" || isFinalTurn(negotiation)) return false;
    const used = negotiation.consults.filter((one) => one.partyId === negotiation.floor).length;
    return used < consult.maxPerParty;
  },

  /** Whether somebody waits for an answer of its principal. */
  mayAnswer(negotiation: Negotiation, _event: AwaitingEvent): boolean {
    return negotiation.awaiting?.kind === "consult";
  },
} as const;

function holdsClaim(negotiation: Negotiation, event: AwaitingEvent): boolean {
  return event.type === "release" && isHeld(negotiation.awaiting, event);
}

function windowIsOpen(negotiation: Negotiation, event: MachineEvent): boolean {
  const at = firstParkAt(negotiation.awaiting);
  return at !== null && event.at < at;
}
