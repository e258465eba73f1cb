import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../../src/stores/memory/index.js";
import { nextCounter } from "../../../../src/testing/stores/lab/counted-negotiation.js";
import {
  countedNegotiation,
  expectSound,
  KilledRun,
  storedRecord,
} from "../../../../src/testing/stores/lab/index.js";
import { commandOf } from "../../../../src/testing/stores/lab/store-writer.js";
import { overriding } from "../../overriding.js";

/** A store with as many commits of a run as are asked for. */
async function written(count: number): Promise<MemoryStore> {
  const store = new MemoryStore();
  for (const id of ["a", "b"]) store.create(countedNegotiation(id));
  for (let order = 0; order < count; order++) {
    const record = await storedRecord(store, order % 2 === 0 ? "a" : "b");
    store.commit(nextCounter(record, commandOf(1, order)).commit);
  }
  return store;
}

function confirmed(...lines: readonly string[]): KilledRun {
  const run = new KilledRun(["a", "b"], 1, 7);
  for (const line of lines) run.confirm(line);
  return run;
}

describe("KilledRun", () => {
  it("SM-60: passes when all is there, whether or not the next command was stored", async () => {
    for (const [count, unconfirmed] of [
      [2, 0],
      [3, 1],
    ] as const) {
      const store = await written(count);
      const run = confirmed("a 1 run-1-0", "b 1 run-1-1");
      expect(run.confirmedCount).toBe(2);
      await run.expectConfirmed(store);
      expect(await run.expectSentAgain(store)).toBe(unconfirmed);
      expect(store.load("a")?.version).toBe(2);
      await expectSound(store, ["a", "b"]);
    }
  });

  it("SM-60: fails when a confirmed commit is missing or another one stands there", async () => {
    const store = await written(1);
    const twice = confirmed("a 1 run-1-0", "b 1 run-1-1");
    await expect(twice.expectConfirmed(store)).rejects.toThrow("version 1 of b");
    await expect(confirmed("a 1 run-1-7").expectConfirmed(store)).rejects.toThrow("line 0");
  });

  it("SM-60: kills after 20 to 250 ms, each run after another time, the same for the same seed", () => {
    const delaysOf = (seed: number) =>
      Array.from({ length: 4_000 }, (_, run) => new KilledRun(["a"], run, seed).delayMs);
    const delays = delaysOf(7);
    expect([Math.min(...delays), Math.max(...delays)]).toEqual([20, 250]);
    expect(new Set(delays).size).toBe(231);
    expect(delaysOf(7)).toEqual(delays);
    expect(delaysOf(8)).not.toEqual(delays);
    expect(JSON.parse(new KilledRun(["a"], 4, 7).job)).toEqual({ does: "write", ids: ["a"], run: 4 });
  });
});

describe("expectSound", () => {
  it.each([
    ["a version without an entry", { entries: (store, id) => store.entries(id, { limit: 2 }) }],
    [
      "a state that is not what the entries add up to",
      {
        load: async (store, id) => {
          const row = await store.load(id);
          return row === null ? null : { ...row, state: { torn: true } };
        },
      },
    ],
    [
      "a missing event",
      {
        readOutbox: (store, query) => (query.after === null ? store.readOutbox({ ...query, limit: 3 }) : []),
      },
    ],
    ["other turns", { turns: () => [] }],
  ] satisfies [string, Parameters<typeof overriding>[1]][])("SM-60: fails on %s", async (_, torn) => {
    const store = await written(6);
    await expectSound(store, ["a", "b"]);
    await expect(expectSound(overriding(store, torn), ["a", "b"])).rejects.toThrow(/^Expected/);
  });
});
