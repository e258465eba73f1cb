/**
 * @module
 * What every store must do, as tests over a `create()`: the tests of `storage.md`, section 10, that need
 * one handle only. Everything is awaited, so that asynchronous stores fit.
 */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../src/core/negotiation.js";
import { NegotiationError } from "../../src/errors.js";
import type {
  DueClaim,
  ListQuery,
  NegotiationRow,
  NegotiationStore,
  NewNegotiation,
  OutboxRecord,
} from "../../src/ports/store.js";
import { newCommit, newEnd, newNegotiation, newTurn, T0 } from "./store-builders.js";
import { StoreModel, storeSteps } from "./store-model.js";

/** A store to test, empty. */
export type CreateStore = () => NegotiationStore | Promise<NegotiationStore>;

const DUE = { limit: 100, leaseMs: 10_000, maxSchema: 1 } as const;

/** Strings and numbers that stores are known to damage (ST-19). */
const AWKWARD: Json = {
  z: 1,
  a: '\u0000 NUL, lone \ud800 surrogate, \'; DROP TABLE negotiation; --, "quoted", %_\\',
  "10": [9_007_199_254_740_991, 1e21, -0.5, 5e-324, true, null, "👩‍🚀"],
  "": {},
  "\u0000": [[], {}],
};

const AWKWARD_IDS = ["'; DROP TABLE x; --", 'a"b', "👩‍🚀", "%", "_", "a\\b", "x".repeat(256), " ", "é", "É"];

