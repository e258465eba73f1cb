import { expect, it } from "vitest";
import { replay } from "../../../../src/core/index.js";
import { MemoryStore } from "../../../../src/stores/memory/index.js";
import { nextCounter } from "../../../../src/testing/stores/lab/counted-negotiation.js";
import { countedNegotiation, storedRecord } from "../../../../src/testing/stores/lab/index.js";

it("goes on without end, the same in every process", async () => {
  const store = new MemoryStore();
  expect(store.create(countedNegotiation("n"))).toEqual({ ok: true });
  let record = await storedRecord(store, "n");
  for (let turn = 1; turn <= 50; turn++) {
    const next = nextCounter(record, `command-${turn}`);
    expect(JSON.stringify(nextCounter(record, `command-${turn}`))).toBe(JSON.stringify(next));
    expect(store.commit(next.commit)).toEqual({ ok: true, version: turn });
    record = next.record;
  }
  expect(record.turns.map(({ partyId }) => partyId).slice(0, 3)).toEqual(["ada", "smith", "ada"]);
  expect(await storedRecord(store, "n")).toEqual(record);
  expect(replay(store.entries("n"))).toEqual(record);
  expect(store.readOutbox({ after: null, limit: 1_000 })).toHaveLength(100);
});
