/**
 * @module
 * The floor for the table: a switch over states and events, written by hand over the very same guards and
 * updates, asked in the same order. No parked turns and consults, which the benches do not use.
 */

import { closingUpdates as closing } from "../../src/core/machine/closing-updates.js";
import { guards } from "../../src/core/machine/guards.js";
import { updates } from "../../src/core/machine/move-updates.js";
import type { ClosedEvent, FailedEvent, MoveEvent, TimeoutEvent } from "../../src/core/moves/index.js";
import type { Negotiation } from "../../src/core/record/index.js";

/** What the reducer understands. */
export type ReducedEvent = MoveEvent | TimeoutEvent | FailedEvent | ClosedEvent;

/** The next record, or `undefined` where there is no transition. */
export function reduce(negotiation: Negotiation, event: ReducedEvent): Negotiation | undefined {
  switch (negotiation.status) {
    case "open":
      switch (event.type) {
        case "propose":
          return guards.mayMove(negotiation, event) ? updates.recordOpening(negotiation, event) : undefined;
        case "counter":
        case "question":
        case "accept":
        case "reject":
          return undefined;
        default:
          return reduceLive(negotiation, event);
      }
    case "proposed":
    case "countered":
      switch (event.type) {
        case "propose":
        case "counter":
          if (guards.exceedsCapExpiring(negotiation, event)) return closing.expireAtCap(negotiation, event);
          if (guards.exceedsCapStalling(negotiation, event)) return closing.stallAtCap(negotiation, event);
          if (guards.reachesCapExpiring(negotiation, event))
            return updates.recordLastAndExpire(negotiation, event);
          if (guards.reachesCapStalling(negotiation, event))
            return updates.recordLastAndStall(negotiation, event);
          return guards.mayMove(negotiation, event) ? updates.recordCounter(negotiation, event) : undefined;
        case "question":
          if (guards.exceedsCapExpiring(negotiation, event)) return closing.expireAtCap(negotiation, event);
          if (guards.exceedsCapStalling(negotiation, event)) return closing.stallAtCap(negotiation, event);
          if (guards.reachesCapExpiring(negotiation, event))
            return updates.recordLastAndExpire(negotiation, event);
          if (guards.reachesCapStalling(negotiation, event))
            return updates.recordLastAndStall(negotiation, event);
          return guards.mayMove(negotiation, event) ? updates.recordQuestion(negotiation, event) : undefined;
        case "accept":
          return guards.mayMove(negotiation, event)
            ? updates.recordAcceptance(negotiation, event)
            : undefined;
        case "reject":
          return guards.mayMove(negotiation, event) ? updates.recordRejection(negotiation, event) : undefined;
        default:
          return reduceLive(negotiation, event);
      }
    default:
      return undefined;
  }
}

/** What is handled alike in all live states. */
function reduceLive(negotiation: Negotiation, event: ReducedEvent): Negotiation | undefined {
  switch (event.type) {
    case "withdraw":
      return guards.mayMove(negotiation, event) ? updates.recordWithdrawal(negotiation, event) : undefined;
    case "turn.timeout":
      if (guards.stallsOnTurnTimeout(negotiation, event)) return closing.stallTurn(negotiation, event);
      return closing.expireTurn(negotiation, event);
    case "total.timeout":
      if (guards.stallsOnTotalTimeout(negotiation, event)) return closing.stallTotal(negotiation, event);
      return closing.expireTotal(negotiation, event);
    case "proposal.expired":
      return closing.expireProposal(negotiation, event);
    case "agent.failed":
      if (guards.failureStalls(negotiation, event)) return closing.stallOnFailure(negotiation, event);
      if (guards.failureExpires(negotiation, event)) return closing.expireOnFailure(negotiation, event);
      return closing.recordFailure(negotiation, event);
    case "closed":
      if (guards.cancelExpires(negotiation, event)) return closing.cancelAsExpired(negotiation, event);
      return closing.cancelAsWithdrawn(negotiation, event);
    default:
      return undefined;
  }
}
