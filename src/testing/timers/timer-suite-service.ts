/**
 * @module
 * The timer suite with the rest of the library: a service that is woken too often ends a negotiation once, and
 * a process lives as long as its agents are at work.
 */

import type { DeadlineTimer, WakeUpHandler } from "../../ports/index.js";
import { NegotiationService } from "../../service/room/index.js";
import { systemClock } from "../../service/timing/index.js";
import { MemoryStore } from "../../stores/memory/index.js";
import { assert, assertEqual } from "../harness/index.js";
import { pause, type TimerCase, type TimerLab, timerCase, wakeUpOf } from "./timer-lab.js";

/** TT-13 and TT-14. */
export const timerServiceCases: readonly TimerCase[] = [
  timerCase("TT-13", "ends a negotiation once, however early, late and often it is woken", async (lab) => {
    const store = new MemoryStore();
    const settled: string[] = [];
    const turnMs = 100 + 2 * lab.latenessMs;
    const room = new NegotiationService("room-1", {
      store,
      clock: lab.clock,
      timer: restless(await lab.open(), lab),
      rules: { turnMs, totalMs: 1_000 * turnMs },
    });
    room.on(
      "negotiation:settled",
      ({ outcome }) => void settled.push(`${outcome?.status} ${outcome?.reason}`),
    );
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    await lab.pass(50);
    await room.submit(id, "smith", { action: "counter", terms: { price: 50 } });
    assertEqual(room.getNegotiation(id)?.status, "countered", "the status before its deadline");
    await lab.pass(turnMs);
    await lab.pass(100);
    assertEqual(settled, ["expired turn_timeout"], "how it ended, each time that it did");
    const kinds = (await store.entries(id)).map(({ kind }) => kind);
    assertEqual(kinds, ["created", "turn", "woken"], "the entries");
    await room.close();
  }),

  ...([false, true] as const).map((keepsProcessAlive) =>
    timerCase(
      "TT-14",
      keepsProcessAlive
        ? "keeps a process until the deadline of a wake-up that needs it"
        : "lets a process end within 500 ms that only has wake-ups which do not need it",
      async (lab) => {
        const job: TimerJob = { keepsProcessAlive, inMs: keepsProcessAlive ? 1_000 : 60_000 };
        const running = await lab.startProcess(JSON.stringify(job));
        assertEqual(await running.nextLine(), TIMER_ARMED, "the first line of the process");
        const armedAt = systemClock.now();
        if (keepsProcessAlive) {
          assertEqual(await running.nextLine(), "woken", "the next line of the process");
          const livedMs = systemClock.now() - armedAt;
          // It was armed a moment before it said so.
          assert(
            livedMs >= 900,
            `Expected the process to live for 1,000 ms, got its end after ${livedMs} ms.`,
          );
        }
        const patience = pause(500).then(() => "still alive");
        assertEqual(await Promise.race([running.nextLine(), patience]), null, "the process after 500 ms");
      },
      ["spawnProcess"],
    ),
  ),
];

/** Wakes at once, when it should, again, later, and with the version of before. */
function restless(timer: DeadlineTimer, lab: TimerLab): DeadlineTimer {
  const handlers = new Set<WakeUpHandler>();
  const early = new Set<number>();
  const wakeAll = (one: Parameters<WakeUpHandler>[0]): void => {
    for (const handler of handlers) void Promise.resolve(handler(one)).catch(() => {});
  };
  return {
    arm: (wakeUp) => {
      const { id, version, roomId } = wakeUp;
      // Once: a service that is woken early arms again.
      if (!early.has(version)) lab.clock.setTimeout(() => wakeAll({ id, version, roomId }), 0);
      early.add(version);
      return timer.arm(wakeUp);
    },
    disarm: (id) => timer.disarm(id),
    start: (handler, scope) => {
      handlers.add(handler);
      const often: WakeUpHandler = async (one) => {
        lab.clock.setTimeout(() => wakeAll(one), 10);
        await Promise.all([handler(one), handler(one), handler({ ...one, version: 0 })]);
      };
      return timer.start(often, scope);
    },
  };
}

/** What is asked of a process. */
export interface TimerJob {
  readonly keepsProcessAlive: boolean;
  /** Milliseconds from its arming to the wake-up. */
  readonly inMs: number;
}

/** The line of a process that has nothing more to do. */
const TIMER_ARMED = "armed";

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
