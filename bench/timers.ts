/**
 * @module
 * What it costs to arm and re-arm 100,000 wake-ups, against as many native timers; and how many native timers
 * there are then.
 */

import { systemClock, WakeUpTimer } from "../src/store.js";
import { type Contestant, costOf, inPairs, ratioOf } from "./measure.js";
import { hand } from "./report.js";

const COUNT = 100_000;
const HOUR_MS = 3_600_000;

/** Ms until each falls due: as those of negotiations that began at any time, or all alike. */
const SPREAD: readonly number[] = Array.from(
  { length: COUNT },
  (_, index) => HOUR_MS + ((index * 7_919) % COUNT),
);
const ALIKE: readonly number[] = Array.from({ length: COUNT }, () => HOUR_MS);

const IDS: readonly string[] = Array.from({ length: COUNT }, (_, index) => `neg_${index}`);

console.log(
  `${COUNT} wake-ups an hour ahead, spread over ${COUNT} ms or all at one instant; then all a second later`,
);
const ratios: Record<string, number> = {};
const figures: Record<string, number> = { timerCount: await timerCount() };
for (const [name, delays] of [
  ["", SPREAD],
  ["AtOnce", ALIKE],
] as const) {
  for (const does of ["arm", "rearm"] as const) {
    const costs = await inPairs([ours(delays, does), native(delays, does)], { count: COUNT });
    ratios[`${does}${name}ToNative`] = ratioOf(costs, "ours", "native");
    figures[`${does}${name}Ns`] = costOf(costs, "ours");
    figures[`${does}${name}NativeNs`] = costOf(costs, "native");
  }
}
hand({
  ratios,
  figures,
  goals: {
    timerCount: "BN-5: 1",
    armToNative: "BN-5: at most 1",
    rearmToNative: "BN-5: at most 0.75",
  },
});

function ours(delays: readonly number[], does: "arm" | "rearm"): Contestant {
  return {
    name: "ours",
    cost: async () => {
      const timer = new WakeUpTimer();
      const delivery = timer.start(() => {});
      const now = Date.now();
      let ns = elapsedNs(() => armAll(timer, delays, now, 0));
      if (does === "rearm") ns = elapsedNs(() => armAll(timer, delays, now + 1_000, 1));
      await delivery.stop();
      return ns;
    },
  };
}

function armAll(timer: WakeUpTimer, delays: readonly number[], now: number, version: number): void {
  for (let index = 0; index < COUNT; index += 1) {
    const at = now + (delays[index] ?? 0);
    timer.arm({ id: IDS[index] ?? "", version, roomId: "market-7", at, keepsProcessAlive: false });
  }
}

function native(delays: readonly number[], does: "arm" | "rearm"): Contestant {
  return {
    name: "native",
    cost: async () => {
      const timers = new Map<string, NodeJS.Timeout>();
      const arm = (laterMs: number): void => {
        for (let index = 0; index < COUNT; index += 1) {
          const id = IDS[index] ?? "";
          // Whose deadline moves must be found by its id here too.
          if (laterMs > 0) clearTimeout(timers.get(id));
          timers.set(
            id,
            setTimeout(() => {}, (delays[index] ?? 0) + laterMs),
          );
        }
      };
      let ns = elapsedNs(() => arm(0));
      if (does === "rearm") ns = elapsedNs(() => arm(1_000));
      for (const timer of timers.values()) clearTimeout(timer);
      return ns;
    },
  };
}

/** How many native timers so many wake-ups are. */
async function timerCount(): Promise<number> {
  const pending = new Set<unknown>();
  const clock = {
    ...systemClock,
    setTimeout: (callback: () => void, ms: number): unknown => {
      const handle = systemClock.setTimeout(callback, ms);
      pending.add(handle);
      return handle;
    },
    clearTimeout: (handle: unknown): void => {
      pending.delete(handle);
      systemClock.clearTimeout(handle);
    },
  };
  const timer = new WakeUpTimer({ clock });
  const delivery = timer.start(() => {});
  armAll(timer, SPREAD, Date.now(), 0);
  const count = pending.size;
  await delivery.stop();
  return count;
}

function elapsedNs(work: () => void): number {
  globalThis.gc?.();
  const before = performance.now();
  work();
  return (performance.now() - before) * 1e6;
}
