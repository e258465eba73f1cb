import { expect, it } from "vitest";
import { worldsWithOnly } from "../worlds-with-only.js";

it.each(["pullAbandons", "pullLate", "pullForeignClaim", "pullTwoAgents", "pullHeartbeatStops"] as const)(
  "SM-10: %s, a fault of agents that poll, occurs, and everything holds",
  async (kind) => {
    const { occurrences, violations } = await worldsWithOnly(kind, "index-2026-04");
    expect(violations).toEqual([]);
    expect(occurrences).toBeGreaterThan(0);
  },
);
