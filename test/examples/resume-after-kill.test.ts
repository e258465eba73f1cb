import { beforeAll, describe, expect, it } from "vitest";
import { type ExampleEnding, runExample } from "./run-example.js";

// A process is killed with SIGKILL in the midst of a negotiation over a file; another one goes on (ST-87).

describe("examples/resume-after-kill.ts", () => {
  let ending: ExampleEnding;
  let before: readonly string[];
  let after: readonly string[];
  beforeAll(async () => {
    ending = await runExample("resume-after-kill.ts");
    const lines = ending.stdout.trimEnd().split("\n");
    const kill = lines.findIndex((line) => line.startsWith("-- killed"));
    before = lines.slice(0, kill);
    after = lines.slice(kill + 1);
  });

  it("ends by itself without a complaint", () => {
    expect({ code: ending.code, stderr: ending.stderr }).toEqual({ code: 0, stderr: "" });
  });

  it("ST-87: what fell due while nobody was there ends at once, before anything else goes on", () => {
    expect(before.filter((line) => line.startsWith("overdue: "))).toEqual(["overdue: turn 1, eve propose 1"]);
    expect(after[0]).toBe("overdue: expired (turn_timeout)");
    expect(after.filter((line) => line.startsWith("overdue: "))).toHaveLength(1);
  });

  it("ST-14: no acknowledged turn is missing, none is twice, and the agents are asked on", () => {
    const turns = [...before, ...after]
      .map((line) => /^deal: turn (\d+),/.exec(line)?.[1])
      .filter((number) => number !== undefined)
      .map(Number);
    // A turn may be in the file without its line: the process died in between.
    expect(turns.slice(0, 3)).toEqual([1, 2, 3]);
    expect(new Set(turns).size).toBe(turns.length);
    expect([...turns].sort((one, other) => one - other)).toEqual(turns);
    expect(turns.at(-1)).toBe(7);
    expect(after.at(-1)).toBe("deal: accepted (accept)");
  });
});
