/**
 * @module
 * What is said of a world that failed, and a smaller one that fails alike.
 */

export { type FailureReportOptions, failureBlock, failureDetails } from "./failure-report.js";
export { optionsOf, type Reduction, type ReductionOptions, reducedWorld } from "./reduce-world.js";
