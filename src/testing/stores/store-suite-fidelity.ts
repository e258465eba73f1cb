/**
 * @module
 * The store suite on what comes back: byte for byte, untouched by what callers do to their copies, whatever
 * its size and format.
 */

import type { Json } from "../../core/json/index.js";
import { assert, assertEqual, columnOf, thrownBy } from "../harness/index.js";
import {
  DUE,
  everything,
  malformedCalls,
  newCommit,
  newNegotiation,
  newTurn,
  type StoreCase,
  scribble,
  storeCase,
  T0,
} from "./lab/index.js";

/** Strings and numbers that stores are known to damage (ST-19). */
const AWKWARD: Json = {
  z: 1,
  a: '\u0000 NUL, lone \ud800 surrogate, \'; DROP TABLE negotiation; --, "quoted", %_\\',
  "10": [9_007_199_254_740_991, 1e21, -0.5, 5e-324, true, null, "👩‍🚀"],
  "": {},
  "\u0000": [[], {}],
};

const AWKWARD_IDS: readonly string[] = [
  "'; DROP TABLE x; --",
  'a"b',
  "👩‍🚀",
  "%",
  "_",
  "a\\b",
  "x".repeat(256),
  " ",
  "é",
  "É",
];

/** TS-17, TS-18 and TS-29 to TS-31. */
export const fidelityCases: readonly StoreCase[] = [
  storeCase("TS-17", "gives strings and numbers back as they came", async (store) => {
    const awkward = JSON.stringify(AWKWARD);
    for (const [index, id] of AWKWARD_IDS.entries()) {
      const created = newNegotiation({
        id,
        roomId: id,
        createCommandId: id,
        initiatorId: id,
        responderId: `${id.slice(1)}!`,
        exclusiveKey: `${index}${id}`,
        state: AWKWARD,
        entry: { kind: "created", commandId: id, turnNumber: 1, turn: AWKWARD, details: AWKWARD },
        outbox: [{ type: "created", body: AWKWARD }],
      });
      assertEqual(await store.create(created), { ok: true }, `the creation of ${id}`);
      const { entry, outbox, state, ...columns } = created;
      const row = await store.load(id);
      const expected = { ...columns, state, version: 0, turnCount: 1, updatedAt: T0 };
      assertEqual(row, expected, `the row of ${id}`);
      assertEqual(JSON.stringify(row?.state), awkward, "the state");
      assertEqual(JSON.stringify(await store.turns(id)), `[${awkward}]`, "the turns");
      const [first] = await store.entries(id);
      assertEqual([first?.commandId, JSON.stringify(first?.details)], [id, awkward], "the entry");
      const found = await store.list({ roomId: id, partyId: id, limit: 9 });
      assertEqual(columnOf("id", found.items), [id], `what list finds by ${id}`);
    }
    const records = await store.readOutbox({ after: null, limit: 100 });
    assertEqual(columnOf("negotiationId", records), AWKWARD_IDS, "the ids in the outbox");
    for (const { body } of records) assertEqual(JSON.stringify(body), awkward, "the body of an event");
  }),

  storeCase("TS-18", "is not changed by what happens to arguments and answers", async (store) => {
    const parked = { partyId: "ada", firstParkedAt: T0, claimedBy: null };
    const created = newNegotiation({
      state: { deep: { list: [{ n: 1 }] } },
      parked,
      outbox: [{ type: "x", body: { n: 1 } }],
      entry: { kind: "created", commandId: "c", turnNumber: 1, turn: { n: 1 }, details: { n: [1] } },
    });
    const commit = newTurn(2, {
      expectedVersion: 0,
      parked: { ...parked },
      // Frozen above and not below.
      state: Object.freeze({ deep: { list: [{ n: 2 }] } }),
      outbox: [{ type: "y", body: Object.freeze({ deep: [2] }) }],
    });
    const look = async (): Promise<string> => JSON.stringify(await everything(store, ["neg-1"]));
    await store.create(created);
    const first = await look();
    scribble(created);
    assertEqual(await look(), first, "what is stored after the argument of create was changed");
    await store.commit(commit);
    const second = await look();
    scribble(commit);
    assertEqual(await look(), second, "what is stored after the argument of commit was changed");
    scribble(await everything(store, ["neg-1"]));
    scribble(await store.claimDue({ ...DUE, now: T0 + 60_000 }));
    assertEqual(await look(), second, "what is stored after answers were changed");
  }),

  storeCase("TS-29", "takes a state and a turn of 1 MB", async (store) => {
    const state = { text: "x".repeat(1_000_000) };
    await store.create(newNegotiation({ state }));
    const entry = { kind: "turn", commandId: "c", turnNumber: 1, turn: state, details: null };
    await store.commit(newTurn(1, { expectedVersion: 0, state, entry }));
    assertEqual((await store.load("neg-1"))?.state, state, "the state");
    assertEqual(await store.turns("neg-1"), [state], "the turns");
  }),

  storeCase("TS-30", "keeps rows of newer and older formats as they are", async (store) => {
    await store.create(newNegotiation({ schema: 7 }));
    assertEqual((await store.load("neg-1"))?.schema, 7, "the schema of a newer row");
    await store.commit(newCommit({ expectedVersion: 0, schema: 8 }));
    assertEqual((await store.load("neg-1"))?.schema, 8, "the schema of a row that became newer");
    await store.commit(newCommit({ expectedVersion: 1, schema: 0 }));
    assertEqual((await store.load("neg-1"))?.schema, 0, "the schema of an older row");
    const schemas = (await store.entries("neg-1")).map(({ schema }) => schema);
    assertEqual(schemas, [7, 8, 0], "the schemas of the entries");
  }),

  storeCase("TS-31", "refuses malformed calls before it does anything", async (store) => {
    await store.create(newNegotiation());
    const before = await everything(store, ["neg-1", "neg-2"]);
    for (const [what, call] of Object.entries(malformedCalls(store))) {
      const error = await thrownBy(call, what);
      const isRight = error instanceof TypeError || error instanceof RangeError;
      assert(isRight, `Expected ${what} to throw a TypeError or RangeError, got ${String(error)}.`);
    }
    assertEqual(await everything(store, ["neg-1", "neg-2"]), before, "what is stored");
  }),
];
