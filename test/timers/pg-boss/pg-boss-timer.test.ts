import { describe, expect, it, vi } from "vitest";
import { NegotiationError, NegotiationRooms, NegotiationService } from "../../../src/index.js";
import type { DueClaim } from "../../../src/ports/index.js";
import { MemoryStore } from "../../../src/stores/memory/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { wakeUpOf } from "../../../src/testing/timers/timer-lab.js";
import { type PgBossTimerOptions, pgBossTimer, type SweptStore } from "../../../src/timers/pg-boss/index.js";
import { FakeBoss } from "../fake-boss.js";

const DB = { executeSql: async () => ({ rows: [] }) };

function made(over: Partial<PgBossTimerOptions> = {}) {
  const boss = new FakeBoss();
  const clock = new ManualClock();
  const errors: string[] = [];
  const onError = (error: unknown): void => void errors.push(String(error));
  const timer = pgBossTimer({ boss, clock, onError, ...over });
  return { boss, clock, errors, timer };
}

/** A commit as the hook hears of it. */
function committed(version: number, at: number | null) {
  const deadline = at === null ? null : ({ at, kind: "turn" } as const);
  return { id: "a", version, roomId: "room-1", deadline };
}

describe("what it sends", () => {
  it("ST-70: one job for a commit with a deadline, in the commit's transaction, and none for one without", async () => {
    const { boss, clock, timer } = made();
    const at = clock.now() + 1_000;
    await timer.onCommit(committed(3, at), DB);
    await timer.onCommit(committed(4, null), DB);
    const data = { id: "a", version: 3, roomId: "room-1" };
    expect(boss.sent).toEqual([{ queue: "concordat-deadlines", data, at, db: DB }]);
  });

  it("ST-70: arm sends nothing that the hook has sent, but an agent's timeout, which is earlier", async () => {
    const { boss, clock, timer } = made();
    const at = clock.now() + 1_000;
    await timer.onCommit(committed(3, at), DB);
    await timer.arm(wakeUpOf("a", at, { version: 3 }));
    expect(boss.sent).toHaveLength(1);
    await timer.arm(wakeUpOf("a", at - 400, { version: 3 }));
    await timer.arm(wakeUpOf("a", at - 400, { version: 3 }));
    await timer.arm(wakeUpOf("a", at, { version: 3 }));
    expect(boss.sent.map((job) => [job.at, job.db])).toEqual([
      [at, DB],
      [at - 400, undefined],
    ]);
  });

  it("ST-70: an error of pg-boss within the hook is the commit's", async () => {
    const { boss, clock, timer } = made();
    boss.failures.set("send", new Error("no"));
    await expect(timer.onCommit(committed(0, clock.now()), DB)).rejects.toThrow("no");
    await timer.arm(wakeUpOf("a", clock.now()));
    expect(boss.sent).toHaveLength(1);
  });

  it("ST-70: without the hook arm sends, and again when that has failed", async () => {
    const { boss, clock, timer } = made();
    const at = clock.now() + 1_000;
    boss.failures.set("send", new Error("no"));
    await expect(timer.arm(wakeUpOf("a", at))).rejects.toThrow("no");
    await timer.arm(wakeUpOf("a", at));
    expect(boss.sent).toEqual([
      { queue: "concordat-deadlines", data: { id: "a", version: 0, roomId: "room-1" }, at, db: undefined },
    ]);
  });

  it("ST-71: a new job for each version, never one in place of another; disarm takes none back", async () => {
    const { boss, clock, timer } = made();
    const start = clock.now();
    for (let version = 0; version < 5; version++) {
      await timer.arm(wakeUpOf("a", start + 1_000 + version, { version }));
    }
    timer.disarm("a");
    expect(boss.sent.map(({ data }) => (data as { version: number }).version)).toEqual([0, 1, 2, 3, 4]);
    expect(boss.log).toEqual(["createQueue"]);
  });

  it("sends again what came too early, by the server's clock, and nothing for what is stale", async () => {
    const { boss, clock, timer } = made();
    const at = clock.now() + 1_000;
    // What a room does with a wake-up: it arms what is stored.
    await timer.start(() => timer.arm(wakeUpOf("a", at, { version: 3 })));
    await timer.onCommit(committed(3, at), DB);
    await boss.deliver({ id: "a", version: 2, roomId: "room-1" });
    expect(boss.sent).toHaveLength(1);
    await boss.deliver({ id: "a", version: 3, roomId: "room-1" });
    expect(boss.sent.map((job) => job.at)).toEqual([at, at]);
  });

  it("sends what is long past for now, and nothing for what no server can write", async () => {
    const { boss, clock, timer } = made();
    await timer.arm(wakeUpOf("past", 0));
    for (const at of [Date.UTC(9999, 11, 31, 23, 59, 59, 999) + 1, 8_640_000_000_000_000, 2 ** 53 - 1]) {
      await timer.arm(wakeUpOf("far", at));
    }
    await timer.arm(wakeUpOf("never", Number.POSITIVE_INFINITY));
    expect(boss.sent.map((job) => job.at)).toEqual([clock.now()]);
    for (const at of [Number.NaN, -1, 0.5]) {
      await expect(timer.arm(wakeUpOf("bad", at))).rejects.toThrow(RangeError);
    }
  });

  it("says that the boss is not started, and asks again the next time", async () => {
    const { boss, clock, timer } = made();
    boss.failures.set("createQueue", new Error("Database connection is not opened"));
    await expect(timer.arm(wakeUpOf("a", clock.now()))).rejects.toMatchObject({
      code: "store_failed",
      message: "Expected pg-boss to make its queue, got an error. Start the boss before the timer is used.",
    });
    await timer.arm(wakeUpOf("a", clock.now()));
    expect(boss.sent).toHaveLength(1);
  });
});

