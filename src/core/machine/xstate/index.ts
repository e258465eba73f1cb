/**
 * @module
 * The same definition as an XState machine, for `./machine`; nothing else of the library loads it.
 */

export type { MachineValue, NegotiationMachine } from "./xstate-machine.js";
export { negotiationMachine } from "./xstate-machine.js";
