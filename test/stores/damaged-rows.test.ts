import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Move, ServiceOptions } from "../../src/index.js";
import { NegotiationService } from "../../src/index.js";
import type { DueClaim } from "../../src/ports/index.js";
import type { NegotiationStore } from "../../src/store.js";
import { WakeUpTimer } from "../../src/store.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { deferred, must, type Terms } from "../service/watched-room.js";
import { type TestDatabase, testDatabase } from "./postgres-database.js";
import { databaseFolder, openDatabase } from "./sqlite-files.js";

/** A store, and the tables under it. */
interface Laid {
  readonly store: NegotiationStore;
  /** Runs SQL on the tables `negotiation` and `entry`. */
  readonly sql: (text: string) => Promise<void>;
}

const folder = databaseFolder();
let database: TestDatabase | undefined;
let prefixes = 0;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  folder.remove();
  await database?.drop();
});

const STORES: Readonly<Record<string, () => Promise<Laid>>> = {
  SQLite: async () => {
    const path = folder.newFile();
    const store = openSqliteStore({ database: openDatabase(path) }, { durability: "process" });
    const other = openDatabase(path);
    return {
      store,
      sql: async (text) => void other.exec(text.replace(/\b(negotiation|entry)\b/, "concordat_$1")),
    };
  },
  PostgreSQL: async () => {
    const tablePrefix = `damaged_${++prefixes}_`;
    const { admin, pool } = must(database);
    const store = await openPostgresStore({ client: pool() }, { tablePrefix });
    return {
      store,
      sql: async (text) =>
        void (await admin.query(text.replace(/\b(negotiation|entry)\b/, `${tablePrefix}$1`))),
    };
  },
};

/** What can be wrong with the row `bad`, how it is made so, and how it is mended. */
const DAMAGES: Readonly<Record<string, readonly [damage: string, mend: string]>> = {
  "an unreadable state": [
    "UPDATE negotiation SET state = '{' || state WHERE id = 'bad'",
    "UPDATE negotiation SET state = substr(state, 2) WHERE id = 'bad'",
  ],
  "an unreadable turn": [
    "UPDATE entry SET turn = '{' || turn WHERE negotiation_id = 'bad'",
    "UPDATE entry SET turn = substr(turn, 2) WHERE negotiation_id = 'bad'",
  ],
  "a version of another state": [
    "UPDATE negotiation SET version = version + 1 WHERE id = 'bad'",
    "UPDATE negotiation SET version = version - 1 WHERE id = 'bad'",
  ],
  "more turns than there are": [
    "UPDATE negotiation SET turn_count = turn_count + 1 WHERE id = 'bad'",
    "UPDATE negotiation SET turn_count = turn_count - 1 WHERE id = 'bad'",
  ],
  "fewer turns than there are": [
    "UPDATE negotiation SET turn_count = turn_count - 1 WHERE id = 'bad'",
    "UPDATE negotiation SET turn_count = turn_count + 1 WHERE id = 'bad'",
  ],
};

const ada = { id: "ada", kind: "personal" } as const;
const smith = { id: "smith", kind: "personal" } as const;
const accept = { action: "accept" } as const;
const DAMAGED = { code: "record_damaged", details: { id: "bad" }, message: expect.stringContaining('"bad"') };
const TOLD = ["record damaged", { negotiationId: "bad", code: "record_damaged" }];
const HOUR = 3_600_000;

const PARK = {
  parkMs: HOUR,
  claimMs: HOUR,
  claimBudget: "fresh",
  onClaimExpiry: "repark",
  freshMs: null,
} as const;
const PARKING: ServiceOptions<Terms> = {
  rules: { oneActive: "none", park: PARK },
  fallback: () => new Promise<never>(() => {}),
};

const rooms: NegotiationService<Terms>[] = [];
afterEach(() => {
  for (const room of rooms.splice(0)) room.destroy();
});