describe("the queue and its workers", () => {
  it("ST-72: are made with these options, once, when they are needed", async () => {
    const { boss, timer } = made({ queue: "other" });
    expect(boss.log).toEqual([]);
    await Promise.all([timer.start(() => {}), timer.start(() => {}, { roomId: "room-1" })]);
    expect(boss.queues).toEqual([
      ["other", { retryLimit: 3, heartbeatSeconds: 10, deleteAfterSeconds: 3_600 }],
    ]);
    expect([...boss.workers.values()].map(([queue, options]) => [queue, options])).toEqual([
      [
        "other",
        {
          pollingIntervalSeconds: 0.5,
          batchSize: 100,
          localConcurrency: 2,
          burstWhenBatchFull: true,
          perJobResults: true,
        },
      ],
    ]);
  });

  it("ST-72: end with the last handler, and begin again with the next; the boss goes on", async () => {
    const { boss, timer } = made();
    const one = await timer.start(() => {}, { roomId: "room-1" });
    const other = await timer.start(() => {});
    await one.stop();
    expect(boss.workers.size).toBe(1);
    await Promise.all([other.stop(), other.stop()]);
    await other.stop();
    expect(boss.log).toEqual(["createQueue", "work", "offWork"]);
    await timer.start(() => {});
    expect(boss.log.at(-1)).toBe("work");
    expect(boss.workers.size).toBe(1);
  });

  it("are asked for again after they could not be had", async () => {
    const { boss, clock, timer } = made({ store: new MemoryStore() });
    boss.failures.set("work", new Error("Workers are disabled"));
    await expect(timer.start(() => {})).rejects.toThrow("Workers are disabled");
    expect(clock.pendingCount).toBe(0);
    await timer.start(() => {});
    expect(boss.workers.size).toBe(1);
  });

  it("give back the job of a room that nobody serves, and what is no job of ours", async () => {
    const { boss, timer } = made();
    const woken: unknown[] = [];
    await timer.start((one) => void woken.push(one), { roomId: "room-1" });
    const job = { id: "a", version: 7, roomId: "room-1" };
    const statuses = await boss.deliver({ ...job, more: 1 }, { ...job, roomId: "room-2" }, null, { id: "a" });
    expect(statuses).toEqual(["completed", "failed", "failed", "failed"]);
    expect(woken).toEqual([job]);
  });
});

describe("ST-35, ST-71: with a service", () => {
  it("stale jobs are no-ops, and the one that counts takes effect once", async () => {
    const { boss, clock, timer } = made();
    const store = new MemoryStore();
    const room = new NegotiationService("room-1", { store, clock, timer, rules: { turnMs: 1_000 } });
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    await clock.advance(500);
    await room.submit(id, "smith", { action: "counter", terms: { price: 50 } });
    await expect.poll(() => boss.workers.size).toBe(1);
    expect(boss.sent).toHaveLength(2);
    const [first, second] = boss.sent;
    await clock.advance(500);
    await boss.deliver(first?.data);
    expect(room.getNegotiation(id)).toMatchObject({ version: 1, status: "countered" });
    // It was armed again, and sent already.
    expect(boss.sent).toHaveLength(2);
    await clock.advance(500);
    await boss.deliver(second?.data, second?.data, first?.data);
    expect(room.getNegotiation(id)).toMatchObject({ version: 2, status: "expired" });
    expect((await store.entries(id)).map(({ kind }) => kind)).toEqual(["created", "turn", "woken"]);
    await room.close();
    expect(boss.log).toEqual(["createQueue", "work", "offWork"]);
    expect(clock.pendingCount).toBe(0);
  });
});

