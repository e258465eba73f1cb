import { describe, expect, it } from "vitest";
import { systemClock } from "../../../src/service/timing/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { isManual, pause, TimerLab, wakeUpOf } from "../../../src/testing/timers/timer-lab.js";
import { soundTimers } from "../broken-timers.js";
import { RestlessTimer } from "../restless-timer.js";

describe("TimerLab", () => {
  it("keeps a record of what woke, and when", async () => {
    const lab = new TimerLab(soundTimers());
    const { timer, woken } = await lab.start();
    const at = lab.clock.now() + 50;
    await lab.arm(timer, "a", at, { version: 2 });
    await lab.pass(50);
    expect(woken).toEqual([{ id: "a", version: 2, roomId: "room-1", at }]);
  });

  it("hears nothing twice, and nothing stale, where that may come", async () => {
    const create = () => new RestlessTimer(new ManualClock());
    for (const [parts, expected] of [
      [{}, ["a 0", "a 0", "a 1", "a 1"]],
      [{ mayRepeat: true }, ["a 0", "a 1"]],
      [{ mayWakeStale: true }, ["a 1", "a 1"]],
      [{ mayRepeat: true, mayWakeStale: true }, ["a 1"]],
    ] as const) {
      const lab = new TimerLab(soundTimers({ create, ...parts }));
      const { timer, woken } = await lab.start();
      await lab.arm(timer, "a", 0);
      await lab.arm(timer, "a", 0, { version: 1 });
      (timer as RestlessTimer).wakeAll();
      expect(woken.map(({ id, version }) => `${id} ${version}`)).toEqual(expected);
      await lab.disarm(timer, "a");
      (timer as RestlessTimer).wakeAll();
      expect(woken.length > expected.length).toBe(!("mayRepeat" in parts || "mayWakeStale" in parts));
    }
  });

  it("lets as much more time pass as a timer may be late", async () => {
    const lab = new TimerLab(soundTimers({ latenessMs: 30 }));
    const start = lab.clock.now();
    await lab.pass(50);
    expect(lab.clock.now() - start).toBe(80);
    lab.manual.set(start);
    expect(lab.clock.now()).toBe(start);
  });

  it("waits on a real clock", async () => {
    const lab = new TimerLab(soundTimers({ clock: () => systemClock }));
    const start = systemClock.now();
    await lab.pass(20);
    await pause(1);
    expect(systemClock.now() - start).toBeGreaterThanOrEqual(19);
    expect(() => lab.manual).toThrow("Expected a manual clock");
    expect([isManual(systemClock), isManual(new ManualClock())]).toEqual([false, true]);
  });

  it("ends all that a test began, and misses loudly what nobody provides", async () => {
    const ended: unknown[] = [];
    const lab = new TimerLab(
      soundTimers({
        destroy: (timer) => void ended.push(timer),
        spawnProcess: () => ({ nextLine: async () => null, kill: () => void ended.push("process") }),
      }),
    );
    const first = await lab.open();
    const second = await lab.restart(first);
    await lab.startProcess("{}");
    await lab.close();
    expect(ended).toEqual(["process", second]);
    const bare = new TimerLab(soundTimers({ restart: undefined, spawnProcess: undefined }));
    await expect(bare.restart(first)).rejects.toThrow("restart");
    await expect(bare.startProcess("{}")).rejects.toThrow("spawnProcess");
    expect(wakeUpOf("a", 5)).toMatchObject({ id: "a", at: 5, version: 0 });
  });
});
