import { describe, expect, it } from "vitest";
import { negotiationHtml } from "../../../src/report/page/index.js";
import { drawnOf, MOST_DRAWN, type ShownTraceRow } from "../../../src/report/scene/index.js";
import { triangle } from "../builders.js";

/** Offers by turns, and an acceptance at the end. */
function longTrace(turnCount: number): readonly ShownTraceRow[] {
  return Array.from({ length: turnCount }, (_, index) => ({
    turnNumber: index + 1,
    relativeTime: (index + 1) / turnCount,
    party: index % 2,
    action: index === 0 ? "propose" : index === turnCount - 1 ? "accept" : "counter",
    outcome: 2,
    utilities: [0.75, 0.5],
  }));
}

describe("a very long negotiation", () => {
  it("has a page of 130,000 turns: drawn thinned, listed at both ends, counted whole [BA-47]", {
    timeout: 180_000,
  }, () => {
    const html = negotiationHtml({ scenario: triangle, trace: longTrace(130_000) });
    expect(html.length).toBeLessThan(2_000_000);
    expect(html).toContain("130,000 turns, of which the first 1,000 and the last 1,000 are listed.");
    expect(html.match(/<th scope="row"/g)).toHaveLength(2000);
    for (const turn of [1, 1000, 129_001, 130_000])
      expect(html).toContain(`<th scope="row" class="number">${turn}</th>`);
    expect(html).toContain("Ada: 65,000 offers, 2,000 drawn");
    expect(html).toContain("Smith: 64,999 offers, 2,000 drawn");
    expect(html).toContain("... (65000 offers)");
    expect(html).toContain("Agreement on turn 130000");
  });

  it("has a page of 1,000,000 turns that is no larger than one of 10,000 [BA-47]", {
    timeout: 180_000,
  }, () => {
    const [large, small] = [1_000_000, 10_000].map(
      (count) => negotiationHtml({ scenario: triangle, trace: longTrace(count) }).length,
    );
    expect(large! / small!).toBeLessThan(1.1);
  });

  it("draws the first and the last offer of those it leaves out [BA-47]", () => {
    const trace = longTrace(130_000);
    expect(drawnOf(trace)).toHaveLength(MOST_DRAWN);
    expect(drawnOf(trace).at(0)).toBe(trace.at(0));
    expect(drawnOf(trace).at(-1)).toBe(trace.at(-1));
    expect(new Set(drawnOf(trace)).size).toBe(MOST_DRAWN);
  });

  it("draws all offers, and lists all turns, of one that is not [BA-47]", () => {
    const html = negotiationHtml({ scenario: triangle, trace: longTrace(2000) });
    expect(html.match(/<th scope="row"/g)).toHaveLength(2000);
    expect(html).not.toMatch(/drawn|are listed/);
  });
});
