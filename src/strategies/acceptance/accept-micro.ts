/**
 * @module
 * What MiCRO accepts: whatever is as good as the outcome on its ladder where it stands.
 */

import { type MicroLadder, microLadder } from "../offering/index.js";
import type { AcceptanceCondition, RunningAcceptance, Setup } from "../play/index.js";

/**
 * Accepts what is at least as good as the next outcome from the top, where the party is ready to show a new one,
 * else as the latest new one that it showed. Past the end of its rational outcomes it accepts any of them.
 *
 * @see de Jonge, An analysis of the linear bilateral ANAC domains using the MiCRO benchmark strategy, IJCAI 2022;
 * docs/requirements/bargaining.md, BA-19
 */
export function acceptMicro(): AcceptanceCondition {
  return acceptLadder(microLadder);
}

/** `acceptMicro` on ladders that the offering policy of the same party may share. */
export function acceptLadder(ladderOf: (setup: Setup) => MicroLadder): AcceptanceCondition {
  return Object.freeze({
    name: "AC_micro",
    start: (setup: Setup): RunningAcceptance => {
      const ladder = ladderOf(setup);
      const { inverse } = setup;
      return (view) => {
        ladder.see(view);
        const step = ladder.isReady ? ladder.sentCount : ladder.sentCount - 1;
        // The player asks no condition about an offer below the reservation.
        if (step >= inverse.rationalCount) return true;
        return view.received.utilityAt(-1) >= inverse.utility(inverse.at(inverse.size - 1 - step));
      };
    },
  });
}
