import { expect, it } from "vitest";
import { runExample } from "./run-example.js";

it("negotiates about 200 candidates, shows how far it is, and closes with a digest [GT-1, IN-2]", async () => {
  const { code, stdout, stderr } = await runExample("match-making.ts");
  expect([code, stderr]).toEqual([0, ""]);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.slice(0, 4).map((line) => line.slice(line.indexOf("]") + 2))).toEqual([
    "50 of 200",
    "100 of 200",
    "150 of 200",
    "200 of 200",
  ]);
  const counts = [...(lines[4] as string).matchAll(/\d+/g)].map(([count]) => Number(count));
  expect(counts).toHaveLength(2);
  expect(counts.reduce((sum, count) => sum + count)).toBe(200);
  expect(stdout).toMatch(/Of 20 negotiations \d+ agreed, \d+ did not, 0 go on\./);
});
