import { describe, expect, it } from "vitest";
import { nearestKey } from "../../../src/core/checks/index.js";

describe("nearestKey", () => {
  it.each([
    ["turnMS", "turnMs"],
    ["turnms", "turnMs"],
    ["totlMs", "totalMs"],
    ["validity", "validityMs"],
    ["", "turnMs"],
  ])("EN-42: %j is nearest to %s", (key, expected) => {
    expect(nearestKey(key, ["turnMs", "totalMs", "validityMs"])).toBe(expected);
  });

  it("EN-42: a key of any length is answered at once", () => {
    expect(nearestKey("validityMs".repeat(100_000), ["turnMs", "validityMs"])).toBe("validityMs");
  });
});
