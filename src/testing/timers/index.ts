/**
 * @module
 * The suite that holds a timer to its contract.
 */

export { type TestDeadlineTimerOptions, testDeadlineTimer } from "./test-deadline-timer.js";
export type { TimerProvider, TimerSetup, TimerTestId } from "./timer-lab.js";
export { runTimerProcess } from "./timer-suite-service.js";
