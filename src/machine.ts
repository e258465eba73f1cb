/**
 * @module
 * The machine itself, for `createActor`, `xstate/graph` and visualisers. The library does not run it but
 * a table compiled from it.
 *
 * @example createActor(negotiationMachine, { input: openNegotiation }).start();
 */

export { negotiationMachine } from "./core/machine.js";
export type {
  AwaitingEvent,
  ClosedEvent,
  FailedEvent,
  MachineEvent,
  MoveEvent,
  TimeoutEvent,
} from "./core/machine-events.js";
export type { MachineValue, NegotiationMachine } from "./core/machine-type.js";
