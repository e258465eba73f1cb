import { describe, expect, it } from "vitest";
import { expectWoken, idsOf, timerCase } from "../../../src/testing/timers/timer-case.js";
import { TimerLab, type Woken } from "../../../src/testing/timers/timer-lab.js";
import { soundTimers } from "../broken-timers.js";

const woken = (id: string, at: number, version = 0): Woken => ({ id, version, roomId: "room-1", at });

describe("expectWoken", () => {
  it("wants each at its instant, or as late as it may be, and nothing else", () => {
    const lab = new TimerLab(soundTimers({ latenessMs: 10 }));
    expectWoken(
      lab,
      [woken("b", 60), woken("a", 50, 1)],
      [
        { id: "a", version: 1, at: 50 },
        { id: "b", at: 50 },
      ],
    );
    expect(() => expectWoken(lab, [woken("a", 49)], [{ id: "a", at: 50 }])).toThrow(
      "Expected a of version 0 to wake at its instant, got it 1 ms before.",
    );
    expect(() => expectWoken(lab, [woken("a", 61)], [{ id: "a", at: 50 }])).toThrow(
      "Expected a of version 0 to wake within 10 ms of its instant, got it after 11 ms.",
    );
    for (const others of [[], [woken("b", 50)], [woken("a", 50, 1)], [woken("a", 50), woken("a", 50)]]) {
      expect(() => expectWoken(lab, others, [{ id: "a", at: 50 }])).toThrow("Expected what woke");
    }
  });
});

it("a case needs nothing unless it says so", () => {
  const run = async (): Promise<void> => {};
  expect(timerCase("TT-01", "wakes", run)).toEqual({ id: "TT-01", title: "wakes", run, needs: [] });
  expect(timerCase("TT-11", "wakes", run, ["restart"]).needs).toEqual(["restart"]);
  expect(idsOf([woken("a", 1), woken("b", 2)])).toEqual(["a", "b"]);
});
