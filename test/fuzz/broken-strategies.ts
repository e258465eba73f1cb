import type { StrategyFaultKind } from "../../src/fuzz/strategies/index.js";
import { boulware, linear } from "../../src/strategies/agents/index.js";
import type { PartyView, RunningOffering, Setup, Strategy } from "../../src/strategies/play/index.js";

/** `linear()` with another offering policy. */
export function offering(start: (setup: Setup) => RunningOffering): Strategy {
  return { ...linear(), name: "mutant", offering: { name: "mutant", start } };
}

/** `linear()`, with something done beside at each of its turns. */
export function doingBeside(act: (view: PartyView, setup: Setup) => void): Strategy {
  const { offering: base } = linear();
  return offering((setup) => {
    const running = base.start(setup);
    return {
      next: (view) => {
        act(view, setup);
        return running.next(view);
      },
    };
  });
}

/** Takes turns from its best outcome down, by a count of its own; the count says how it is kept. */
export function countingDown(count: (view: PartyView) => number): Strategy {
  return offering(({ inverse }) => ({
    next: (view) => inverse.at(inverse.size - 1 - (count(view) % Math.max(1, inverse.rationalCount))),
  }));
}

/** Not strict, so that a failed write goes by in silence. */
const quietWrite = new Function("view", "view.turnNumber = 1; view.sent.length = 0;") as (
  view: PartyView,
) => void;

/** Makes what breaks exactly one promise: `varied_answer` and `shared_state` need a place of their own each time. */
export const brokenStrategies: Readonly<
  Record<Exclude<StrategyFaultKind, "accepted_below_reservation">, () => Strategy>
> = {
  threw: () =>
    doingBeside(({ turnNumber }) => {
      if (turnNumber > 4) throw new Error("no idea");
    }),
  offered_below_reservation: () =>
    offering(({ inverse }) => ({
      next: ({ relativeTime }) =>
        inverse.lowestAtLeast(inverse.maximum - relativeTime * (inverse.maximum - inverse.minimum)),
    })),
  mutated_input: () => doingBeside(quietWrite),
  asked_the_world: () => doingBeside(() => void Math.random()),
  varied_answer: () => {
    let turns = 0;
    return countingDown(() => turns++);
  },
  kept_state: () =>
    offering(({ inverse }) => {
      let turns = 0;
      return { next: () => inverse.at(inverse.size - 1 - (turns++ % Math.max(1, inverse.rationalCount))) };
    }),
  shared_state: () => {
    // One list for all negotiations of the strategy, emptied by whoever starts.
    const heard: number[] = [];
    return offering(({ inverse }) => {
      heard.length = 0;
      return {
        observe: ({ index }) => void heard.push(index),
        next: () => inverse.at(inverse.size - 1 - (heard.length % Math.max(1, inverse.rationalCount))),
      };
    });
  },
  broke_family: () => ({ ...countingDown(({ received }) => received.length), name: "linear" }),
  slowed_down: () => boulware(),
};
