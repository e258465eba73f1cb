import { describe, expect, it } from "vitest";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import type { WriterJob } from "../../../src/testing/stores/lab/index.js";
import {
  contend,
  countedNegotiation,
  expectSound,
  KilledRun,
  newNegotiation,
  runStoreWriter,
} from "../../../src/testing/stores/lab/index.js";
import { type Overrides, overriding } from "../../kit/wrapped-store.js";

const IDS = ["a", "b"];

/** A store in which a run was stopped as its process confirmed that many commits, and the lines that it printed. */
async function written(count: number): Promise<{ readonly store: MemoryStore; readonly lines: string[] }> {
  const store = new MemoryStore();
  for (const id of IDS) store.create(countedNegotiation(id));
  const lines: string[] = [];
  const stopped = new Error("enough");
  const job: WriterJob = { does: "write", ids: IDS, run: 1 };
  const writing = runStoreWriter(store, JSON.stringify(job), (line) => {
    lines.push(line);
    if (lines.length === count + 1) throw stopped;
  });
  await expect(writing).rejects.toBe(stopped);
  return { store, lines };
}

function confirmed(...lines: readonly string[]): KilledRun {
  const run = new KilledRun(IDS, 1, 7);
  for (const line of lines) run.confirm(line);
  return run;
}

describe("a process that writes", () => {
  it("writes to one negotiation after the other, the same each time, and confirms each commit after it", async () => {
    const { store, lines } = await written(4);
    expect(lines).toEqual(["ready", "a 1 run-1-0", "b 1 run-1-1", "a 2 run-1-2", "b 2 run-1-3"]);
    expect(store.turns("a")).toMatchObject([{ partyId: "ada" }, { partyId: "smith" }]);
    expect(store.entries("b")).toEqual((await written(4)).store.entries("b"));
  });

  it("says when somebody else writes to what is its own", async () => {
    const store = new MemoryStore();
    store.create(countedNegotiation("a"));
    store.commit = () => ({ ok: false, reason: "conflict" });
    const job: WriterJob = { does: "write", ids: ["a"], run: 1 };
    await expect(runStoreWriter(store, JSON.stringify(job), () => {})).rejects.toThrow("the only writer");
  });

  it("contends for a row, and says how often it won", async () => {
    const store = new MemoryStore();
    store.create(newNegotiation());
    const lines: string[] = [];
    const job: WriterJob = { does: "contend", id: "neg-1", tries: 20, name: "one" };
    const [, other] = await Promise.all([
      runStoreWriter(store, JSON.stringify(job), (line) => void lines.push(line)),
      contend(store, { ...job, name: "two" }),
    ]);
    expect(lines[0]).toBe("ready");
    expect(Number(lines[1]) + other).toBe(store.load("neg-1")?.version);
  });
});

describe("what must be true when it was killed (SM-60)", () => {
  it("is so when all is there, whether or not the next command was stored", async () => {
    for (const [count, unconfirmed] of [
      [2, 0],
      [3, 1],
    ] as const) {
      const { store } = await written(count);
      const run = confirmed("a 1 run-1-0", "b 1 run-1-1");
      expect(run.confirmedCount).toBe(2);
      await run.expectConfirmed(store);
      expect(await run.expectSentAgain(store)).toBe(unconfirmed);
      expect(store.load("a")?.version).toBe(2);
      await expectSound(store, IDS);
    }
  });

  it("is not so when a confirmed commit is missing or another one stands there", async () => {
    const { store } = await written(1);
    const twice = confirmed("a 1 run-1-0", "b 1 run-1-1");
    await expect(twice.expectConfirmed(store)).rejects.toThrow("version 1 of b");
    await expect(confirmed("a 1 run-1-7").expectConfirmed(store)).rejects.toThrow("line 0");
  });

  it.each<[string, Overrides]>([
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
  ])("is not so with %s", async (_, torn) => {
    const { store } = await written(6);
    await expectSound(store, IDS);
    await expect(expectSound(overriding(store, torn), IDS)).rejects.toThrow(/^Expected/);
  });

  it("is asked after 20 to 250 ms, each run after another time, the same for the same seed", () => {
    const delaysOf = (seed: number) =>
      Array.from({ length: 4_000 }, (_, run) => new KilledRun(["a"], run, seed).delayMs);
    const delays = delaysOf(7);
    expect([Math.min(...delays), Math.max(...delays)]).toEqual([20, 250]);
    expect(new Set(delays).size).toBe(231);
    expect(delaysOf(7)).toEqual(delays);
    expect(delaysOf(8)).not.toEqual(delays);
  });
});