describe.each(Object.entries(STORES))("a damaged row in %s", (_, lay) => {
  /** A process that serves the room, with what its observer was told. */
  function serving({ store }: Laid, clock: ManualClock, options: ServiceOptions<Terms> = {}) {
    const told: unknown[] = [];
    const room = new NegotiationService<Terms>("room", {
      store,
      clock,
      rules: { oneActive: "none", turnMs: 30_000, totalMs: 120_000 },
      observer: { warn: (what, details) => void told.push([what, details]) },
      ...options,
    });
    rooms.push(room);
    return { room, told };
  }

  /** Negotiations with these ids, which a process has left behind, one after the other; then damages one. */
  async function left(ids: readonly string[], damage: string, options: ServiceOptions<Terms> = {}) {
    const laid = await lay();
    const clock = new ManualClock();
    const { room } = serving(laid, clock, { ...options, timer: new WakeUpTimer({ clock }) });
    for (const id of ids) {
      const isParked = new Promise<void>((resolve) => {
        if (options === PARKING) room.on("turn:parked", () => resolve());
        else resolve();
      });
      await room.createNegotiation(ada, smith, { price: 50 }, { id });
      await isParked;
      await clock.advance(1);
    }
    room.destroy();
    await laid.sql(damage);
    const open = (more: ServiceOptions<Terms> = {}) => serving(laid, clock, { ...options, ...more });
    return { ...laid, clock, open };
  }

  it.each(Object.entries(DAMAGES))(
    "is named where it has %s, until it is mended [EN-67]",
    async (_damage, [damage, mend]) => {
      const { sql, open } = await left(["bad", "good"], damage);
      const { room, told } = open();
      const asked = [
        () => room.loadNegotiation("bad"),
        () => room.submit("bad", "smith", accept),
        () => room.viewFor("bad", "smith"),
        () => room.outcomeOf("bad"),
        () => room.wake("bad"),
      ];
      for (const ask of asked) await expect(ask()).rejects.toMatchObject(DAMAGED);
      expect(told).toEqual(asked.map(() => TOLD));
      expect(await room.submit("good", "smith", accept)).toMatchObject({ ok: true });
      await sql(mend);
      expect(await room.submit("bad", "smith", accept)).toMatchObject({ ok: true, turn: { number: 2 } });
      expect(told).toHaveLength(asked.length);
    },
  );

  it.each(Object.entries(DAMAGES))(
    "with %s is left out of a list [EN-67]",
    async (_damage, [damage, mend]) => {
      const { sql, open } = await left(["good", "bad", "fine"], damage);
      const { room, told } = open();
      const idsOf = async () => (await room.list({ partyId: "ada", limit: 10 })).items.map(({ id }) => id);
      expect(await idsOf()).toEqual(["fine", "good"]);
      expect(told).toEqual([TOLD]);
      await sql(mend);
      expect(await idsOf()).toEqual(["fine", "bad", "good"]);
    },
  );

  it.each(Object.entries(DAMAGES))(
    "with %s is no reason not to resume others [EN-67]",
    async (_damage, [damage]) => {
      for (const isOverdue of [false, true]) {
        const { clock, open } = await left(["bad", "good", "late"], damage);
        const asked: string[] = [];
        const agent = async ({ negotiationId }: { readonly negotiationId: string }): Promise<never> => {
          asked.push(negotiationId);
          return new Promise<never>(() => {});
        };
        // All but the last are overdue by then.
        if (isOverdue) clock.set(clock.now() + 29_998);
        const { room, told } = open({ agentFor: () => agent, timer: new WakeUpTimer({ clock }) });
        await room.resume();
        // Once for each try: as what is due, and as what is open.
        expect(told).toEqual(isOverdue ? [TOLD, TOLD] : [TOLD]);
        expect(room.getNegotiation("good")?.status).toBe(isOverdue ? "expired" : "proposed");
        expect(asked).toEqual(isOverdue ? ["late"] : ["late", "good"]);
      }
    },
  );

  it.each(Object.entries(DAMAGES))(
    "with %s is passed over by a pickup [EN-67]",
    async (_damage, [damage, mend]) => {
      const others = ["bad-2", "bad-3", "bad-4", "bad-5", "bad-6"];
      const { sql, open } = await left(["bad", ...others, "good"], damage, PARKING);
      // More than a pickup would try to claim.
      for (const id of others) await sql(damage.replace("'bad'", `'${id}'`));
      const { room, told } = open();
      const turn = await room.pickup("smith", { agentId: "phone" });
      expect(turn).toMatchObject({ ok: true, negotiationId: "good" });
      expect(told[0]).toEqual(TOLD);
      const claim = { agentId: "phone", claimId: turn?.ok ? turn.claimId : "" };
      expect(await room.respond("good", claim, accept)).toMatchObject({ ok: true });
      await sql(mend);
      expect(await room.pickup("smith", { agentId: "phone" })).toMatchObject({ negotiationId: "bad" });
    },
  );

  it.each(Object.entries(DAMAGES))(
    "with %s is leased after growing pauses, up to an hour, and goes on when mended [EN-67]",
    async (_damage, [damage, mend]) => {
      const { store, sql, clock, open } = await left(["bad", "good"], damage);
      const leases: number[] = [];
      const { watched, quiet } = watchedStore(store, (method, answer) => {
        if (method !== "claimDue") return;
        for (const { id } of answer as readonly DueClaim[]) if (id === "bad") leases.push(clock.now());
      });
      const MINUTE = 60_000;
      const { room, told } = open({ store: watched, sweepIntervalMs: 5 * MINUTE, leaseMs: 10 * MINUTE });
      const start = clock.now() + 30_000;
      clock.set(start);
      await room.resume();
      await clock.advance(0);
      await quiet();
      expect(room.getNegotiation("good")?.status).toBe("expired");
      const later = async (minutes: number): Promise<void> => {
        await clock.advance(minutes * MINUTE);
        await quiet();
        // An answer that took time is taken up at the next turn of the clock.
        await clock.advance(0);
        await quiet();
      };
      for (let minutes = 0; minutes < 360; minutes += 5) await later(5);
      const expected = [0, 10, 20, 40, 80, 140, 200, 260, 320].map((minutes) => start + minutes * MINUTE);
      expect(leases).toEqual(expected);
      expect(told).toEqual(expected.map(() => TOLD));
      await sql(mend);
      for (let minutes = 0; minutes < 20; minutes += 5) await later(5);
      expect(room.getNegotiation("bad")?.status).toBe("expired");
      expect(told).toHaveLength(expected.length);
    },
  );

  it("is none that moves on, or is deleted, between two reads [EN-67]", async () => {
    for (const work of ["move", "delete"] as const) {
      const { store, clock, open } = await left(["moving"], "UPDATE negotiation SET status = status");
      const other = serving({ store, sql: async () => {} }, clock).room;
      let isDone = false;
      const meddled = new Proxy(store, {
        get: (target, name) => {
          const method = Reflect.get(target, name) as (...given: readonly unknown[]) => unknown;
          return async (...given: readonly unknown[]) => {
            if (name === "turns" && !isDone) {
              isDone = true;
              if (work === "delete") await store.delete("moving");
              else await other.submit("moving", "smith", { action: "counter", terms: { price: 60 } });
            }
            return Reflect.apply(method, target, given);
          };
        },
      });
      const { room, told } = open({ store: meddled });
      const seen = await room.loadNegotiation("moving");
      expect([seen?.version, seen?.turns.length]).toEqual(work === "move" ? [0, 1] : [undefined, undefined]);
      expect(told).toEqual([]);
    }
  });

  it("ends what waits for it, and asks its agent no more, where this process knows it well [EN-67]", async () => {
    const laid = await lay();
    const clock = new ManualClock();
    const { room, told } = serving(laid, clock);
    const answered = deferred<Move<Terms>>();
    const asked = deferred<void>();
    const dropped: string[] = [];
    room.on("turn:dropped", ({ why }) => dropped.push(why));
    const agent = async (): Promise<Move<Terms>> => {
      asked.resolve();
      return answered.promise;
    };
    const smithWith = { ...smith, agent };
    const outcome = room.negotiate({
      id: "bad",
      initiator: ada,
      responder: smithWith,
      proposal: { price: 50 },
    });
    const failed = expect(outcome).rejects.toMatchObject(DAMAGED);
    await asked.promise;
    await laid.sql("UPDATE negotiation SET turn_count = 7 WHERE id = 'bad'");
    const over = new Promise<void>((resolve) => room.on("turn:dropped", () => resolve()));
    answered.resolve({ action: "accept" });
    await over;
    expect(dropped).toEqual(["aborted"]);
    await clock.advance(1_000);
    await failed;
    expect(told.at(-1)).toEqual(TOLD);
  });

  it("does not keep others from being heard [EN-67]", async () => {
    const laid = await lay();
    const clock = new ManualClock();
    const hearing = { hearOthers: true } as const;
    const one = serving(laid, clock, hearing);
    for (const id of ["bad", "good"]) await one.room.createNegotiation(ada, smith, { price: 50 }, { id });
    await laid.sql("UPDATE entry SET details = '{' WHERE negotiation_id = 'bad'");
    // What it reads first is what was there before it came.
    const other = serving(laid, clock, hearing);
    const settled: string[] = [];
    const heard = new Promise<void>((resolve) => {
      other.room.on("negotiation:settled", ({ id }) => {
        settled.push(id);
        resolve();
      });
    });
    await other.room.resume();
    for (const id of ["bad", "good"]) await one.room.submit(id, "smith", accept);
    while (settled.length === 0) {
      await clock.advance(1_000);
      await Promise.race([heard, new Promise<void>((resolve) => setImmediate(resolve))]);
    }
    expect(settled).toEqual(["good"]);
    expect(other.told).toContainEqual(["commit not heard", { negotiationId: "bad", code: "record_damaged" }]);
  });
});

/** The store, with a look at its answers, and a wait until nobody waits for one. */
function watchedStore(store: NegotiationStore, look: (method: string, answer: unknown) => void) {
  const pending = new Set<unknown>();
  const watched = new Proxy(store, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return (...given: readonly unknown[]) => {
        const answer: unknown = Reflect.apply(method, target, given);
        if (!(answer instanceof Promise)) {
          look(String(name), answer);
          return answer;
        }
        const later = answer.then((value) => {
          look(String(name), value);
          return value;
        });
        pending.add(later);
        later.then(
          () => pending.delete(later),
          () => pending.delete(later),
        );
        return later;
      };
    },
  });
  const quiet = async (): Promise<void> => {
    do await new Promise<void>((resolve) => setImmediate(resolve));
    while (pending.size > 0);
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (pending.size > 0) await quiet();
  };
  return { watched, quiet };
}
