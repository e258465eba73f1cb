/**
 * @module
 * Prints how many ms the first compilation of the table takes in a process: what a user pays at import.
 */

import type { MachineConfig } from "../src/core/machine/index.js";
import { compileTable, GUARDS, MACHINE_CONFIG, UPDATES } from "../src/core/machine/index.js";

const implementations = { guards: GUARDS, updates: UPDATES };
const before = performance.now();
compileTable(MACHINE_CONFIG as MachineConfig, implementations, "negotiation");
console.log(performance.now() - before);
