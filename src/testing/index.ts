/**
 * @module
 * The testing kit: a manual clock, scripted agents, arbitraries for fast-check, and what looks for mistakes in your
 * own parts: `checkAgent`, `checkStrategy`, `testStore`, `testDeadlineTimer`, `simulate`. It asks for no test
 * framework.
 *
 * ```ts
 * import { checkAgent } from "concordat/testing";
 * import fc from "fast-check";
 *
 * await checkAgent(buyer, {
 *   terms: fc.record({ price: fc.integer({ min: 1, max: 100 }) }),
 *   mayAccept: ({ price }) => price <= 55,
 * });
 * ```
 */

export { replay } from "../core/replay.js";
export type { AgentCallData } from "./agent-call.js";
export type { AgentFault, AgentFaultError, AgentFaultKind } from "./agent-fault.js";
export { type ArbitraryHistoryOptions, arbitraryHistory } from "./arbitrary-histories.js";
export { arbitraryInvalidMove } from "./arbitrary-invalid-moves.js";
export { arbitraryMove } from "./arbitrary-moves.js";
export { arbitraryParties, type Parties } from "./arbitrary-parties.js";
export { type ArbitraryRules, type ArbitraryRulesOptions, arbitraryRules } from "./arbitrary-rules.js";
export { type ArbitraryTermsOptions, arbitraryTerms } from "./arbitrary-terms.js";
export {
  type BargainingFixture,
  type BargainingFixtureParty,
  bargainingScenario,
} from "./bargaining-fixtures.js";
export { checkAgent, findAgentFault } from "./check-agent.js";
export type { CheckAgentOptions } from "./check-settings.js";
export { checkStrategy, findStrategyFaults } from "./check-strategy.js";
export type { SkipReasons, TestRunner } from "./conformance-suite.js";
export type { History, HistoryStep } from "./history.js";
export { ManualClock, type ManualTimer } from "./manual-clock.js";
export {
  type AgentAnswer,
  type ScriptedAgent,
  type ScriptedAnswer,
  scriptedAgent,
} from "./scripted-agent.js";
export type { PresetRules } from "./settled-rules.js";
export { type FailureReportOptions, failureBlock, failureDetails } from "./simulation/failure-report.js";
export { FAULT_KINDS, type FaultKind } from "./simulation/fault-kinds.js";
export { type InvariantsOptions, invariants, invariantsWith } from "./simulation/invariants.js";
export type {
  Acknowledgement,
  ConsumedRecord,
  Finding,
  Invariant,
  InvariantCheck,
  ObservedWrite,
  PublishedEvent,
  Truth,
  WorldEnd,
  WorldMode,
} from "./simulation/observation.js";
export { type Reduction, type ReductionOptions, reducedWorld } from "./simulation/reduce-world.js";
export { SimWorld, type WorldReport } from "./simulation/sim-world.js";
export { type SimulateOptions, type Simulation, simulate } from "./simulation/simulate.js";
export { Stage } from "./simulation/stage.js";
export type { Violation } from "./simulation/watch.js";
export {
  type Mutations,
  type SimWorldOptions,
  WORLD_PRESETS,
  type WorldPreset,
  type WorldTerms,
} from "./simulation/world-options.js";
export type { StoreTestId } from "./store-case.js";
export type { BreakPoint, SecondStoreOptions, StoreProvider } from "./store-lab.js";
export { runStoreWriter } from "./store-writer.js";
export type {
  StrategyBreach,
  StrategyFault,
  StrategyFaultError,
  StrategyFaultKind,
  StrategyReport,
} from "./strategy-fault.js";
export type { PlayedTurn } from "./strategy-play.js";
export type { StrategyFamily } from "./strategy-promises.js";
export type { CheckStrategyOptions } from "./strategy-settings.js";
export type { StrategyTrial } from "./strategy-trial.js";
export { type TestDeadlineTimerOptions, testDeadlineTimer } from "./test-deadline-timer.js";
export type { TestProcess } from "./test-process.js";
export { type TestStoreOptions, testStore } from "./test-store.js";
export type { TimerTestId } from "./timer-case.js";
export type { TimerProvider, TimerSetup } from "./timer-lab.js";
export { runTimerProcess } from "./timer-process.js";
