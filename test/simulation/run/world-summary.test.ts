import { describe, expect, it } from "vitest";
import { FAULT_KINDS } from "../../../src/simulation/faults/index.js";
import {
  missingIn,
  NO_WORLDS,
  summaryLine,
  withSummary,
  withWorld,
} from "../../../src/simulation/run/world-summary.js";

const world = {
  events: 10,
  commits: 3,
  crashes: 1,
  faults: { ...NO_WORLDS.faults, failAfter: 2 },
  endings: ["accepted/accept", "accepted/accept", "expired/turn_cap"],
};

describe("a summary", () => {
  it("adds worlds and other summaries", () => {
    const one = withWorld(NO_WORLDS, world);
    expect(one).toMatchObject({ worlds: 1, events: 10, commits: 3, crashes: 1 });
    const two = withSummary(one, one);
    expect([two.worlds, two.faults.failAfter, two.endings]).toEqual([
      2,
      4,
      { "accepted/accept": 4, "expired/turn_cap": 2 },
    ]);
    expect(NO_WORLDS.worlds).toBe(0);
  });

  it("SM-71: names what was never met with", () => {
    const missing = missingIn(withWorld(NO_WORLDS, world));
    expect(missing).toContain("fault crashBefore");
    expect(missing).toContain("status rejected");
    expect(missing).toContain("reason cancelled");
    expect(missing).not.toContain("fault failAfter");
    expect(missing).not.toContain("status expired");
    expect(missing).not.toContain("reason turn_cap");
    expect(missingIn(NO_WORLDS).length).toBe(FAULT_KINDS.length + 5 + 10);
  });

  it("SM-70, SM-71: is one line, with worlds a second", () => {
    const line = summaryLine(withWorld(NO_WORLDS, world), 500);
    expect(line).toMatch(/^worlds 1 \(2\/s\) {2}events 10 \(20\/s\) {2}commits 3 {2}crashes 1 {2}faults /);
    expect(line).toContain("failAfter=2");
    expect(line).toMatch(/endings accepted\/accept=2 expired\/turn_cap=1$/);
  });
});
