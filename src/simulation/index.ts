/**
 * @module
 * Made-up worlds: real services over stores, timers and clocks in which every call can fail, decided by one seed and
 * watched by invariants.
 *
 * ```ts
 * import { simulate } from "concordat/simulation";
 *
 * const { ok, failures } = await simulate({ worlds: 40, presets: ["room"] });
 * ```
 */

export { FAULT_KINDS, type FaultKind } from "./faults/fault-kinds.js";
export { type InvariantsOptions, invariants, invariantsWith } from "./invariants/invariants.js";
export type {
  Acknowledgement,
  AgentAsked,
  ConsumedRecord,
  Finding,
  Invariant,
  InvariantCheck,
  JudgedMove,
  ObservedWrite,
  PublishedEvent,
  RefusedCommand,
  ShownValue,
  Truth,
  WatchedWorld,
  WorldEnd,
  WorldMode,
} from "./observation/observation.js";
export type { Violation } from "./observation/watch.js";
export { type FailureReportOptions, failureBlock, failureDetails } from "./report/failure-report.js";
export { type Reduction, type ReductionOptions, reducedWorld } from "./report/reduce-world.js";
export { SimWorld, type WorldReport } from "./run/sim-world.js";
export { type SimulateOptions, type Simulation, simulate } from "./run/simulate.js";
export { Stage } from "./world/stage.js";
export {
  type Mutations,
  type SimWorldOptions,
  WORLD_PRESETS,
  type WorldPreset,
  type WorldTerms,
} from "./world/world-options.js";
