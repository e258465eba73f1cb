/**
 * @module
 * The suite that holds a timer to its contract.
 */

export { type TestDeadlineTimerOptions, testDeadlineTimer } from "./test-deadline-timer.js";
export type { TimerTestId } from "./timer-case.js";
export type { TimerProvider, TimerSetup } from "./timer-lab.js";
export { runTimerProcess } from "./timer-process.js";
