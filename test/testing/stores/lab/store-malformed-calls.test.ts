import { expect, it } from "vitest";
import { MemoryStore } from "../../../../src/stores/memory/index.js";
import { malformedCalls, newNegotiation } from "../../../../src/testing/stores/lab/index.js";

it("ST-13: the memory store refuses each, for what it says", () => {
  const store = new MemoryStore();
  store.create(newNegotiation());
  const calls = Object.entries(malformedCalls(store));
  expect(calls.length).toBeGreaterThan(40);
  for (const [what, call] of calls) expect(call, what).toThrow();
});
