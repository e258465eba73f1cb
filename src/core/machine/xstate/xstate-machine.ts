/**
 * @module
 * The XState machine made of `state-machine-definition.ts`, with the same guards and updates as the table: what
 * `./machine` exports and the tests compare with. The library does not load it, so `.` carries no XState.
 */

import type { ActorLogic, AnyStateMachine, MachineSnapshot, NonReducibleUnknown } from "xstate";
import { assign, setup } from "xstate";
import type { MachineEvent } from "../../moves/index.js";
import type { Negotiation } from "../../record/index.js";
import { GUARDS, MACHINE_CONFIG, UPDATES } from "../index.js";

/**
 * The machine of a negotiation; its context is the record.
 *
 * @example
 * const actor = createActor(negotiationMachine, { input: openNegotiation });
 */
export const negotiationMachine: NegotiationMachine = setup({
  types: {
    context: {} as Negotiation,
    events: {} as MachineEvent,
    input: {} as Negotiation,
  },
  guards: adapted(
    GUARDS,
    (guard) =>
      ({ context, event }: Arguments) =>
        guard(context, event),
  ),
  actions: adapted(UPDATES, (update) =>
    assign<Negotiation, MachineEvent, undefined, MachineEvent, never>(({ context, event }) =>
      update(context, event),
    ),
  ),
}).createMachine({
  context: ({ input }: { input: Negotiation }) => input,
  ...MACHINE_CONFIG,
} as never) as never;

interface Arguments {
  readonly context: Negotiation;
  readonly event: MachineEvent;
}

function adapted<K extends string, From, To>(
  functions: Readonly<Record<K, From>>,
  adapt: (one: From) => To,
): Record<K, To> {
  const entries = Object.entries<From>(functions).map(([name, one]) => [name, adapt(one)]);
  return Object.fromEntries(entries);
}

/** Where the machine stands: a live state under its parent, or a final one. */
export type MachineValue =
  | { readonly live: "open" | "proposed" | "countered" }
  | "accepted"
  | "rejected"
  | "withdrawn"
  | "expired"
  | "stalled";

/** The machine as an actor logic: context is the record, input an open record. */
export type NegotiationMachine = ActorLogic<
  MachineSnapshot<Negotiation, MachineEvent, never, MachineValue, string, NonReducibleUnknown, never, never>,
  MachineEvent,
  Negotiation
> &
  Pick<AnyStateMachine, "id" | "config" | "root" | "definition" | "toJSON" | "resolveState">;
