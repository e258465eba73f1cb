import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admit, ServiceOptions } from "../../src/index.js";
import { NegotiationService } from "../../src/index.js";
import type { NegotiationStore } from "../../src/store.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { deferred, must, type Terms } from "../service/watched-room.js";
import { type TestDatabase, testDatabase } from "./postgres-database.js";
import { databaseFolder, openDatabase } from "./sqlite-files.js";

/** Stores over the same data, as two processes have them. */
type OpenPair = () => Promise<readonly [NegotiationStore, NegotiationStore]>;

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

const PAIRS: Readonly<Record<string, OpenPair>> = {
  memory: async () => {
    const store = new MemoryStore();
    return [store, store];
  },
  SQLite: async () => {
    const path = folder.newFile();
    const open = () => openSqliteStore({ database: openDatabase(path) }, { durability: "process" });
    return [open(), open()];
  },
  PostgreSQL: async () => {
    const tablePrefix = `judged_${++prefixes}_`;
    const open = () => openPostgresStore({ client: must(database).pool() }, { tablePrefix });
    return [await open(), await open()];
  },
};

const ada = { id: "ada", kind: "personal" } as const;
const smith = { id: "smith", kind: "personal" } as const;
const offer = (price: number) => ({ action: "counter", terms: { price } }) as const;
const accept = { action: "accept" } as const;
const reject = { action: "reject" } as const;

/** What a hook was shown, and on which version. */
interface Shown {
  readonly action: string;
  readonly version: number;
  readonly price: number | undefined;
}

