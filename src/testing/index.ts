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

export { replay } from "../core/index.js";
export { type AgentAnswer, type ScriptedAgent, type ScriptedAnswer, scriptedAgent } from "./agents/index.js";
export {
  type BargainingFixture,
  type BargainingFixtureParty,
  bargainingScenario,
} from "./bargaining/index.js";
export { ManualClock, type ManualTimer } from "./clock/index.js";
export type { SkipReasons, TestProcess, TestRunner } from "./harness/index.js";
export { type TestStoreOptions, testStore } from "./stores/index.js";
export {
  type BreakPoint,
  runStoreWriter,
  type SecondStoreOptions,
  type StoreProvider,
  type StoreTestId,
} from "./stores/lab/index.js";
export {
  runTimerProcess,
  type TestDeadlineTimerOptions,
  type TimerProvider,
  type TimerSetup,
  type TimerTestId,
  testDeadlineTimer,
} from "./timers/index.js";
