import { expect, it } from "vitest";
import { worldsWithOnly } from "../worlds-with-only.js";

it.each(["operatorCancel", "operatorClose", "operatorRestart", "operatorTakeover"] as const)(
  "SM-10: %s, a fault of the operator, occurs, and everything holds",
  async (kind) => {
    const { occurrences, violations } = await worldsWithOnly(kind, "unlimited");
    expect(violations).toEqual([]);
    expect(occurrences).toBeGreaterThan(0);
  },
);