describe.each(Object.entries(PAIRS))("services over one store in %s", (_, openPair) => {
  /** `one` is judged as `options` say; `other` takes everything. */
  async function services(options: ServiceOptions<Terms>) {
    const [first, second] = await openPair();
    const clock = new ManualClock();
    const rules = { oneActive: "none", cap: { limit: 100 } } as const;
    const shown: Shown[] = [];
    const { admit, ...rest } = options;
    const one = new NegotiationService<Terms>("room", {
      clock,
      store: first,
      rules,
      ...rest,
      admit:
        admit &&
        ((request) => {
          const { view, move } = request;
          shown.push({
            action: move.action,
            version: view.version,
            price: view.standing?.terms.price,
          });
          return admit(request);
        }),
    });
    const other = new NegotiationService<Terms>("room", { clock, store: second, rules });
    const dropped: string[] = [];
    one.on("message:dropped", ({ code }) => dropped.push(code));
    const { id } = await one.createNegotiation(ada, smith, { price: 50 });
    const say = (from: string, type: string, more: object = {}) => ({
      ...{ type, negotiationId: id, fromAgent: from },
      ...more,
    });
    return {
      one,
      other,
      clock,
      id,
      shown,
      dropped,
      /** The other process lets smith and ada counter, so that 9,999 stands and it is smith's turn again. */
      moveOn: async (by: NegotiationService<Terms> = other) => {
        expect(await by.submit(id, "smith", offer(60))).toMatchObject({ ok: true });
        expect(await by.submit(id, "ada", offer(9_999))).toMatchObject({ ok: true });
      },
      say,
      stored: async () => must(await other.loadNegotiation(id)),
      end: () => {
        for (const room of [one, other]) room.destroy();
      },
    };
  }

  /** Refuses whatever answers more than 60. */
  const atMost60: Admit<Terms> = ({ view }) => (view.standing?.terms.price ?? 0) <= 60;

  it("shows a hook that answers at once what the store holds, not what is remembered [EN-46]", async () => {
    const { one, moveOn, id, shown, stored, end } = await services({ admit: atMost60 });
    await moveOn();
    expect(await one.submit(id, "smith", reject)).toMatchObject({ code: "not_admitted", version: 2 });
    expect(shown.at(-1)).toEqual({ action: "reject", version: 2, price: 9_999 });
    expect((await stored()).status).toBe("countered");
    end();
  });

  it("takes a move that is right by what the store holds and wrong by what is remembered [EN-46]", async () => {
    const { one, moveOn, id, end } = await services({
      admit: ({ view, move }) => move.action !== "reject" || (view.standing?.terms.price ?? 0) > 60,
    });
    await moveOn();
    expect(await one.submit(id, "smith", reject)).toMatchObject({ ok: true, turn: { number: 4 } });
    end();
  });

  it("asks policies about what the store holds too [EN-46]", async () => {
    const seen: number[] = [];
    const { one, moveOn, id, end } = await services({
      policies: [
        {
          layer: "personal",
          rule: "low only",
          permits: ({ action }, { standing }) => {
            if (action === "counter") seen.push(standing?.terms.price ?? 0);
            return (standing?.terms.price ?? 0) <= 60;
          },
        },
      ],
    });
    await moveOn();
    expect(await one.submit(id, "smith", offer(70))).toMatchObject({ code: "policy_masked", version: 2 });
    expect(seen[0]).toBe(9_999);
    end();
  });

  it.each(["submit", "a message"])(
    "judges again what took time while others moved, by %s [EN-46]",
    async (door) => {
      const gate = deferred<void>();
      const asked = deferred<void>();
      const { one, moveOn, id, shown, dropped, say, stored, end } = await services({
        admit: async ({ view }) => {
          if (view.turns.length === 0) return true;
          const price = view.standing?.terms.price ?? 0;
          asked.resolve();
          await gate.promise;
          return price <= 60;
        },
      });
      const moving =
        door === "submit"
          ? one.submit(id, "smith", reject).then((result) => (result.ok ? "taken" : result.code))
          : one.handleAgentMessage(say("smith", "agent_reject")).then(() => dropped.at(-1));
      await asked.promise;
      await moveOn();
      gate.resolve();
      expect(await moving).toBe("not_admitted");
      expect(shown.slice(1)).toEqual([
        { action: "reject", version: 0, price: 50 },
        { action: "reject", version: 2, price: 9_999 },
      ]);
      expect((await stored()).turns).toHaveLength(3);
      end();
    },
  );

  it("judges again what was refused on a record that has moved on meanwhile [EN-46]", async () => {
    const gate = deferred<void>();
    const asked = deferred<void>();
    const { one, moveOn, id, end } = await services({
      admit: async ({ view }) => {
        const price = view.standing?.terms.price;
        if (price === undefined) return true;
        asked.resolve();
        await gate.promise;
        return price > 60;
      },
    });
    const moving = one.submit(id, "smith", reject);
    await asked.promise;
    await moveOn();
    gate.resolve();
    expect(await moving).toMatchObject({ ok: true, turn: { number: 4 } });
    end();
  });

  it("asks policies again where the record moved on while a hook took time [EN-46]", async () => {
    const gate = deferred<void>();
    const asked = deferred<void>();
    const { one, moveOn, id, stored, end } = await services({
      policies: [
        {
          layer: "universal",
          rule: "low only",
          permits: (_move, { standing }) => (standing?.terms.price ?? 0) <= 60,
        },
      ],
      admit: ({ view }) => {
        if (view.turns.length === 0) return true;
        asked.resolve();
        return gate.promise.then(() => true);
      },
    });
    const moving = one.submit(id, "smith", offer(70));
    await asked.promise;
    await moveOn();
    gate.resolve();
    expect(await moving).toMatchObject({ code: "policy_masked" });
    expect((await stored()).turns).toHaveLength(3);
    end();
  });

  it("waits in one process while the same parties go on, and judges again then [EN-46]", async () => {
    const gate = deferred<void>();
    const asked = deferred<void>();
    const { one, moveOn, id, shown, stored, end } = await services({
      admit: async ({ view, move }) => {
        if (move.action !== "reject") return true;
        asked.resolve();
        await gate.promise;
        return (view.standing?.terms.price ?? 0) <= 60;
      },
    });
    const moving = one.submit(id, "smith", reject);
    await asked.promise;
    await moveOn(one);
    gate.resolve();
    expect(await moving).toMatchObject({ code: "not_admitted", version: 2 });
    expect(shown.filter(({ action }) => action === "reject").map(({ version }) => version)).toEqual([0, 2]);
    expect((await stored()).status).toBe("countered");
    end();
  });

  it("judges five times at most, and then says contention [EN-46]", async () => {
    const { one, moveOn, id, shown, stored, end } = await services({
      admit: async ({ view }) => {
        if (view.turns.length > 0) await moveOn();
        return true;
      },
    });
    await expect(one.submit(id, "smith", reject)).rejects.toMatchObject({ code: "contention" });
    expect(shown.slice(1).map(({ version }) => version)).toEqual([0, 2, 4, 6, 8]);
    expect((await stored()).turns).toHaveLength(11);
    end();
  });

  it("never commits an agent's answer that was judged on another version [EN-46]", async () => {
    const gate = deferred<void>();
    const asked = deferred<void>();
    const { one, moveOn, id, shown, stored, end } = await services({
      agentFor: ({ id: party }) => (party === "smith" ? () => reject : undefined),
      admit: async ({ view, move }) => {
        if (view.turns.length === 0 || move.action !== "reject") return true;
        const { standing } = view;
        asked.resolve();
        await gate.promise;
        return (standing?.terms.price ?? 0) <= 60;
      },
    });
    const droppedFor = new Promise((resolve) => {
      one.on("turn:dropped", ({ why }) => resolve(why));
    });
    await asked.promise;
    await moveOn();
    gate.resolve();
    expect(await droppedFor).toBe("stale");
    expect(shown[1]).toEqual({ action: "reject", version: 0, price: 50 });
    expect((await stored()).turns).toHaveLength(3);
    expect(id).toBe((await stored()).id);
    end();
  });

  it("refuses an acceptance where another proposal stands than was known here [EN-70]", async () => {
    const { one, moveOn, id, stored, end } = await services({});
    await moveOn();
    const standing = `${id}_p3`;
    expect(await one.submit(id, "smith", accept)).toMatchObject({
      code: "stale_proposal",
      version: 2,
      details: { given: `${id}_p1`, standing },
      legal: { turnNumber: 4, actions: ["propose", "counter", "accept", "reject"] },
    });
    expect((await stored()).turns).toHaveLength(3);
    // Now it is known here.
    expect(await one.submit(id, "smith", accept)).toMatchObject({ ok: true });
    expect((await stored()).outcome?.proposal?.id).toBe(standing);
    end();
  });

  it("drops the message that accepts what no longer stands [EN-70]", async () => {
    const { one, moveOn, say, dropped, stored, end } = await services({});
    await moveOn();
    await one.handleAgentMessage(say("smith", "agent_accept"));
    expect(dropped).toEqual(["stale_proposal"]);
    expect((await stored()).status).toBe("countered");
    end();
  });

  it("takes an acceptance that says what it means, whatever is remembered [EN-70]", async () => {
    for (const named of ["replyTo", "expectedVersion", "proposal"] as const) {
      const { one, moveOn, id, say, dropped, stored, end } = await services({});
      await moveOn();
      if (named === "replyTo") await one.submit(id, "smith", { ...accept, replyTo: `${id}_p3` });
      else if (named === "expectedVersion") await one.submit(id, "smith", accept, { expectedVersion: 2 });
      else {
        const message = say("smith", "agent_accept", { proposal: { price: 9_999 } });
        await one.handleAgentMessage(message);
      }
      expect([(await stored()).status, dropped]).toEqual(["accepted", []]);
      end();
    }
  });

  it("never accepts what came to stand while the acceptance was judged [EN-70]", async () => {
    const gate = deferred<void>();
    const asked = deferred<void>();
    const { one, moveOn, id, stored, end } = await services({
      admit: async ({ move }) => {
        if (move.action === "accept") {
          asked.resolve();
          await gate.promise;
        }
        return true;
      },
    });
    const accepting = one.submit(id, "smith", accept);
    await asked.promise;
    await moveOn(one);
    gate.resolve();
    expect(await accepting).toMatchObject({ code: "stale_proposal" });
    expect((await stored()).status).toBe("countered");
    end();
  });

  it("means what stands at the first look where nothing was known [EN-70]", async () => {
    const { other, id, stored, end } = await services({});
    expect(await other.submit(id, "smith", accept)).toMatchObject({ ok: true });
    expect((await stored()).outcome?.proposal?.id).toBe(`${id}_p1`);
    end();
  });

  it("refuses an acceptance that came before anything stood [EN-70]", async () => {
    const { one, other, end } = await services({});
    const { id } = await one.createNegotiation(ada, smith);
    await other.submit(id, "ada", { action: "propose", terms: { price: 9_999 } });
    expect(await one.submit(id, "smith", accept)).toMatchObject({
      code: "stale_proposal",
      details: { given: null, standing: `${id}_p1` },
    });
    end();
  });

  it("knows an acceptance again that took effect, whatever was remembered [EN-70]", async () => {
    const { one, other, moveOn, id, end } = await services({});
    await moveOn();
    const again = { commandId: "accepted-once" };
    expect(await other.submit(id, "smith", accept, again)).toMatchObject({ ok: true });
    expect(await one.submit(id, "smith", accept, again)).toMatchObject({ ok: true, duplicate: true });
    end();
  });

  it("judges the answer to a parked turn by what the store holds, and binds it to its claim [EN-46, EN-70]", async () => {
    const park = { parkMs: 60_000, claimMs: 60_000, claimBudget: "fresh", onClaimExpiry: "repark" } as const;
    const rules = { oneActive: "none", park: { ...park, freshMs: null } } as const;
    const [first, second] = await openPair();
    const clock = new ManualClock();
    const common = { clock, rules, fallback: () => new Promise<never>(() => {}) };
    const prices: number[] = [];
    const one = new NegotiationService<Terms>("room", {
      ...common,
      store: first,
      admit: ({ view }) => prices.push(view.standing?.terms.price ?? 0) > 0 && atMost60({ view } as never),
    });
    const other = new NegotiationService<Terms>("room", { ...common, store: second });
    const { id } = await parked(one, () => one.createNegotiation(ada, smith, { price: 50 }));
    const take = async (party: string) => {
      const turn = must(await other.pickup(party, { agentId: party }));
      return { agentId: party, claimId: turn.ok ? turn.claimId : turn.code };
    };
    for (const [party, price] of [
      ["smith", 60],
      ["ada", 9_999],
    ] as const) {
      const claim = await take(party);
      const result = await parked(other, () => other.respond(id, claim, offer(price)));
      expect(result).toMatchObject({ ok: true });
    }
    const claim = await take("smith");
    expect(await one.respond(id, claim, accept)).toMatchObject({ code: "not_admitted" });
    expect(prices).toEqual([0, 9_999]);
    // The claim says what was picked up: where it is known, its acceptance means that.
    expect(await other.respond(id, claim, accept)).toMatchObject({ ok: true });
    for (const room of [one, other]) room.destroy();
  });
});

/** Does it, and waits until the turn that it leads to is parked. */
async function parked<T>(room: NegotiationService<Terms>, work: () => Promise<T>): Promise<T> {
  const isParked = new Promise<void>((resolve) => {
    room.on("turn:parked", () => resolve());
  });
  const answer = await work();
  await isParked;
  return answer;
}
