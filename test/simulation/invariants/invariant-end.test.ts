import { describe, expect, it } from "vitest";
import type { WorldEnd } from "../../../src/simulation/observation/index.js";
import { findingsIn, invariantOf } from "../observed-histories.js";

const found = (end: Partial<WorldEnd>): string[] => findingsIn([], { invariants: [invariantOf("I12")], end });

describe("I12", () => {
  it("passes an end after which nothing is left", () => {
    expect(found({})).toEqual([]);
  });

  it("finds a timer, a listener, an agent call or a command that is left", () => {
    expect(found({ timers: 1 })).toEqual(["I12: null expected no armed timers after the end, got 1"]);
    expect(found({ listeners: 2 })[0]).toContain("listeners");
    expect(found({ pendingAgentCalls: 1 })[0]).toContain("agent calls");
    expect(found({ unresolvedCommands: 1 })[0]).toContain("commands");
  });

  it("finds what fires after the end, and names it", () => {
    expect(found({ firedAfterEnd: ["12 n1 sweep", "13 n1 sweep"] })[0]).toContain(
      "got 2, first: 12 n1 sweep",
    );
  });
});
