import { describe, expect, it } from "vitest";
import { systemClock } from "../../../src/service/timing/index.js";
import { type TestDeadlineTimerOptions, testDeadlineTimer } from "../../../src/testing/timers/index.js";
import { TIMER_SKIPS } from "../../kit/own-skips.js";
import { BROKEN_TIMERS, soundTimers } from "../broken-timers.js";
import { recordingRunner } from "../recording-runner.js";
import { LATENESS_MS, RestlessTimer } from "../restless-timer.js";

const ALL_IDS = Array.from({ length: 20 }, (_, index) => `TT-${String(index + 1).padStart(2, "0")}`);

/** What a timer behind a job engine may skip, which polls a real clock (ST-101). */
const ENGINE_SKIPS = Object.fromEntries(
  ["TT-06", "TT-08", "TT-09", "TT-14", "TT-15", "TT-20"].map((id) => [id, "a job engine polls"]),
);

function registered(over: Partial<TestDeadlineTimerOptions> = {}) {
  const runner = recordingRunner();
  testDeadlineTimer({ name: "a timer", runner, ...soundTimers(), ...over });
  return runner;
}

describe("testDeadlineTimer", () => {
  it("has a test for every number of the specification, and for no other", () => {
    const { tests } = registered();
    const ids = tests.slice(0, -1).map(({ name }) => name.slice(0, 5));
    expect([...new Set(ids)].sort()).toEqual(ALL_IDS);
    expect(new Set(tests.map(({ name }) => name)).size).toBe(tests.length);
  });

  it("ST-102: has a broken timer for every number, each caught in the test of its file", () => {
    expect(Object.keys(BROKEN_TIMERS).sort()).toEqual(ALL_IDS);
  });

  it("ST-101: our own timer skips nothing, and the one over pg-boss what a job engine cannot do", () => {
    const skipped = Object.entries(TIMER_SKIPS).map(([name, skip]) => [name, Object.keys(skip)]);
    expect(Object.fromEntries(skipped)).toEqual({
      wakeUp: [],
      pgBoss: ["TT-06", "TT-08", "TT-09", "TT-14", "TT-15", "TT-20"],
    });
  });

  it("ST-100: wants what the tests need, or a reason", () => {
    expect(() => registered({ restart: undefined })).toThrow("Expected restart for TT-11, got none");
    expect(() => registered({ spawnProcess: undefined })).toThrow(
      "Expected spawnProcess for TT-14, got none",
    );
    expect(() => registered({ clock: () => systemClock })).toThrow(
      "Expected a manual clock for TT-06, got none",
    );
    expect(() =>
      registered({ clock: () => systemClock, spawnProcess: undefined, skip: ENGINE_SKIPS }),
    ).not.toThrow();
    for (const over of [{ clock: undefined }, { create: 7 }, { destroy: undefined }, { runner: {} }]) {
      expect(() => registered(over as never)).toThrow(TypeError);
    }
  });

  it("passes a timer that is late, wakes twice and wakes what was replaced, where it says that it may", async () => {
    const { tests } = registered({
      create: (setup) => new RestlessTimer(setup.clock, setup),
      restart: (_, setup) => new RestlessTimer(setup.clock, setup),
      latenessMs: LATENESS_MS,
      mayRepeat: true,
      mayWakeStale: true,
      skip: ENGINE_SKIPS,
    });
    for (const { name, isSkipped, body } of tests) {
      if (!isSkipped) await expect(body(), name).resolves.toBeUndefined();
    }
  });

  it("fails it where it does not say so", async () => {
    for (const [id, over] of [
      ["TT-01", { mayRepeat: true }],
      ["TT-04", { latenessMs: LATENESS_MS }],
      ["TT-02", { latenessMs: LATENESS_MS, mayRepeat: true }],
    ] as const) {
      const { tests } = registered({ create: (setup) => new RestlessTimer(setup.clock, setup), ...over });
      const test = tests.find(({ name }) => name.startsWith(id));
      await expect(test?.body(), id).rejects.toThrow(/^Expected/);
    }
  });
});
