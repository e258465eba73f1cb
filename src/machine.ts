/**
 * @module
 * The machine itself, for `createActor`, `xstate/graph` and visualisers. The library does not run it but
 * a table compiled from it.
 *
 * @example createActor(negotiationMachine, { input: openNegotiation }).start();
 */

export type { MachineValue, NegotiationMachine } from "./core/machine/xstate/machine-type.js";
export { negotiationMachine } from "./core/machine/xstate/xstate-machine.js";
export type {
  AwaitingEvent,
  ClosedEvent,
  FailedEvent,
  MachineEvent,
  MoveEvent,
  TimeoutEvent,
} from "./core/moves/machine-events.js";
