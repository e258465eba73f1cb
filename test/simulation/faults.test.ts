import { describe, expect, it } from "vitest";
import { WakeUpTimer } from "../../src/service/timing/index.js";
import {
  FAULT_KINDS,
  type FaultKind,
  Faults,
  FaultyStore,
  FaultyTimer,
  faultKinds,
  type StoreFault,
} from "../../src/simulation/faults/index.js";
import { EventLoop, Trace } from "../../src/simulation/nodes/index.js";
import { TruthStore } from "../../src/simulation/observation/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { RandomStream } from "../../src/testing/harness/index.js";
import { countedNegotiation } from "../../src/testing/stores/lab/index.js";
import { always, pass, START, smallParts } from "./world-parts.js";

describe("faultKinds", () => {
  it("SM-10: has every fault of the table, under its actor, with its maximum", () => {
    const byActor: Record<string, Record<string, number>> = {};
    for (const kind of FAULT_KINDS) {
      const { actor, most } = faultKinds[kind];
      (byActor[actor] ??= {})[kind] = most;
    }
    const counts = Object.fromEntries(
      Object.entries(byActor).map(([actor, kinds]) => [actor, Object.keys(kinds).length]),
    );
    expect(counts).toEqual({
      store: 6,
      node: 2,
      timer: 6,
      agent: 8,
      pull: 5,
      client: 4,
      operator: 4,
      consumer: 2,
      listener: 3,
    });
    expect(byActor["store"]).toEqual({
      failBefore: 0.04,
      failAfter: 0.04,
      crashBefore: 0.015,
      crashAfter: 0.015,
      tornResponse: 0.03,
      staleClaimDue: 0.05,
    });
    const most = {
      node: 0.3,
      timer: 0.2,
      agent: 0.1,
      pull: 0.2,
      client: 0.1,
      operator: 0.1,
      consumer: 0.1,
      listener: 0.1,
    };
    for (const [actor, rate] of Object.entries(most)) {
      expect(new Set(Object.values(byActor[actor] ?? {}))).toEqual(new Set([rate]));
    }
  });
});

const draws = (): RandomStream => new RandomStream(1, "faults");

describe("Faults", () => {
  it("SM-10: counts what occurs and leaves a line of it", () => {
    const { faults, trace } = smallParts("failBefore");
    expect([
      faults.occurs("failBefore", draws(), "n1#1"),
      faults.occurs("failAfter", draws(), "n1#1"),
    ]).toEqual([true, false]);
    expect(faults.counts).toMatchObject({ failBefore: 1, failAfter: 0 });
    expect(trace.lines).toEqual([`${START} n1#1 !failBefore - -`]);
  });

  it("SM-82: spends the same draws whether or not a fault is switched off or held back", () => {
    const stream = draws();
    smallParts("failBefore").faults.occurs("failBefore", stream, "n1#1");
    const other = draws();
    smallParts().faults.occurs("failBefore", other, "n1#1");
    expect(stream.next()).toBe(other.next());
  });

  it("SM-82: holds back by ordinal", () => {
    const options = {
      rates: always("failBefore"),
      trace: new Trace(),
      loop: new EventLoop(0),
      until: Infinity,
    };
    const faults = new Faults({ ...options, filter: (index) => index === 1 });
    const occurred = [0, 1, 2].map(() => faults.occurs("failBefore", draws(), "n1#1"));
    expect(occurred).toEqual([false, true, false]);
    expect([faults.indexCount, faults.counts.failBefore]).toEqual([3, 1]);
  });

  it("SM-12: stops at its instant, but for agents that stay silent", async () => {
    const loop = new EventLoop(0);
    const rates = always("failBefore", "agentSilent");
    const faults = new Faults({ rates, trace: new Trace(), loop, until: 10, filter: () => true });
    await pass(loop, 9);
    expect([faults.isOn, faults.occurs("failBefore", draws(), "n1#1")]).toEqual([true, true]);
    await pass(loop, 1);
    expect([faults.isOn, faults.occurs("failBefore", draws(), "n1#1")]).toEqual([false, false]);
    expect(faults.occurs("agentSilent", draws(), "n1#1")).toBe(true);
    faults.stop();
    expect(faults.occurs("agentSilent", draws(), "n1#1")).toBe(false);
  });
});

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

function timerOf(...kinds: readonly FaultKind[]) {
  const parts = smallParts(...kinds);
  const inner = new WakeUpTimer({ clock: parts.life.clock });
  const timer = new FaultyTimer({ ...parts, inner, random: new RandomStream(1, "timer") });
  const woken: { readonly version: number; readonly ms: number }[] = [];
  const delivery = timer.start(({ version }) => void woken.push({ version, ms: parts.loop.now - START }));
  const arm = (id: string, ms: number, version = 3): void =>
    void timer.arm({ id, version, roomId: "r", at: START + ms, keepsProcessAlive: false });
  return { ...parts, timer, woken, delivery: delivery as { stop(): unknown }, arm };
}

describe("FaultyTimer", () => {
  it("wakes on time without a fault, and not what was disarmed", async () => {
    const { arm, timer, woken, loop } = timerOf();
    arm("a", 500);
    arm("b", 600);
    timer.disarm("b");
    await pass(loop, 2_000);
    expect(woken).toEqual([{ version: 3, ms: 500 }]);
  });

  it("SM-10: drops, repeats, delays, and delivers an old version", async () => {
    const wokenBy = async (kind: FaultKind) => {
      const { arm, woken, loop } = timerOf(kind);
      arm("a", 500);
      await pass(loop, 2_000);
      return woken;
    };
    expect(await wokenBy("timerDrop")).toEqual([]);
    const repeated = await wokenBy("timerDuplicate");
    expect(repeated.map(({ version }) => version)).toEqual([3, 3]);
    const [swapped] = await wokenBy("timerReorder");
    expect(swapped?.ms).toBeGreaterThan(500);
    expect((await wokenBy("timerOldVersion")).map(({ version }) => version)).toEqual([3, 2]);
    const [early] = await wokenBy("timerEarly");
    expect([early!.ms >= 300, early!.ms < 500]).toEqual([true, true]);
    const [late] = await wokenBy("timerLate");
    expect([late!.ms > 500, late!.ms <= 1_000]).toEqual([true, true]);
  });

  it("SM-11: is silent after stop, and after the death of its node", async () => {
    const stopped = timerOf("timerReorder");
    stopped.arm("a", 500);
    await pass(stopped.loop, 500);
    await stopped.delivery.stop();
    await pass(stopped.loop, 2_000);
    const dead = timerOf("timerDuplicate");
    dead.arm("a", 500);
    await pass(dead.loop, 500);
    dead.life.crash();
    await pass(dead.loop, 2_000);
    expect([stopped.woken.length, dead.woken.length]).toEqual([0, 1]);
  });
});
