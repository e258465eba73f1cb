/**
 * @module
 * The states and transitions: one definition, its guards and updates, and the table that is walked.
 */

export { type Edge, type StateNode, stateTree } from "./chart-data.js";
export { compileTable, type MachineConfig, step, type TransitionTable } from "./compile-table.js";
export { GUARDS, MACHINE_CONFIG, UPDATES } from "./state-machine-definition.js";