describe("ST-74: the sweep", () => {
  it("looks every 30 s beside the engine, and settles all when no job comes", async () => {
    const store = new MemoryStore();
    const claimDue = vi.spyOn(store, "claimDue");
    const { clock, timer } = made({ store: () => store });
    const rooms = new NegotiationRooms({ store, clock, timer, rules: { turnMs: 1_000, oneActive: "none" } });
    const room = rooms.room("room-1");
    for (let index = 0; index < 250; index++) await room.createNegotiation("ada", "smith", { price: index });
    await clock.advance(29_999);
    expect(claimDue).toHaveBeenCalledTimes(1);
    expect(await store.count({ isFinal: true })).toBe(0);
    await clock.advance(1);
    expect(await store.count({ isFinal: true })).toBe(250);
    // Full pages are followed by another at once.
    expect(claimDue).toHaveBeenCalledTimes(4);
    await rooms.close();
  });

  it("leaves a damaged row alone for a while, whoever came upon it, and tells nobody else [EN-67]", async () => {
    const asked: unknown[] = [];
    const claim = { id: "bad", version: 3, roomId: "room-1", deadline: { at: 0, kind: "turn" } } as const;
    const store: SweptStore = {
      claimDue: ({ exceptIds }) => {
        asked.push(exceptIds);
        return exceptIds?.length === 0 ? [{ ...claim, leaseEndsAt: 0 }] : [];
      },
    };
    const { clock, timer, errors } = made({ store, sweepIntervalMs: 5_000, leaseMs: 10_000 });
    const damaged = new NegotiationError("record_damaged", "", { details: { id: "bad" } });
    await timer.start(async () => {
      throw damaged;
    });
    for (let looks = 0; looks < 7; looks++) await clock.advance(5_000);
    const [free, paused] = [[], ["bad"]];
    expect(asked).toEqual([free, paused, free, paused, paused, paused, free, paused]);
    expect(errors).toEqual([]);
  });

  it("takes the store itself as well, or none, and a store that comes later", async () => {
    const due: DueClaim[] = [];
    const store = { claimDue: () => due };
    const claimDue = vi.spyOn(store, "claimDue");
    const { clock, timer } = made({ store, sweepIntervalMs: 500, sweepLimit: 7, leaseMs: 55 });
    await timer.start(() => {}, { roomId: "room-1" });
    await clock.advance(500);
    const query = { limit: 7, leaseMs: 55, maxSchema: 1, roomIds: ["room-1"], exceptIds: [] };
    expect(claimDue.mock.calls).toEqual([
      [{ ...query, now: clock.now() - 500 }],
      [{ ...query, now: clock.now() }],
    ]);

    const without = made();
    await without.timer.start(() => {});
    expect(without.clock.pendingCount).toBe(0);

    const later = made({ store: () => undefined });
    await later.timer.start(() => {});
    await later.clock.advance(60_000);
    expect(later.errors).toEqual([]);
  });
});

describe("its options", () => {
  it("refuse what is no boss", () => {
    for (const boss of [undefined, null, 7, {}, { send: () => {}, work: () => {} }]) {
      expect(() => pgBossTimer({ boss } as never)).toThrow(TypeError);
    }
    expect(() => pgBossTimer({ boss: { send: 1 } } as never)).toThrow(
      "Expected boss to be a started PgBoss of pg-boss 12.35, got",
    );
    expect(() => pgBossTimer(undefined as never)).toThrow(TypeError);
  });

  it("refuse other things that make no sense, when it is made", () => {
    const boss = new FakeBoss();
    for (const bad of [0, -5, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => pgBossTimer({ boss, sweepIntervalMs: bad })).toThrow(RangeError);
      expect(() => pgBossTimer({ boss, sweepLimit: bad })).toThrow(RangeError);
      expect(() => pgBossTimer({ boss, leaseMs: bad })).toThrow(RangeError);
    }
    expect(() => pgBossTimer({ boss, queue: "" })).toThrow(TypeError);
    expect(() => pgBossTimer({ boss, store: {} as never })).toThrow(TypeError);
    expect(() => pgBossTimer({ boss, sweepInterval: 5 } as never)).toThrow("sweepIntervalMs");
    expect(() => pgBossTimer({ boss, store: undefined, queue: undefined, onError: undefined })).not.toThrow();
    expect(boss.log).toEqual([]);
  });

  it("have the real clock and nobody who hears of errors, if nothing is said", async () => {
    const boss = new FakeBoss();
    const timer = pgBossTimer({ boss });
    await timer.start(() => Promise.reject(new Error("nobody hears this")));
    const earliest = Date.now();
    await timer.arm(wakeUpOf("a", 0));
    expect(boss.sent[0]?.at).toBeGreaterThanOrEqual(earliest);
    expect(await boss.deliver({ id: "a", version: 0, roomId: "room-1" })).toEqual(["completed"]);
  });

  it("an onError that throws hurts nobody", async () => {
    const onError = (): void => {
      throw new Error("listener");
    };
    const { boss, timer } = made({ onError });
    await timer.start(() => Promise.reject(new Error("handler")));
    expect(await boss.deliver({ id: "a", version: 0, roomId: "room-1" })).toEqual(["completed"]);
  });
});