/** Registers the tests. */
export function testStoreContract(name: string, create: CreateStore): void {
  describe(`${name}: writing`, () => {
    it("TS-01: creates and loads the same", async () => {
      const store = await create();
      const turn = { number: 1 };
      const created = newNegotiation({
        entry: { kind: "created", commandId: "c", turnNumber: 1, turn, details: { a: 1 } },
        parked: { partyId: "ada", firstParkedAt: T0, claimedBy: null },
      });
      expect(await store.create(created)).toEqual({ ok: true });
      const { entry, outbox, ...columns } = created;
      expect(await store.load("neg-1")).toEqual({ ...columns, version: 0, turnCount: 1, updatedAt: T0 });
      expect(await store.entries("neg-1")).toEqual([{ ...entry, version: 0, schema: 1, at: T0 }]);
      expect(await store.turns("neg-1")).toEqual([turn]);
    });

    it("TS-02: tells a used id from a used command, and commands of other rooms apart", async () => {
      const store = await create();
      await store.create(newNegotiation({ createCommandId: "c-1" }));
      expect(await store.create(newNegotiation({ createCommandId: "c-2" }))).toEqual({
        ok: false,
        reason: "exists",
        id: "neg-1",
      });
      const twin = { ok: false, reason: "duplicate", id: "neg-1" };
      expect(await store.create(newNegotiation({ id: "neg-2", createCommandId: "c-1" }))).toEqual(twin);
      expect(await store.create(newNegotiation({ createCommandId: "c-1" }))).toEqual(twin);
      expect(await store.load("neg-2")).toBeNull();
      const elsewhere = newNegotiation({ id: "neg-3", roomId: "room-2", createCommandId: "c-1" });
      expect(await store.create(elsewhere)).toEqual({ ok: true });
      const third = newNegotiation({ id: "neg-4", createCommandId: "c-3" });
      expect(await store.create(third)).toEqual({ ok: true });
      expect(await store.create({ ...third, id: "neg-5" })).toEqual({ ...twin, id: "neg-4" });
    });

    it("TS-03: commits at the version and at no other", async () => {
      const store = await create();
      await store.create(newNegotiation());
      expect(await store.commit(newCommit({ expectedVersion: 0 }))).toEqual({ ok: true, version: 1 });
      const before = await everything(store, ["neg-1"]);
      for (const expectedVersion of [0, 2]) {
        const entry = { ...newCommit({ expectedVersion }).entry, commandId: "new" };
        expect(await store.commit(newCommit({ expectedVersion, entry }))).toEqual({
          ok: false,
          reason: "conflict",
        });
      }
      expect(await everything(store, ["neg-1"])).toEqual(before);
    });

    it("TS-04: takes one of 50 concurrent commits, and nothing of the others", async () => {
      const store = await create();
      await store.create(newNegotiation());
      const commits = Array.from({ length: 50 }, (_, index) =>
        newTurn(1, {
          expectedVersion: 0,
          state: { winner: index },
          entry: {
            kind: "turn",
            commandId: `c-${index}`,
            turnNumber: 1,
            turn: { by: index },
            details: { index },
          },
          outbox: [{ type: "turn:recorded", body: { index } }],
        }),
      );
      const results = await Promise.all(commits.map(async (commit) => store.commit(commit)));
      const winners = results.flatMap((result, index) => (result.ok ? [index] : []));
      expect(winners).toHaveLength(1);
      const [index] = winners;
      expect((await store.load("neg-1"))?.state).toEqual({ winner: index });
      expect(await store.turns("neg-1")).toEqual([{ by: index }]);
      expect((await store.entries("neg-1")).map(({ commandId }) => commandId)).toEqual([
        "create-neg-1",
        `c-${index}`,
      ]);
      expect((await store.readOutbox({ after: null, limit: 10 })).map(({ body }) => body)).toEqual([
        { index },
      ]);
    });

    it("TS-05, TS-06: knows a stored command, also when the version is stale", async () => {
      const store = await create();
      await store.create(newNegotiation());
      await store.commit(newTurn(1, { expectedVersion: 0 }));
      const before = await everything(store, ["neg-1"]);
      for (const expectedVersion of [1, 0, 7]) {
        const again = newTurn(1, { expectedVersion, outbox: [{ type: "x", body: null }] });
        expect(await store.commit(again)).toEqual({ ok: false, reason: "duplicate" });
        const created = newCommit({ expectedVersion, entry: newNegotiation().entry });
        expect(await store.commit(created)).toEqual({ ok: false, reason: "duplicate" });
      }
      expect(await everything(store, ["neg-1"])).toEqual(before);
    });

    it("TS-05: knows the commands of a long history", async () => {
      const store = await create();
      await store.create(newNegotiation());
      for (let number = 1; number <= 60; number++) {
        expect((await store.commit(newTurn(number, { expectedVersion: number - 1 }))).ok).toBe(true);
      }
      for (let number = 1; number <= 60; number++) {
        const commit = newTurn(61, {
          expectedVersion: 60,
          entry: newTurn(number, { expectedVersion: 0 }).entry,
        });
        expect(await store.commit(commit)).toEqual({ ok: false, reason: "duplicate" });
      }
      const created = newCommit({ expectedVersion: 60, entry: newNegotiation().entry });
      expect(await store.commit(created)).toEqual({ ok: false, reason: "duplicate" });
    });

    it("TS-07: refuses turn numbers that repeat or skip, and stores nothing", async () => {
      const store = await create();
      await store.create(newNegotiation());
      await store.commit(newTurn(1, { expectedVersion: 0 }));
      const before = await everything(store, ["neg-1"]);
      for (const number of [1, 3]) {
        const entry = { kind: "turn", commandId: "new", turnNumber: number, turn: {}, details: null };
        const commit = newTurn(number, { expectedVersion: 1, entry, outbox: [{ type: "x", body: 1 }] });
        expect(await store.commit(commit)).toEqual({ ok: false, reason: "conflict" });
      }
      expect(await everything(store, ["neg-1"])).toEqual(before);
    });

    it("TS-08: has nothing under an unknown id", async () => {
      const store = await create();
      expect(await store.commit(newCommit({ expectedVersion: 0 }))).toEqual({ ok: false, reason: "missing" });
      expect(await store.load("neg-1")).toBeNull();
      expect(await store.turns("neg-1")).toEqual([]);
      expect(await store.entries("neg-1")).toEqual([]);
    });

    it("TS-09: gives an exclusive key to one live negotiation at a time", async () => {
      const store = await create();
      const contender = (index: number): NewNegotiation =>
        newNegotiation({ id: `neg-${index}`, exclusiveKey: "room:room-1" });
      const results = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => store.create(contender(index))),
      );
      const winner = results.findIndex(({ ok }) => ok);
      const lost = { ok: false, reason: "exclusive", id: `neg-${winner}` };
      expect(results.filter((_, index) => index !== winner)).toEqual(Array(19).fill(lost));
      const settled = newNegotiation({ ...contender(30), status: "rejected", isFinal: true, deadline: null });
      expect(await store.create(settled)).toEqual({ ok: true });
      await store.commit(newEnd({ id: `neg-${winner}`, expectedVersion: 0 }));
      expect(await store.create(contender(40))).toEqual({ ok: true });
      expect(await store.create(contender(41))).toEqual({ ...lost, id: "neg-40" });
      await store.delete("neg-40");
      expect(await store.create(contender(42))).toEqual({ ok: true });
    });

    it("TS-10: takes a command id once a negotiation, and null as often as it comes", async () => {
      const store = await create();
      await store.create(newNegotiation({ id: "a" }));
      await store.create(newNegotiation({ id: "b" }));
      const entry = { kind: "turn", commandId: "same", turnNumber: null, turn: null, details: null };
      expect((await store.commit(newCommit({ id: "a", expectedVersion: 0, entry }))).ok).toBe(true);
      expect((await store.commit(newCommit({ id: "b", expectedVersion: 0, entry }))).ok).toBe(true);
      const none = { ...entry, commandId: null };
      expect((await store.commit(newCommit({ id: "a", expectedVersion: 1, entry: none }))).ok).toBe(true);
      expect((await store.commit(newCommit({ id: "a", expectedVersion: 2, entry: none }))).ok).toBe(true);
    });

    it("TS-17: gives strings and numbers back as they came", async () => {
      const store = await create();
      for (const [index, awkward] of AWKWARD_IDS.entries()) {
        const id = awkward;
        const created = newNegotiation({
          id,
          roomId: awkward,
          createCommandId: awkward,
          initiatorId: awkward,
          responderId: `${awkward.slice(1)}!`,
          exclusiveKey: `${index}${awkward}`,
          state: AWKWARD,
          entry: { kind: "created", commandId: awkward, turnNumber: 1, turn: AWKWARD, details: AWKWARD },
          outbox: [{ type: "created", body: AWKWARD }],
        });
        expect(await store.create(created)).toEqual({ ok: true });
        const row = await store.load(id);
        expect(row).toMatchObject({ id, roomId: awkward, createCommandId: awkward, initiatorId: awkward });
        expect(JSON.stringify(row?.state)).toBe(JSON.stringify(AWKWARD));
        expect(JSON.stringify(await store.turns(id))).toBe(JSON.stringify([AWKWARD]));
        expect(JSON.stringify((await store.entries(id))[0]?.details)).toBe(JSON.stringify(AWKWARD));
      }
      const outbox = await store.readOutbox({ after: null, limit: 100 });
      expect(outbox.map(({ negotiationId }) => negotiationId)).toEqual(AWKWARD_IDS);
      for (const { body } of outbox) expect(JSON.stringify(body)).toBe(JSON.stringify(AWKWARD));
    });

    it("TS-18: is not changed by what happens to arguments and answers", async () => {
      const store = await create();
      const arguments_ = [
        newNegotiation({
          state: { deep: { list: [{ n: 1 }] } },
          parked: { partyId: "ada", firstParkedAt: T0, claimedBy: null },
          outbox: [{ type: "x", body: { n: 1 } }],
          entry: { kind: "created", commandId: "c", turnNumber: 1, turn: { n: 1 }, details: { n: [1] } },
        }),
        newTurn(2, {
          expectedVersion: 0,
          parked: { partyId: "ada", firstParkedAt: T0, claimedBy: null },
          // Frozen above and not below.
          state: Object.freeze({ deep: { list: [{ n: 2 }] } }),
          outbox: [{ type: "y", body: Object.freeze({ deep: [2] }) }],
        }),
      ] as const;
      await store.create(arguments_[0]);
      const created = JSON.stringify(await everything(store, ["neg-1"]));
      scribble(arguments_[0]);
      expect(JSON.stringify(await everything(store, ["neg-1"]))).toBe(created);
      await store.commit(arguments_[1]);
      const before = JSON.stringify(await everything(store, ["neg-1"]));
      scribble(arguments_[1]);
      expect(JSON.stringify(await everything(store, ["neg-1"]))).toBe(before);
      scribble(await everything(store, ["neg-1"]));
      scribble(await store.claimDue({ ...DUE, now: T0 + 60_000 }));
      expect(JSON.stringify(await everything(store, ["neg-1"]))).toBe(before);
    });

    it("TS-29: takes a state and a turn of 1 MB", async () => {
      const store = await create();
      const state = { text: "x".repeat(1_000_000) };
      await store.create(newNegotiation({ state }));
      const entry = { kind: "turn", commandId: "c", turnNumber: 1, turn: state, details: null };
      await store.commit(newTurn(1, { expectedVersion: 0, state, entry }));
      expect((await store.load("neg-1"))?.state).toEqual(state);
      expect(await store.turns("neg-1")).toEqual([state]);
    });

    it("TS-30: keeps rows of newer and older formats as they are", async () => {
      const store = await create();
      await store.create(newNegotiation({ schema: 7 }));
      expect((await store.load("neg-1"))?.schema).toBe(7);
      await store.commit(newCommit({ expectedVersion: 0, schema: 8 }));
      expect((await store.load("neg-1"))?.schema).toBe(8);
      expect((await store.entries("neg-1")).map(({ schema }) => schema)).toEqual([7, 8]);
    });

    it("TS-31: refuses malformed calls before it does anything", async () => {
      const store = await create();
      await store.create(newNegotiation());
      const before = await everything(store, ["neg-1", "neg-2"]);
      const fresh = (over: object) => () => store.create({ ...newNegotiation({ id: "neg-2" }), ...over });
      const commit = (over: object) => () => store.commit({ ...newCommit({ expectedVersion: 0 }), ...over });
      const entry = newCommit({ expectedVersion: 0 }).entry;
      const calls: readonly (() => unknown)[] = [
        fresh({ id: "" }),
        fresh({ id: "x".repeat(257) }),
        fresh({ roomId: "" }),
        fresh({ createCommandId: 7 }),
        fresh({ initiatorId: "" }),
        fresh({ responderId: "x".repeat(257) }),
        fresh({ createdAt: 1.5 }),
        fresh({ createdAt: 8_640_000_000_000_001 }),
        fresh({ isFinal: true }),
        fresh({ deadline: null }),
        fresh({ schema: -1 }),
        fresh({ entry: { ...entry, turnNumber: 2, turn: {} } }),
        commit({ id: "" }),
        commit({ expectedVersion: 0.5 }),
        commit({ expectedVersion: -1 }),
        commit({ now: -1 }),
        commit({ now: Number.NaN }),
        commit({ now: "1" }),
        commit({ isFinal: true }),
        commit({ deadline: null }),
        commit({ deadline: { at: 0.5, kind: "turn" } }),
        commit({ entry: { ...entry, commandId: "" } }),
        commit({ entry: { ...entry, turnNumber: 1 } }),
        commit({ entry: { ...entry, turn: {} } }),
        commit({ entry: { ...entry, turnNumber: 1.5, turn: {} } }),
        commit({ parked: { partyId: "", firstParkedAt: 0, claimedBy: null } }),
        () => store.load(""),
        () => store.turns("neg-1", { after: -1 }),
        () => store.turns("neg-1", { upTo: 0.5 }),
        () => store.entries("neg-1", { limit: 0 }),
        () => store.list({ limit: 0 }),
        () => store.list({ limit: 1, after: "nonsense" }),
        () => store.listParked({ partyId: "ada", claimedBy: null, limit: 0.5 }),
        () => store.claimDue({ ...DUE, now: -1 }),
        () => store.claimDue({ ...DUE, now: T0, limit: 0 }),
        () => store.claimDue({ ...DUE, now: T0, leaseMs: 0 }),
        () => store.count({ updatedSince: Number.POSITIVE_INFINITY }),
        () => store.readOutbox({ after: null, limit: 0 }),
        () => store.readOutbox({ after: "nonsense", limit: 1 }),
        () => store.trimOutbox("nonsense"),
        () => store.delete(""),
        () => store.prune({ settledBefore: -1, limit: 1 }),
        () => store.prune({ settledBefore: T0, limit: 0 }),
      ];
      for (const call of calls) {
        const error = await thrownBy(call);
        expect(error instanceof TypeError || error instanceof RangeError, String(call)).toBe(true);
      }
      expect(await everything(store, ["neg-1", "neg-2"])).toEqual(before);
    });
  });

  describe(`${name}: deadlines`, () => {
    it("TS-11: claims what is due, soonest first, up to the limit, and nothing final", async () => {
      const store = await create();
      const due = { e: T0 + 1, d: T0, c: T0, b: T0 - 1, a: T0 - 2 };
      for (const [id, at] of Object.entries(due)) {
        await store.create(newNegotiation({ id, deadline: { at, kind: "total" } }));
      }
      await store.commit(newEnd({ id: "a", expectedVersion: 0 }));
      const claim = (id: "b" | "c" | "d"): DueClaim => ({
        id,
        version: 0,
        roomId: "room-1",
        deadline: { at: due[id], kind: "total" },
        leaseEndsAt: T0 + 10_000,
      });
      expect(await store.claimDue({ ...DUE, now: T0, limit: 2 })).toEqual([claim("b"), claim("c")]);
      expect(await store.claimDue({ ...DUE, now: T0 })).toEqual([claim("d")]);
      expect(await store.claimDue({ ...DUE, now: T0 })).toEqual([]);
    });

    it("TS-12: claims a leased row again when the lease has ended, not 1 ms before", async () => {
      const store = await create();
      await store.create(newNegotiation({ deadline: { at: T0, kind: "turn" } }));
      expect(await claimedIds(store, T0)).toEqual(["neg-1"]);
      expect(await claimedIds(store, T0 + 9_999)).toEqual([]);
      expect(await claimedIds(store, T0 + 10_000)).toEqual(["neg-1"]);
    });

    it("TS-13: a commit ends the lease and moves the deadline", async () => {
      const store = await create();
      await store.create(newNegotiation({ deadline: { at: T0, kind: "turn" } }));
      expect(await claimedIds(store, T0)).toEqual(["neg-1"]);
      await store.commit(newCommit({ expectedVersion: 0, deadline: { at: T0 + 5, kind: "turn" } }));
      expect(await claimedIds(store, T0 + 4)).toEqual([]);
      expect(await store.claimDue({ ...DUE, now: T0 + 5 })).toMatchObject([
        { version: 1, deadline: { at: T0 + 5 } },
      ]);
    });

    it("TS-14: gives no row to two of 12 concurrent claimers, and all within two rounds", async () => {
      const store = await create();
      for (let index = 0; index < 60; index++) {
        await store.create(
          newNegotiation({ id: `neg-${index}`, deadline: { at: T0 - index, kind: "turn" } }),
        );
      }
      const ids: string[] = [];
      for (let round = 0; round < 2; round++) {
        const claims = Array.from({ length: 12 }, async () => store.claimDue({ ...DUE, now: T0, limit: 5 }));
        ids.push(...(await Promise.all(claims)).flat().map(({ id }) => id));
      }
      expect(ids).toHaveLength(60);
      expect(new Set(ids).size).toBe(60);
    });

    it("TS-15: leaves rows of other rooms and newer formats unleased", async () => {
      const store = await create();
      const deadline = { at: T0, kind: "turn" } as const;
      await store.create(newNegotiation({ id: "a", roomId: "room-a", deadline }));
      await store.create(newNegotiation({ id: "b", roomId: "room-b", deadline }));
      await store.create(newNegotiation({ id: "c", roomId: "room-a", deadline, schema: 2 }));
      const claim = async (over: object): Promise<readonly string[]> =>
        (await store.claimDue({ ...DUE, now: T0, ...over })).map(({ id }) => id);
      expect(await claim({ roomIds: [] })).toEqual([]);
      expect(await claim({ roomIds: ["room-a", "room-z"] })).toEqual(["a"]);
      expect(await claim({})).toEqual(["b"]);
      expect(await claim({ maxSchema: 2 })).toEqual(["c"]);
    });

    it("TS-16: knows the next deadline, leased or not", async () => {
      const store = await create();
      const at = (time: number) => ({ deadline: { at: T0 + time, kind: "turn" as const } });
      expect(await store.nextDeadline()).toBeNull();
      await store.create(newNegotiation({ id: "a", ...at(20) }));
      await store.create(newNegotiation({ id: "b", ...at(10) }));
      expect(await store.nextDeadline()).toBe(T0 + 10);
      await store.claimDue({ ...DUE, now: T0 + 10 });
      expect(await store.nextDeadline()).toBe(T0 + 10);
      await store.commit(newCommit({ id: "b", expectedVersion: 0, ...at(30) }));
      expect(await store.nextDeadline()).toBe(T0 + 20);
      await store.commit(newCommit({ id: "a", expectedVersion: 0, ...at(5) }));
      expect(await store.nextDeadline()).toBe(T0 + 5);
      await store.commit(newEnd({ id: "a", expectedVersion: 1 }));
      expect(await store.nextDeadline()).toBe(T0 + 30);
      await store.delete("b");
      expect(await store.nextDeadline()).toBeNull();
    });
  });

  describe(`${name}: reading`, () => {
    it("TS-19: pages through entries and turns without a gap", async () => {
      const store = await create();
      await store.create(newNegotiation());
      // Every third commit has no turn.
      let turnCount = 0;
      for (let version = 0; version < 40; version++) {
        if (version % 3 === 2) await store.commit(newCommit({ expectedVersion: version }));
        else await store.commit(newTurn(++turnCount, { expectedVersion: version }));
        expect((await store.load("neg-1"))?.turnCount).toBe(turnCount);
        expect(await store.turns("neg-1", { upTo: turnCount })).toHaveLength(turnCount);
      }
      const entries = await store.entries("neg-1");
      expect(entries.map(({ version }) => version)).toEqual(Array.from({ length: 41 }, (_, index) => index));
      const turns = await store.turns("neg-1");
      expect(turns).toEqual(entries.flatMap(({ turn }) => (turn === null ? [] : [turn])));
      for (const limit of [1, 7, 100]) {
        const paged = [...(await store.entries("neg-1", { limit }))];
        for (let page = await store.entries("neg-1", { after: limit - 1, limit }); page.length > 0; ) {
          paged.push(...page);
          page = await store.entries("neg-1", { after: paged.length - 1, limit });
        }
        expect(paged).toEqual(entries);
        const turnPages: Json[] = [];
        for (let page = await store.turns("neg-1", { limit }); page.length > 0; ) {
          turnPages.push(...page);
          page = await store.turns("neg-1", { after: turnPages.length, limit });
        }
        expect(turnPages).toEqual(turns);
      }
      expect(await store.turns("neg-1", { after: 3, upTo: 5 })).toEqual(turns.slice(3, 5));
      expect(await store.turns("neg-1", { upTo: 0 })).toEqual([]);
      expect(await store.turns("neg-1", { after: 5, upTo: 3 })).toEqual([]);
      expect(await store.turns("neg-1", { after: 99 })).toEqual([]);
      expect(await store.entries("neg-1", { after: 40 })).toEqual([]);
    });

    it("TS-20: lists by each filter and by two, newest change first", async () => {
      const store = await create();
      await fill(store);
      const ids = async (query: Partial<ListQuery>): Promise<string[]> =>
        (await store.list({ limit: 100, ...query })).items.map(({ id }) => id);
      expect(await ids({})).toEqual(["d", "a", "b", "c"]);
      expect(await ids({ roomId: "room-1" })).toEqual(["a", "b"]);
      expect(await ids({ roomId: "room-9" })).toEqual([]);
      expect(await ids({ partyId: "ada" })).toEqual(["d", "a", "b"]);
      expect(await ids({ partyId: "jones" })).toEqual(["d", "c"]);
      expect(await ids({ status: "rejected" })).toEqual(["d"]);
      expect(await ids({ isFinal: true })).toEqual(["d"]);
      expect(await ids({ isFinal: false })).toEqual(["a", "b", "c"]);
      expect(await ids({ exclusiveKey: "key-d" })).toEqual(["d"]);
      expect(await ids({ exclusiveKey: "key-d", isFinal: false })).toEqual([]);
      expect(await ids({ exclusiveKey: "key-c", isFinal: false })).toEqual(["c"]);
      expect(await ids({ exclusiveKey: "key-c", isFinal: false, roomId: "room-1" })).toEqual([]);
      expect(await ids({ createCommandId: "create-a" })).toEqual(["a"]);
      expect(await ids({ createCommandId: "create-a", roomId: "room-1" })).toEqual(["a"]);
      expect(await ids({ createCommandId: "create-a", roomId: "room-2" })).toEqual([]);
      expect(await ids({ floor: "smith" })).toEqual(["a"]);
      expect(await ids({ updatedSince: T0 + 1 })).toEqual(["d", "a", "b"]);
      expect(await ids({ updatedSince: T0 + 2 })).toEqual(["d"]);
      expect(await ids({ roomId: "room-1", floor: "ada" })).toEqual(["b"]);
      expect(await ids({ partyId: "ada", isFinal: true })).toEqual(["d"]);
      expect(await store.count({})).toBe(4);
      expect(await store.count({ roomId: "room-1" })).toBe(2);
      expect(await store.count({ partyId: "ada", isFinal: false })).toBe(2);
    });

    it("TS-20: pages without losing what stays where it is while others commit", async () => {
      const store = await create();
      const versions = new Map<string, number>();
      for (let index = 0; index < 40; index++) {
        const id = `neg-${String(index).padStart(2, "0")}`;
        await store.create(newNegotiation({ id, createdAt: T0 + (index % 5) }));
        versions.set(id, 0);
      }
      const moved = new Set<string>();
      const seen: string[] = [];
      let after: string | undefined;
      for (let page = 0; page < 40; page++) {
        const { items, next } = await store.list({ limit: 3, after });
        seen.push(...items.map(({ id }) => id));
        if (next === null) break;
        after = next;
        const id = `neg-${String((page * 7) % 40).padStart(2, "0")}`;
        moved.add(id);
        const version = versions.get(id) ?? 0;
        versions.set(id, version + 1);
        await store.commit(newCommit({ id, expectedVersion: version, now: T0 + 100 + page }));
      }
      const unmoved = [...versions.keys()].filter((id) => !moved.has(id));
      expect(unmoved.length).toBeGreaterThan(20);
      for (const id of unmoved) expect(seen.filter((other) => other === id)).toEqual([id]);
    });

    it("TS-21: lists parked turns oldest first, those of a claimant to the claimant only", async () => {
      const store = await create();
      const parked = (firstParkedAt: number, claimedBy: string | null = null) => ({
        parked: { partyId: "ada", firstParkedAt, claimedBy },
      });
      await store.create(newNegotiation({ id: "c", ...parked(T0) }));
      await store.create(newNegotiation({ id: "b", ...parked(T0) }));
      await store.create(newNegotiation({ id: "a", ...parked(T0 + 5) }));
      await store.create(newNegotiation({ id: "d", ...parked(T0 - 5) }));
      await store.create(newNegotiation({ id: "e" }));
      const other = { partyId: "smith", firstParkedAt: T0, claimedBy: null };
      await store.create(newNegotiation({ id: "f", parked: other }));
      const ids = async (claimedBy: string | null = null, partyId = "ada"): Promise<string[]> =>
        (await store.listParked({ partyId, claimedBy, limit: 10 })).items.map(({ id }) => id);
      expect(await ids()).toEqual(["d", "b", "c", "a"]);
      expect(await ids(null, "smith")).toEqual(["f"]);
      expect(await ids(null, "nobody")).toEqual([]);
      const first = await store.listParked({ partyId: "ada", claimedBy: null, limit: 3 });
      expect(first.items.map(({ id }) => id)).toEqual(["d", "b", "c"]);
      const after = first.next ?? "";
      const second = await store.listParked({ partyId: "ada", claimedBy: null, limit: 3, after });
      expect([second.items.map(({ id }) => id), second.next]).toEqual([["a"], null]);
      await store.commit(newCommit({ id: "b", expectedVersion: 0, ...parked(T0, "agent-1") }));
      expect(await ids()).toEqual(["d", "c", "a"]);
      expect(await ids("agent-1")).toEqual(["b"]);
      expect(await ids("agent-2")).toEqual([]);
      await store.commit(newCommit({ id: "b", expectedVersion: 1, ...parked(T0) }));
      expect(await ids()).toEqual(["d", "b", "c", "a"]);
      await store.commit(newEnd({ id: "d", expectedVersion: 0 }));
      await store.commit(newCommit({ id: "c", expectedVersion: 0, parked: other }));
      await store.commit(newCommit({ id: "a", expectedVersion: 0 }));
      expect(await ids()).toEqual(["b"]);
      expect(await ids(null, "smith")).toEqual(["c", "f"]);
      await store.delete("b");
      expect(await ids()).toEqual([]);
    });
  });

  describe(`${name}: outbox`, () => {
    it("TS-22: reads in order, resumes behind a cursor, and trims", async () => {
      const store = await create();
      const drafts = (...types: readonly string[]) => types.map((type) => ({ type, body: { type } }));
      await store.create(newNegotiation({ id: "a", outbox: drafts("a0", "a1") }));
      await store.create(newNegotiation({ id: "b", outbox: drafts("b0") }));
      await store.commit(newCommit({ id: "a", expectedVersion: 0, outbox: [] }));
      await store.commit(newCommit({ id: "a", expectedVersion: 1, outbox: drafts("a2") }));
      const all = await store.readOutbox({ after: null, limit: 10 });
      expect(all.map(identity)).toEqual(["a/0/0 a0", "a/0/1 a1", "b/0/0 b0", "a/2/0 a2"]);
      const position = (index: number): string => all[index]?.position ?? "";
      expect(await store.readOutbox({ after: null, limit: 2 })).toEqual(all.slice(0, 2));
      expect(await store.readOutbox({ after: position(1), limit: 2 })).toEqual(all.slice(2));
      expect(await store.readOutbox({ after: position(3), limit: 2 })).toEqual([]);
      await store.trimOutbox(position(1));
      expect(await store.readOutbox({ after: null, limit: 10 })).toEqual(all.slice(2));
      expect(await store.readOutbox({ after: position(0), limit: 10 })).toEqual(all.slice(2));
      await store.trimOutbox(position(3));
      await store.trimOutbox(position(3));
      expect(await store.readOutbox({ after: null, limit: 10 })).toEqual([]);
      await store.commit(newCommit({ id: "a", expectedVersion: 2, outbox: drafts("a3") }));
      const later = await store.readOutbox({ after: position(3), limit: 10 });
      expect(later.map(identity)).toEqual(["a/3/0 a3"]);
    });

    it("TS-23: shows every record to a reader that polls while eight negotiations commit", async () => {
      const store = await create();
      const seen: OutboxRecord[] = [];
      let after: string | null = null;
      const poll = async (): Promise<void> => {
        const records: readonly OutboxRecord[] = await store.readOutbox({ after, limit: 7 });
        seen.push(...records);
        after = records.at(-1)?.position ?? after;
      };
      const outbox = [
        { type: "x", body: null },
        { type: "y", body: null },
      ];
      const write = async (id: string): Promise<void> => {
        await store.create(newNegotiation({ id, outbox }));
        for (let version = 0; version < 50; version++) {
          await store.commit(newCommit({ id, expectedVersion: version, outbox }));
          if (version % 3 === 0) await poll();
        }
      };
      const ids = Array.from({ length: 8 }, (_, index) => `neg-${index}`);
      // One reader at a time: polls of different writers are one reader's polls.
      for (const id of ids) await write(id);
      for (let count = -1; count !== seen.length; ) {
        count = seen.length;
        await poll();
      }
      for (const id of ids) {
        const own = seen.filter(({ negotiationId }) => negotiationId === id);
        const expected = Array.from({ length: 102 }, (_, index) => [index >> 1, index & 1]);
        expect(own.map(({ version, index }) => [version, index])).toEqual(expected);
      }
    });
  });

  describe(`${name}: life`, () => {
    it("TS-32: closes once, and refuses every later call", async () => {
      const store = await create();
      await store.create(newNegotiation());
      await store.close();
      await store.close();
      const calls: readonly (() => unknown)[] = [
        () => store.create(newNegotiation({ id: "neg-2" })),
        () => store.commit(newCommit({ expectedVersion: 0 })),
        () => store.load("neg-1"),
        () => store.turns("neg-1"),
        () => store.entries("neg-1"),
        () => store.list({ limit: 1 }),
        () => store.listParked({ partyId: "ada", claimedBy: null, limit: 1 }),
        () => store.claimDue({ ...DUE, now: T0 }),
        () => store.count({}),
        () => store.nextDeadline(),
        () => store.readOutbox({ after: null, limit: 1 }),
        () => store.trimOutbox("1"),
        () => store.delete("neg-1"),
        () => store.prune({ settledBefore: T0, limit: 1 }),
      ];
      for (const call of calls) {
        const error = await thrownBy(call);
        expect(NegotiationError.isInstance(error) && error.code, String(call)).toBe("store_closed");
      }
    });

    it("TS-37: deletes row, entries and outbox, and the id can be used again", async () => {
      const store = await create();
      const outbox = [{ type: "x", body: null }];
      const created = newNegotiation({ exclusiveKey: "k", outbox });
      await store.create(created);
      await store.create(newNegotiation({ id: "neg-2", outbox }));
      await store.commit(newTurn(1, { expectedVersion: 0, outbox }));
      expect(await store.delete("neg-1")).toBe(true);
      expect(await store.delete("neg-1")).toBe(false);
      expect(await store.load("neg-1")).toBeNull();
      expect(await store.entries("neg-1")).toEqual([]);
      expect(await store.commit(newCommit({ expectedVersion: 1 }))).toEqual({ ok: false, reason: "missing" });
      const left = await store.readOutbox({ after: null, limit: 10 });
      expect(left.map(({ negotiationId }) => negotiationId)).toEqual(["neg-2"]);
      expect(await store.create(created)).toEqual({ ok: true });
      expect((await store.load("neg-1"))?.version).toBe(0);
    });

    it("TS-37: prunes what has been final for long enough, oldest first, and nothing live", async () => {
      const store = await create();
      for (const [index, id] of ["live", "d", "c", "b", "a"].entries()) {
        await store.create(newNegotiation({ id, outbox: [{ type: "x", body: null }] }));
        if (id !== "live") await store.commit(newEnd({ id, expectedVersion: 0, now: T0 + 10 * index }));
      }
      // d at 10, c at 20, b at 30, a at 40.
      expect(await store.prune({ settledBefore: T0 + 10, limit: 10 })).toBe(0);
      expect(await store.prune({ settledBefore: T0 + 31, limit: 2 })).toBe(2);
      expect(await store.load("d")).toBeNull();
      expect(await store.load("c")).toBeNull();
      expect(await store.prune({ settledBefore: T0 + 31, limit: 2 })).toBe(1);
      expect(await store.prune({ settledBefore: T0 + 40, limit: 2 })).toBe(0);
      expect((await store.list({ limit: 10 })).items.map(({ id }) => id)).toEqual(["a", "live"]);
      expect(
        (await store.readOutbox({ after: null, limit: 10 })).map(({ negotiationId }) => negotiationId),
      ).toEqual(["live", "a"]);
    });

    it("TS-34: does what a plain model does", async () => {
      await fc.assert(
        fc.asyncProperty(storeSteps(), async (steps) => {
          const store = await create();
          const model = new StoreModel();
          for (const step of steps) expect(await step.on(store)).toEqual(step.on(model));
          await store.close();
        }),
        { numRuns: 100 },
      );
    });
  });
}

