import { describe, expect, it } from "vitest";
import { type FaultKind, FaultyStore, type StoreFault } from "../../../src/simulation/faults/index.js";
import { TruthStore } from "../../../src/simulation/observation/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { RandomStream } from "../../../src/testing/harness/index.js";
import { countedNegotiation } from "../../../src/testing/stores/lab/index.js";
import { pass, smallParts } from "../world-parts.js";

function lineOf(kinds: readonly FaultKind[], scripted: readonly (StoreFault | undefined)[] = []) {
  const parts = smallParts(...kinds);
  const memory = new MemoryStore();
  const queue = [...scripted];
  const store = new FaultyStore({
    ...parts,
    truth: new TruthStore(memory),
    random: new RandomStream(1, "store"),
    nextCall: () => queue.shift(),
    onTaken: () => {},
  });
  const log: string[] = [];
  const create = (id = "a"): void => {
    Promise.resolve(store.create(countedNegotiation(id))).then(
      ({ ok }) => log.push(`${ok}`),
      (error: Error) => log.push(error.message),
    );
  };
  return { ...parts, store, memory, log, create };
}

describe("FaultyStore", () => {
  it("SM-10: takes 1 to 20 ms there and up to 10 back", async () => {
    const { loop, log, memory, create, trace } = lineOf([]);
    create();
    await pass(loop, 0);
    expect([log, memory.load("a")]).toEqual([[], null]);
    await pass(loop, 30);
    expect(log).toEqual(["true"]);
    expect(trace.lines.map((line) => line.split(" ").slice(1).join(" "))).toEqual(["n1#1 create a 0"]);
  });

  it.each([
    ["failBefore", "The store cannot be reached.", false],
    ["failAfter", "The store did not answer.", true],
  ] as const)("SM-10: %s throws, and it is done only where it should be", async (kind, message, isDone) => {
    for (const line of [lineOf([kind]), lineOf([], [kind])]) {
      line.create();
      await pass(line.loop, 30);
      expect([line.log, line.memory.load("a") !== null]).toEqual([[message], isDone]);
      expect(line.faults.counts[kind]).toBe(1);
    }
  });

  it.each([
    ["crashBefore", false],
    ["crashAfter", true],
  ] as const)("SM-11: %s takes the node with it, and nobody hears", async (kind, isDone) => {
    const { loop, log, memory, life, create } = lineOf([], [kind]);
    create();
    await pass(loop, 5_000);
    expect([log, memory.load("a") !== null, life.isDead]).toEqual([[], isDone, true]);
    create("b");
    await pass(loop, 5_000);
    expect(memory.load("b")).toBeNull();
  });

  it("SM-11: loses what was on its way when the node died of something else", async () => {
    const { loop, memory, life, create } = lineOf([]);
    create();
    life.crash();
    await pass(loop, 100);
    expect(memory.load("a")).toBeNull();
  });

  it("SM-10: a torn response comes after 300 to 2,000 ms", async () => {
    const { loop, log, memory, create } = lineOf(["tornResponse"]);
    create();
    await pass(loop, 299);
    expect([log, memory.load("a") !== null]).toEqual([[], true]);
    await pass(loop, 1_801);
    expect(log).toEqual(["true"]);
  });

  it("SM-10: stale claims are of the rows before their last commit", async () => {
    const { loop, store, memory } = lineOf(["staleClaimDue"]);
    memory.create(countedNegotiation("a"));
    const query = { now: 9_000_000_000_000, limit: 10, leaseMs: 10, maxSchema: 1 };
    const claims = Promise.resolve(store.claimDue(query));
    await pass(loop, 30);
    // Nothing was committed through this line: there is no state before.
    expect(await claims).toEqual([]);
  });

  it("keeps the truth open", () => {
    const { store, memory } = lineOf([]);
    store.close();
    expect(memory.load("a")).toBeNull();
  });
});
