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

export { type FailureReportOptions, failureBlock, failureDetails } from "./failure-report.js";
export { FAULT_KINDS, type FaultKind } from "./fault-kinds.js";
export { type InvariantsOptions, invariants, invariantsWith } from "./invariants.js";
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
} from "./observation.js";
export { type Reduction, type ReductionOptions, reducedWorld } from "./reduce-world.js";
export { SimWorld, type WorldReport } from "./sim-world.js";
export { type SimulateOptions, type Simulation, simulate } from "./simulate.js";
export { Stage } from "./stage.js";
export type { Violation } from "./watch.js";
export {
  type Mutations,
  type SimWorldOptions,
  WORLD_PRESETS,
  type WorldPreset,
  type WorldTerms,
} from "./world-options.js";
