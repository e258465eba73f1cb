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
  type BargainingFixture,
  type BargainingFixtureParty,
  bargainingScenario,
} from "./bargaining-fixtures.js";
export type { SkipReasons, TestRunner } from "./conformance-suite.js";
export { ManualClock, type ManualTimer } from "./manual-clock.js";
export {
  type AgentAnswer,
  type ScriptedAgent,
  type ScriptedAnswer,
  scriptedAgent,
} from "./scripted-agent.js";
export type { StoreTestId } from "./store-case.js";
export type { BreakPoint, SecondStoreOptions, StoreProvider } from "./store-lab.js";
export { runStoreWriter } from "./store-writer.js";
export { type TestDeadlineTimerOptions, testDeadlineTimer } from "./test-deadline-timer.js";
export type { TestProcess } from "./test-process.js";
export { type TestStoreOptions, testStore } from "./test-store.js";
export type { TimerTestId } from "./timer-case.js";
export type { TimerProvider, TimerSetup } from "./timer-lab.js";
export { runTimerProcess } from "./timer-process.js";
