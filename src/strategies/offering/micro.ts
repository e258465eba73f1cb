/**
 * @module
 * MiCRO: one outcome down from the top for each new one that the other side shows.
 */

import type { InverseUtility } from "../../preferences/inverse-utility.js";
import type { PartyView } from "../party-view.js";
import type { Offering, Setup } from "../strategy.js";

/**
 * Proposes its rational outcomes from the best down, a new one only while it has sent no more distinct offers than
 * it has received; else repeats one of those it has sent, drawn uniformly (draw 0 of the turn).
 *
 * @see de Jonge, An analysis of the linear bilateral ANAC domains using the MiCRO benchmark strategy, IJCAI 2022;
 * spec bargaining, BA-19
 */
export function offerMicro(): Offering {
  return Object.freeze({
    name: "micro",
    start: ({ inverse }: Setup) => {
      const ladder = microLadder(inverse);
      return Object.freeze({
        next: (view: PartyView) => {
          const { sentCount, isReady } = ladder.see(view);
          const isNew = isReady && sentCount < inverse.rationalCount;
          const step = isNew ? sentCount : Math.floor(view.random(0) * sentCount);
          return inverse.at(inverse.size - 1 - step);
        },
      });
    },
  });
}

/** Where a MiCRO party stands on the way down its rational outcomes. */
export interface MicroLadder {
  /** Distinct own offers sent: also the number of the outcome that comes next, from the top. */
  readonly sentCount: number;
  /** Whether the other side has shown as many. */
  readonly isReady: boolean;
  /** Counts what has come since it looked last. */
  readonly see: (view: PartyView) => MicroLadder;
}

/**
 * A ladder at its top.
 *
 * @param inverse - own preferences; the ladder's steps are its rational outcomes from the best down
 */
export function microLadder(inverse: InverseUtility): MicroLadder {
  const received = new Set<number>();
  let sentSeen = 0;
  let receivedSeen = 0;
  let sentCount = 0;
  return {
    get sentCount() {
      return sentCount;
    },
    get isReady() {
      return sentCount <= received.size;
    },
    see(view) {
      for (; receivedSeen < view.received.length; receivedSeen += 1)
        received.add(view.received.indexAt(receivedSeen));
      for (; sentSeen < view.sent.length; sentSeen += 1) {
        // Whatever else was sent (by a person who stood in) is no step of the ladder.
        if (view.sent.indexAt(sentSeen) === inverse.at(inverse.size - 1 - sentCount)) sentCount += 1;
      }
      return this;
    },
  };
}
