import * as fc from "fast-check";
import { expect, it } from "vitest";
import { copyJson } from "../../../src/core/json/index.js";
import { hostileJson } from "../../../src/fuzz/arbitraries/hostile-json.js";

it("is refused, whatever it is and wherever it stands", () => {
  for (const { name, make } of fc.sample(hostileJson(1_000), { numRuns: 1_000, seed: 1 })) {
    expect({ name, ok: copyJson(make(), 1_000).ok }).toEqual({ name, ok: false });
  }
});

it("is made anew each time", () => {
  const shared = fc.sample(hostileJson(1_000), { numRuns: 300, seed: 1 }).filter(({ make }) => {
    const [one, other] = [make(), make()];
    return typeof one === "object" && Object.is(one, other);
  });
  expect(shared).toEqual([]);
});
