import { describe, expect, it } from "vitest";
import type { WakeUp } from "../../../src/ports/index.js";
import { Observers } from "../../../src/service/events/index.js";
import { RoomTimer } from "../../../src/service/timing/index.js";
import { negotiationOf } from "../../kit/builders.js";

const record = negotiationOf({ opening: { price: 40 } });

function alarmOn(over: Partial<Record<"arm" | "disarm" | "start", () => never>> = {}) {
  const armed: WakeUp[] = [];
  const warnings: string[] = [];
  let starts = 0;
  let stops = 0;
  const timer = {
    arm: (wakeUp: WakeUp) => void armed.push(wakeUp),
    disarm: () => {},
    start: () => {
      starts += 1;
      return { stop: () => void (stops += 1) };
    },
    ...over,
  };
  const observers = new Observers({ warn: (what) => void warnings.push(what) });
  const alarm = new RoomTimer("room-1", timer, observers, () => {});
  return { alarm, armed, warnings, counts: () => ({ starts, stops }) };
}

describe("RoomTimer", () => {
  it("ST-30: arms the earliest deadline, or the agent's own timeout when that is earlier", () => {
    const { alarm, armed, counts } = alarmOn();
    alarm.arm(record, undefined);
    const turnAt = record.deadlines.turnAt ?? 0;
    alarm.arm(record, { timeoutAt: turnAt - 1 });
    alarm.arm(record, { timeoutAt: turnAt + 1 }, true);
    alarm.arm(record, undefined, false, turnAt + 7);
    expect(armed.map(({ at, keepsProcessAlive }) => [at, keepsProcessAlive])).toEqual([
      [turnAt, false],
      [turnAt - 1, false],
      [turnAt, true],
      [turnAt + 7, false],
    ]);
    expect(counts().starts).toBe(1);
  });

  it("ST-30: a timer that fails is told to the observer and hurts nobody", () => {
    const fail = (): never => {
      throw new Error("no timer");
    };
    const { alarm, warnings } = alarmOn({ arm: fail, disarm: fail, start: fail });
    alarm.arm(record, undefined);
    alarm.disarm(record.id);
    expect(warnings).toEqual(["timer start failed", "timer arm failed", "timer disarm failed"]);
  });

  it("stops what it has started, and begins nothing afterwards", async () => {
    const { alarm, counts } = alarmOn();
    alarm.listen();
    await alarm.stop();
    alarm.listen();
    expect(counts()).toEqual({ starts: 1, stops: 1 });
    const other = alarmOn();
    await other.alarm.stop();
    other.alarm.listen();
    expect(other.counts()).toEqual({ starts: 0, stops: 0 });
  });
});
