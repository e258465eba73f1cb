import { expect, it } from "vitest";
import { MemoryStore } from "../../../src/stores/memory/memory-store.js";
import { newNegotiation } from "../../../src/testing/store-lab/store-calls.js";
import { malformedCalls } from "../../../src/testing/store-lab/store-malformed-calls.js";

it("ST-13: the memory store refuses each, for what it says", () => {
  const store = new MemoryStore();
  store.create(newNegotiation());
  const calls = Object.entries(malformedCalls(store));
  expect(calls.length).toBeGreaterThan(40);
  for (const [what, call] of calls) expect(call, what).toThrow();
});
