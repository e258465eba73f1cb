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

export { FAULT_KINDS, type FaultKind } from "./faults/index.js";
export { type InvariantsOptions, invariants, invariantsWith } from "./invariants/index.js";
export type {
  Acknowledgement,
  AgentAsked,
  ConsumedRecord,
  Finding,
  Invariant,
  InvariantCheck,
  MoveVerdict,
  ObservedWrite,
  PublishedEvent,
  RefusedCommand,
  ShownValue,
  Truth,
  Violation,
  WatchedWorld,
  WorldEnd,
  WorldMode,
} from "./observation/index.js";
export {
  type FailureReportOptions,
  failureBlock,
  failureDetails,
  type Reduction,
  type ReductionOptions,
  reducedWorld,
} from "./report/index.js";
export { type SimulateOptions, type Simulation, SimWorld, simulate, type WorldReport } from "./run/index.js";
export {
  type Mutations,
  type SimWorldOptions,
  Stage,
  WORLD_PRESETS,
  type WorldPreset,
  type WorldTerms,
} from "./world/index.js";
