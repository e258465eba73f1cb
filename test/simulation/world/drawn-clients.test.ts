import { expect, it } from "vitest";
import { worldsWithOnly } from "../worlds-with-only.js";

it.each(["clientRetries", "clientOutOfTurn", "clientStranger", "clientOldReplyTo"] as const)(
  "SM-10: %s, a fault of clients, occurs, and everything holds",
  async (kind) => {
    const { occurrences, violations } = await worldsWithOnly(kind, "room");
    expect(violations).toEqual([]);
    expect(occurrences).toBeGreaterThan(0);
  },
);