/** Four negotiations that differ in each column that `list` filters by. */
async function fill(store: NegotiationStore): Promise<void> {
  await store.create(newNegotiation({ id: "a", createdAt: T0 + 1, floor: "smith" }));
  await store.create(newNegotiation({ id: "b" }));
  const elsewhere = { roomId: "room-2", responderId: "jones" };
  await store.create(newNegotiation({ id: "c", ...elsewhere, initiatorId: "bob", exclusiveKey: "key-c" }));
  await store.create(newNegotiation({ id: "d", ...elsewhere, exclusiveKey: "key-d" }));
  await store.commit(newEnd({ id: "d", expectedVersion: 0, now: T0 + 2 }));
  await store.commit(newCommit({ id: "b", expectedVersion: 0, now: T0 + 2, floor: "ada" }));
  // Back by a clock that is behind: `a` and `b` changed at the same instant.
  await store.commit(newCommit({ id: "b", expectedVersion: 1, now: T0 + 1, floor: "ada" }));
}

async function claimedIds(store: NegotiationStore, now: number): Promise<readonly string[]> {
  return (await store.claimDue({ ...DUE, now })).map(({ id }) => id);
}

/** All that a store answers without being changed by it. */
async function everything(store: NegotiationStore, ids: readonly string[]): Promise<object> {
  const rows: (NegotiationRow | null)[] = [];
  const histories: unknown[] = [];
  for (const id of ids) {
    rows.push(await store.load(id));
    histories.push(await store.entries(id), await store.turns(id));
  }
  return {
    rows,
    histories,
    listed: await store.list({ limit: 100 }),
    parked: await store.listParked({ partyId: "ada", claimedBy: null, limit: 100 }),
    outbox: await store.readOutbox({ after: null, limit: 100 }),
    nextDeadline: await store.nextDeadline(),
  };
}

async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** Changes everything that lets itself be changed, at every depth. */
function scribble(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const key of Object.keys(value)) {
    scribble(Reflect.get(value, key));
    Reflect.set(value, key, "scribbled");
  }
  Reflect.set(value, "scribbled", true);
}

function identity({ negotiationId, version, index, type }: OutboxRecord): string {
  return `${negotiationId}/${version}/${index} ${type}`;
}
