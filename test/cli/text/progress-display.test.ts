import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { noProgress, progressDisplay } from "../../../src/cli/text/index.js";

const at = (done: number, more = {}) => ({
  done,
  total: 40,
  failed: 0,
  elapsedMs: 1500,
  remainingMs: 90_500,
  ...more,
});

describe("progress in a terminal", () => {
  it("is a bar with counts, the time left, and failures", () => {
    const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 100 });
    const display = progressDisplay(stream);
    display.show(at(10));
    display.show(at(20, { failed: 3 }));
    display.show(at(40, { remainingMs: 0 }));
    display.end();
    const text = String(stream.read());
    expect(text).toContain("25 % | 10 of 40 | 1 min 31 s left");
    expect(text).toContain("100 % | 40 of 40 | took 2 s");
    expect(text).toContain("█");
  });

  it("leaves no timer, also when nothing was shown", () => {
    progressDisplay(Object.assign(new PassThrough(), { isTTY: true })).end();
    noProgress.show(at(1));
    noProgress.end();
  });
});

describe("progress elsewhere", () => {
  it("is a plain line for each tenth", () => {
    const stream = new PassThrough();
    const display = progressDisplay(stream);
    for (let done = 0; done <= 40; done += 1)
      display.show(at(done, { failed: done > 38 ? 1 : 0, remainingMs: null }));
    display.end();
    const lines = String(stream.read()).trimEnd().split("\n");
    expect(lines).toHaveLength(11);
    expect(lines[0]).toBe("0 % | 0 of 40 | time left unknown");
    expect(lines[5]).toBe("50 % | 20 of 40 | time left unknown");
    expect(lines[10]).toBe("100 % | 40 of 40 | took 2 s | 1 failed");
  });
});

it.each([
  [0, "0 s"],
  [1, "1 s"],
  [59_001, "1 min 0 s"],
  [60_000, "1 min 0 s"],
  [61_000, "1 min 1 s"],
  [3_599_000, "59 min 59 s"],
  [3_600_000, "1 h 0 min"],
  [90_061_000, "25 h 1 min"],
])("shows %d ms with the two largest units, and never less than is left: %s", (remainingMs, text) => {
  const stream = new PassThrough();
  const display = progressDisplay(stream);
  display.show(at(20, { remainingMs }));
  display.end();
  expect(String(stream.read())).toContain(` | ${text} left`);
});
