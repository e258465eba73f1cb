/**
 * @module
 * A strategy that plays as it is, while everything that its components are shown is watched for writes, and the
 * world for what they were not shown.
 */

import type { Strategy } from "../../strategies/play/index.js";
import { inputWatch } from "./strategy-input-watch.js";
import { worldWatch } from "./strategy-world-watch.js";

/** What a watched strategy did that it should not have done: each place and name once, in order of appearance. */
export interface StrategyNotes {
  /** What it wrote to. */
  readonly written: ReadonlySet<string>;
  /** What of the world it asked. */
  readonly asked: ReadonlySet<string>;
}

/** The strategy under watch, for one play, and the notes that grow while it plays. */
export function watchedStrategy(strategy: Strategy): {
  readonly strategy: Strategy;
  readonly notes: StrategyNotes;
} {
  const written = new Set<string>();
  const asked = new Set<string>();
  const input = inputWatch((place) => written.add(place));
  const world = worldWatch((name) => asked.add(name));

  /** The same function, which is shown faces only and runs in a watched world. */
  const watching = <Args extends readonly unknown[], R>(
    original: (...args: Args) => R,
  ): ((...args: Args) => R) => {
    return (...args) => world(() => original(...(args.map((value) => input(value)) as unknown as Args)));
  };

  const { offering, acceptance, model, justify, weigh } = strategy;
  return {
    notes: { written, asked },
    strategy: {
      name: strategy.name,
      offering: {
        name: offering.name,
        start: watching((setup) => {
          const running = offering.start(setup);
          const { observe } = running;
          return {
            next: watching((view) => running.next(view)),
            observe: observe && watching((offer, view) => running.observe?.(offer, view)),
          };
        }),
      },
      acceptance: {
        name: acceptance.name,
        start: watching((setup) => {
          const accepts = acceptance.start(setup);
          return watching((view, next) => accepts(view, next));
        }),
      },
      model: model && {
        name: model.name,
        start: watching((setup) => {
          const running = model.start(setup);
          return Object.freeze({
            observe: watching((index: number, time: number) => running.observe(index, time)),
            utility: watching((index: number) => running.utility(index)),
            weights: watching(() => running.weights()),
          });
        }),
      },
      justify: justify && watching((view, move) => justify(view, move)),
      weigh: weigh && watching((view, justification) => weigh(view, justification)),
    },
  };
}
