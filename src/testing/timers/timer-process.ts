/**
 * @module
 * What a process does that shows when a timer keeps it alive (ST-82): it arms one wake-up and does nothing more.
 */

import type { DeadlineTimer } from "../../ports/index.js";
import { systemClock } from "../../service/timing/index.js";
import { wakeUpOf } from "./timer-lab.js";

/** What is asked of a process. */
export interface TimerJob {
  readonly keepsProcessAlive: boolean;
  /** Milliseconds from its arming to the wake-up. */
  readonly inMs: number;
}

/** The line of a process that has nothing more to do. */
export const TIMER_ARMED = "armed";

/**
 * Starts the timer, arms one wake-up, and prints when that is done, and when it woke.
 *
 * @param timer - on the real clock
 * @param job - as `spawnProcess` was given it
 */
export async function runTimerProcess(
  timer: DeadlineTimer,
  job: string,
  print: (line: string) => void,
): Promise<void> {
  const { keepsProcessAlive, inMs } = JSON.parse(job) as TimerJob;
  await timer.start(() => print("woken"));
  await timer.arm(wakeUpOf("a", systemClock.now() + inMs, { keepsProcessAlive }));
  print(TIMER_ARMED);
}
