/**
 * @module
 * Prints how many ms the first compilation of the table takes in a process: what a user pays at import.
 */

import { GUARDS, MACHINE_CONFIG, UPDATES } from "../src/core/machine/machine.js";
import { compileTable, type MachineConfig } from "../src/core/machine/transition-table.js";

const implementations = { guards: GUARDS, updates: UPDATES };
const before = performance.now();
compileTable(MACHINE_CONFIG as MachineConfig, implementations, "negotiation");
console.log(performance.now() - before);
