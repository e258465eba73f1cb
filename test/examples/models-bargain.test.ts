import { expect, it } from "vitest";
import { runExample } from "./run-example.js";

it("lets models bargain over the supply contract: the table says what the guard stopped, and what was spent [AI-7]", async () => {
  const { code, stdout, stderr } = await runExample("models-bargain.ts");
  expect([code, stderr]).toEqual([0, ""]);
  const [first, second] = stdout.split("A model that obeys every instruction");
  for (const part of [first, second]) {
    expect(part).toMatch(/\naccepted\. Agreement on turn \d+/);
    expect(part?.match(/: \d+ calls, \d{4,} tokens/g)).toHaveLength(2);
    expect(part).toMatch(/consumer +accept|provider +accept/);
  }
  expect(first).not.toMatch(/became|a secret/);
  expect(second).toMatch(/counter {2}0\.94, 0\.12 +accept, became counter/);
  expect(second?.match(/a secret in its message/g)?.length).toBeGreaterThan(1);
  expect(stdout).not.toMatch(/Kestrel|K-e-s/);
});
