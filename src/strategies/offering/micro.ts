/**
 * @module
 * MiCRO: one outcome down from the top for each new one that the other side shows.
 */

import type { InverseUtility } from "../../preferences/inverse/index.js";
import type { OfferingPolicy, PartyView, Setup } from "../play/index.js";

/**
 * Proposes its rational outcomes from the best down, a new one only while it has sent no more distinct offers than
 * it has received; else repeats one of those it has sent, drawn uniformly (draw 0 of the turn).
 *
 * @see de Jonge, An analysis of the linear bilateral ANAC domains using the MiCRO benchmark strategy, IJCAI 2022;
 * docs/requirements/bargaining.md, BA-19
 */
export function offerMicro(): OfferingPolicy {
  return offerLadder(microLadder);
}

/** `offerMicro` on ladders that the acceptance condition of the same party may share. */
export function offerLadder(ladderOf: (setup: Setup) => MicroLadder): OfferingPolicy {
  return Object.freeze({
    name: "micro",
    start: (setup: Setup) => {
      const ladder = ladderOf(setup);
      const { inverse } = setup;
      const { size, rationalCount } = inverse;
      return Object.freeze({
        next: (view: PartyView) => {
          ladder.see(view);
          const { sentCount } = ladder;
          const isNew = ladder.isReady && sentCount < rationalCount;
          return inverse.at(size - 1 - (isNew ? sentCount : Math.floor(view.random(0) * sentCount)));
        },
      });
    },
  });
}

/** Where a MiCRO party stands on the way down its rational outcomes. */
export class MicroLadder {
  /** Distinct own offers sent: also the number of the outcome that comes next, from the top. */
  sentCount = 0;
  readonly #inverse: InverseUtility;
  readonly #received = new Set<number>();
  #sentSeen = 0;
  #receivedSeen = 0;

  constructor(inverse: InverseUtility) {
    this.#inverse = inverse;
  }

  /** Whether the other side has shown as many. */
  get isReady(): boolean {
    return this.sentCount <= this.#received.size;
  }

  /** Counts what has come since it looked last: a function of the offers so far, whoever asks how often. */
  see({ sent, received }: PartyView): void {
    for (const { length } = received; this.#receivedSeen < length; this.#receivedSeen += 1) {
      this.#received.add(received.indexAt(this.#receivedSeen));
    }
    const inverse = this.#inverse;
    for (const { length } = sent; this.#sentSeen < length; this.#sentSeen += 1) {
      // Whatever else was sent (by a person who stood in) is no step of the ladder.
      const isNext =
        this.sentCount < inverse.size &&
        sent.indexAt(this.#sentSeen) === inverse.at(inverse.size - 1 - this.sentCount);
      if (isNext) this.sentCount += 1;
    }
  }
}

/** A ladder at its top. */
export function microLadder({ inverse }: Setup): MicroLadder {
  return new MicroLadder(inverse);
}

/** Gives the components of one party, which are started one after the other, the same ladder. */
export function sharedLadder(): (setup: Setup) => MicroLadder {
  let latest: { readonly setup: Setup; readonly ladder: MicroLadder } | undefined;
  return (setup) => {
    if (latest?.setup !== setup) latest = { setup, ladder: microLadder(setup) };
    return latest.ladder;
  };
}
