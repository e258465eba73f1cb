/**
 * @module
 * MA-8 (c): a variant of the machine in which events are handled at two levels, so that "leaf before
 * parent" can be told. What it does makes no sense otherwise.
 */

import { MACHINE_CONFIG } from "../../src/core/machine/index.js";
import type { MachineDefinition, StateDefinition } from "../../src/core/machine/state-machine-definition.js";
import { type Pair, variantOf } from "./oracle.js";

const live = MACHINE_CONFIG.states["live"] as StateDefinition;

function leaf(name: string, on: StateDefinition["on"]): StateDefinition {
  const state = live.states?.[name] as StateDefinition;
  return { ...state, on: { ...state.on, ...on } };
}

const definition: MachineDefinition = {
  ...MACHINE_CONFIG,
  states: {
    ...MACHINE_CONFIG.states,
    live: {
      ...live,
      states: {
        // The leaf's guard agrees now and then; else its parent is asked.
        open: leaf("open", {
          "turn.timeout": { guard: "fallsBack", target: "countered", actions: "beginFallback" },
          withdraw: { guard: "mayMove", target: "#negotiation.rejected", actions: "recordRejection" },
        }),
        proposed: leaf("proposed", {
          closed: { guard: "mayAnswer", target: "#negotiation.stalled", actions: "stallTotal" },
          "agent.failed": [{ guard: "failureExpires", actions: "recordFailure" }],
        }),
        // The leaf always goes first, with and without a target.
        countered: leaf("countered", {
          closed: { target: "#negotiation.accepted", actions: "cancelAsExpired" },
          "total.timeout": { actions: "beginFallback" },
        }),
      },
    },
  },
};

/** The variant and its table. */
export const TWO_LEVELS: Pair = variantOf(definition);

/** Leaf states and the events that both they and their parent handle. */
export const HANDLED_TWICE: readonly (readonly [leaf: string, event: string, ofTheLeaf: number])[] = [
  ["open", "turn.timeout", 1],
  ["open", "withdraw", 1],
  ["proposed", "closed", 1],
  ["proposed", "agent.failed", 1],
  ["countered", "closed", 1],
  ["countered", "total.timeout", 1],
];
