/**
 * @module
 * The testing kit: a manual clock, scripted agents, bargaining problems, and the suites that hold a store or a
 * timer of yours to what ours are held to. It asks for no package and no test framework.
 *
 * ```ts
 * import { ManualClock } from "concordat/testing";
 *
 * const clock = new ManualClock();
 * await clock.advance(30_000);
 * ```
 */

export { replay } from "../core/replay.js";
export {
  type AgentAnswer,
  type ScriptedAgent,
  type ScriptedAnswer,
  scriptedAgent,
} from "./agents/scripted-agent.js";
export {
  type BargainingFixture,
  type BargainingFixtureParty,
  bargainingScenario,
} from "./bargaining/bargaining-fixtures.js";
export { ManualClock, type ManualTimer } from "./clock/manual-clock.js";
export type { StoreTestId } from "./store-lab/store-case.js";
export type { BreakPoint, SecondStoreOptions, StoreProvider } from "./store-lab/store-lab.js";
export { runStoreWriter } from "./store-lab/store-writer.js";
export { type TestStoreOptions, testStore } from "./stores/test-store.js";
export type { SkipReasons, TestRunner } from "./suite/conformance-suite.js";
export type { TestProcess } from "./suite/test-process.js";
export { type TestDeadlineTimerOptions, testDeadlineTimer } from "./timers/test-deadline-timer.js";
export type { TimerTestId } from "./timers/timer-case.js";
export type { TimerProvider, TimerSetup } from "./timers/timer-lab.js";
export { runTimerProcess } from "./timers/timer-process.js";
