/**
 * @module
 * Running worlds, one or many, and summing them up.
 */

export { SimWorld, type WorldReport } from "./sim-world.js";
export {
  missingIn,
  NO_WORLDS,
  type SimulateOptions,
  type Simulation,
  simulate,
  summaryLine,
  type WorldSummary,
  withSummary,
} from "./simulate.js";
