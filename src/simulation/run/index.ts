/**
 * @module
 * Running worlds, one or many, and summing them up.
 */

export { SimWorld, type WorldReport } from "./sim-world.js";
export { type SimulateOptions, type Simulation, simulate } from "./simulate.js";
