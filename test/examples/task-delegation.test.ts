import { describe, expect, it } from "vitest";
import { runExample } from "./run-example.js";

describe("a coordinator who splits a job over four specialists", () => {
  it("books those that it needs together: one is late, one declines, one counters twice [AS-90]", async () => {
    const { code, stdout, stderr } = await runExample("task-delegation.ts");
    expect([code, stderr]).toEqual([0, ""]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.at(-1)).toBe("completed (goal_met): 3 specialists for 194 of 260 credits");
    const last = lines.slice(lines.lastIndexOf("completed:"));
    expect(last.slice(1, 5)).toEqual([
      "  Ada data      confirmed   80",
      "  Bo  training  confirmed   50 -> 90 -> 70 -> 78 -> 74",
      "  Cy  review    confirmed   40",
      "  Di  poster    failed      30 (reject)",
    ]);
    expect(lines.filter((line) => line.startsWith("  booked"))).toHaveLength(3);
  });

  it("lets all go when the one who declines is required [AS-91]", async () => {
    const { code, stdout } = await runExample("task-delegation.ts", ["--strict"]);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(
      "failed (required_failed): 0 specialists for 0 of 260 credits",
    );
    expect(stdout).toContain("  let Ada go");
    expect(stdout).not.toContain("booked");
  });
});
