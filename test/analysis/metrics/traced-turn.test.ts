import { describe, expect, it } from "vitest";
import type { TracedTurn } from "../../../src/analysis/metrics/index.js";
import { readTrace } from "../../../src/analysis/metrics/traced-turn.js";
import { accepting, offering } from "../traces.js";

describe("a trace", () => {
  it("is read as the offers of each party and the last of all, once the other accepted it", () => {
    const trace = [offering(0, 1, [1, 0]), offering(1, 2, [0, 1]), accepting(0, 2, [0, 1])];
    const { histories, agreement } = readTrace(trace, 2);
    expect(histories).toEqual([
      { outcomes: [1], relativeTimes: [0.5], utilities: [1] },
      { outcomes: [2], relativeTimes: [0.5], utilities: [1] },
    ]);
    expect(agreement?.outcome).toBe(2);
    expect(readTrace(trace.slice(0, 2), 2).agreement).toBeNull();
    expect(readTrace([], 2).agreement).toBeNull();
  });

  it("BA-35: of three parties ends when both others accepted one after the other", () => {
    const utilities = [1, 0, 0.5];
    const start = [offering(0, 1, utilities), accepting(1, 1, utilities)];
    expect(readTrace(start, 3).agreement).toBeNull();
    expect(readTrace([...start, accepting(2, 1, utilities)], 3).agreement?.outcome).toBe(1);
    const countered = [...start, offering(2, 3, utilities), accepting(0, 3, utilities)];
    expect(readTrace(countered, 3).agreement).toBeNull();
    expect(readTrace([...countered, accepting(1, 3, utilities)], 3).agreement?.outcome).toBe(3);
  });

  it("is no agreement where someone left", () => {
    const withdrawal: TracedTurn = {
      ...offering(1, 0, [0, 0]),
      action: "withdraw",
      outcome: null,
      utilities: null,
    };
    expect(readTrace([offering(0, 1, [1, 0]), withdrawal], 2).agreement).toBeNull();
    expect(readTrace([accepting(0, 1, [1, 0])], 2).agreement).toBeNull();
  });

  it("is refused with the place of an offer of another shape", () => {
    const good = offering(0, 1, [1, 0]);
    const strays: readonly Partial<TracedTurn>[] = [
      { party: 2 },
      { party: -1 },
      { party: 0.5 },
      { relativeTime: Number.NaN },
      { outcome: null },
      { utilities: null },
      { utilities: [1] },
      { utilities: [1, Number.NaN] },
    ];
    for (const stray of strays) {
      expect(() => readTrace([good, { ...good, ...stray }], 2)).toThrow(/^Expected offer 1 of the trace/);
    }
  });
});
