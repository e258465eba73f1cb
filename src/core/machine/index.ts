/**
 * @module
 * The states and transitions: one definition, its guards and updates, and the table that is walked.
 */

export { GUARDS, MACHINE_CONFIG, UPDATES } from "./machine.js";
export { compileTable, type MachineConfig, step, type TransitionTable } from "./transition-table.js";
