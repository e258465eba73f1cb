/**
 * @module
 * The small public type of the machine: enough for `createActor`, `xstate/graph` and visualisers. The
 * only declaration that names XState's types.
 */

import type { ActorLogic, AnyStateMachine, MachineSnapshot, NonReducibleUnknown } from "xstate";
import type { MachineEvent } from "../../moves/index.js";
import type { Negotiation } from "../../record/index.js";

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
