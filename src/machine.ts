/**
 * @module
 * The machine itself, for `createActor`, `xstate/graph` and visualisers. The library does not run it but
 * a table compiled from it.
 *
 * @example createActor(negotiationMachine, { input: openNegotiation }).start();
 */

export {
  type MachineValue,
  type NegotiationMachine,
  negotiationMachine,
} from "./core/machine/xstate/index.js";
export type {
  AwaitingEvent,
  ClosedEvent,
  FailedEvent,
  MachineEvent,
  MoveEvent,
  TimeoutEvent,
} from "./core/moves/index.js";
