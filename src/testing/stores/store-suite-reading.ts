/**
 * @module
 * The store suite on reading: entries and turns without a gap, lists by every filter, parked turns oldest
 * first, also while others commit.
 */

import type { Json } from "../../core/json/index.js";
import type { ListQuery, NegotiationStore } from "../../ports/index.js";
import { assert, assertEqual, columnOf, present } from "../harness/index.js";
import type { StoreCase } from "./lab/index.js";
import { eventLoop, newCommit, newEnd, newNegotiation, newTurn, storeCase, T0 } from "./lab/index.js";

/** TS-19 to TS-21. */
export const readingCases: readonly StoreCase[] = [
  storeCase("TS-19", "pages through entries and turns without a gap", async (store) => {
    await store.create(newNegotiation());
    await commitTurns(store, 40);
    const entries = await store.entries("neg-1");
    const versions = Array.from({ length: 41 }, (_, index) => index);
    assertEqual(columnOf("version", entries), versions, "the versions of the entries");
    const turns = await store.turns("neg-1");
    const ofEntries = entries.flatMap(({ turn }) => (turn === null ? [] : [turn]));
    assertEqual(turns, ofEntries, "the turns");
    assertEqual((await store.load("neg-1"))?.turnCount, turns.length, "turnCount");
    for (const limit of [1, 7, 100]) {
      const paged = [...(await store.entries("neg-1", { limit }))];
      for (;;) {
        const page = await store.entries("neg-1", { after: paged.length - 1, limit });
        if (page.length === 0) break;
        paged.push(...page);
      }
      assertEqual(paged, entries, `the entries in pages of ${limit}`);
      const pagedTurns: Json[] = [...(await store.turns("neg-1", { limit }))];
      for (;;) {
        const page = await store.turns("neg-1", { after: pagedTurns.length, limit });
        if (page.length === 0) break;
        pagedTurns.push(...page);
      }
      assertEqual(pagedTurns, turns, `the turns in pages of ${limit}`);
    }
    assertEqual(await store.turns("neg-1", { after: 3, upTo: 5 }), turns.slice(3, 5), "turns 4 and 5");
    for (const range of [{ upTo: 0 }, { after: 5, upTo: 3 }, { after: 99 }]) {
      assertEqual(await store.turns("neg-1", range), [], `the turns in ${JSON.stringify(range)}`);
    }
    assertEqual(await store.entries("neg-1", { after: 40 }), [], "the entries after the last");
  }),

  storeCase("TS-19", "reads a row and its turns consistently while others commit", async (store) => {
    await store.create(newNegotiation());
    const writing = { isDone: false };
    const writer = commitTurns(store, 60).finally(() => {
      writing.isDone = true;
    });
    while (!writing.isDone) {
      const row = present(await store.load("neg-1"), "the row");
      const turns = await store.turns("neg-1", { upTo: row.turnCount });
      assertEqual(turns.length, row.turnCount, `the number of turns at version ${row.version}`);
      await eventLoop();
    }
    await writer;
  }),

  storeCase("TS-19", "brings the turns of listed rows as they are, or leaves them out", async (store) => {
    for (const [id, turns] of [
      ["a", 0],
      ["b", 1],
      ["c", 3],
      ["d", 40],
    ] as const) {
      await store.create(newNegotiation({ id }));
      await commitTurns(store, turns, id);
    }
    for (const query of [{ limit: 9 }, { limit: 9, partyId: "smith" }, { limit: 2 }]) {
      const what = `by ${JSON.stringify(query)}`;
      const bare = await store.list(query);
      assertEqual(bare.items.filter(({ turns }) => turns !== undefined).length, 0, `rows with turns ${what}`);
      const { items, next } = await store.list({ ...query, withTurns: true });
      assertEqual([items.map(({ turns: _, ...row }) => row), next], [bare.items, bare.next], `rows ${what}`);
      for (const { id, turns } of items)
        if (turns !== undefined) assertEqual(turns, await store.turns(id), `the turns of ${id} ${what}`);
    }
  }),

  storeCase("TS-20", "lists by each filter and by two, newest change first", async (store) => {
    await fill(store);
    for (const [ids, query] of LISTS) {
      const found = await store.list({ limit: 100, ...query });
      const what = `what list finds by ${JSON.stringify(query)}`;
      assertEqual([found.items.map(({ id }) => id), found.next], [ids, null], what);
      const { exclusiveKey, createCommandId, ...filters } = query;
      if (exclusiveKey !== undefined || createCommandId !== undefined) continue;
      assertEqual(await store.count(filters), ids.length, `what count finds by ${JSON.stringify(filters)}`);
    }
  }),

  storeCase("TS-20", "pages without losing what stays where it is while others commit", async (store) => {
    const versions = new Map<string, number>();
    for (let index = 0; index < 40; index++) {
      const id = `neg-${String(index).padStart(2, "0")}`;
      await store.create(newNegotiation({ id, createdAt: T0 + (index % 5) }));
      versions.set(id, 0);
    }
    for (const query of [{}, { partyId: "smith" }]) {
      const moved = new Set<string>();
      const seen: string[] = [];
      let after: string | undefined;
      for (let page = 0; page < 40; page++) {
        const { items, next } = await store.list({ limit: 3, after, ...query });
        seen.push(...items.map(({ id }) => id));
        if (next === null) break;
        after = next;
        const id = `neg-${String((page * 7) % 40).padStart(2, "0")}`;
        moved.add(id);
        const version = versions.get(id) ?? 0;
        versions.set(id, version + 1);
        await store.commit(newCommit({ id, expectedVersion: version, now: T0 + 100 * (version + 1) + page }));
      }
      const unmoved = [...versions.keys()].filter((id) => !moved.has(id));
      assert(unmoved.length > 20, "Expected more than 20 rows to stay where they are.");
      const found = unmoved.map((id) => seen.filter((other) => other === id).length);
      assertEqual(found, Array(unmoved.length).fill(1), "how often each unmoved row was listed");
    }
  }),

  storeCase("TS-21", "lists parked turns oldest first, those of a claimant only to it", async (store) => {
    const parked = (firstParkedAt: number, claimedBy: string | null = null) => ({
      parked: { partyId: "ada", firstParkedAt, claimedBy },
    });
    const other = { partyId: "smith", firstParkedAt: T0, claimedBy: null };
    for (const [id, firstParkedAt] of Object.entries({ c: T0, b: T0, a: T0 + 5, d: T0 - 5 })) {
      await store.create(newNegotiation({ id, ...parked(firstParkedAt) }));
    }
    await store.create(newNegotiation({ id: "e" }));
    await store.create(newNegotiation({ id: "f", parked: other }));
    const expectListed = async (ids: string, claimedBy: string | null, when: string, partyId = "ada") => {
      const { items } = await store.listParked({ partyId, claimedBy, limit: 10 });
      assertEqual(items.map(({ id }) => id).join(""), ids, `what is parked for ${partyId} ${when}`);
    };
    await expectListed("dbca", null, "at first");
    await expectListed("f", null, "at first", "smith");
    await expectListed("", null, "at first", "nobody");
    const first = await store.listParked({ partyId: "ada", claimedBy: null, limit: 3 });
    const after = present(first.next, "a second page");
    const second = await store.listParked({ partyId: "ada", claimedBy: null, limit: 3, after });
    const pages = [first.items.map(({ id }) => id), second.items.map(({ id }) => id), second.next];
    assertEqual(pages, [["d", "b", "c"], ["a"], null], "the pages of three");
    await store.commit(newCommit({ id: "b", expectedVersion: 0, ...parked(T0, "agent-1") }));
    await expectListed("dca", null, "when b is claimed");
    await expectListed("b", "agent-1", "and claimed by agent-1");
    await expectListed("", "agent-2", "and claimed by agent-2");
    await store.commit(newCommit({ id: "b", expectedVersion: 1, ...parked(T0) }));
    await expectListed("dbca", null, "when b is released");
    await expectListed("", "agent-1", "and claimed by agent-1 after the release");
    await store.commit(newEnd({ id: "d", expectedVersion: 0 }));
    await store.commit(newCommit({ id: "c", expectedVersion: 0, parked: other }));
    await store.commit(newCommit({ id: "a", expectedVersion: 0 }));
    await expectListed("b", null, "when d ended, c went to the other party and a was taken");
    await expectListed("cf", null, "when c came to it", "smith");
    await store.delete("b");
    await expectListed("", null, "when b was deleted");
  }),
];

/** Commits of which every third has no turn. */
async function commitTurns(store: NegotiationStore, count: number, id = "neg-1"): Promise<void> {
  let turnNumber = 0;
  for (let version = 0; version < count; version++) {
    const commit =
      version % 3 === 2
        ? newCommit({ id, expectedVersion: version })
        : newTurn(++turnNumber, { id, expectedVersion: version });
    assertEqual(await store.commit(commit), { ok: true, version: version + 1 }, `commit ${version}`);
  }
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

/** What is found in what `fill` made. */
const LISTS: readonly (readonly [ids: readonly string[], query: Omit<ListQuery, "limit">])[] = [
  [["d", "a", "b", "c"], {}],
  [["a", "b"], { roomId: "room-1" }],
  [[], { roomId: "room-9" }],
  [["d", "a", "b"], { partyId: "ada" }],
  [["d", "c"], { partyId: "jones" }],
  [["c"], { partyId: "bob" }],
  [["d"], { status: "rejected" }],
  [["d"], { isFinal: true }],
  [["a", "b", "c"], { isFinal: false }],
  [["d"], { exclusiveKey: "key-d" }],
  [[], { exclusiveKey: "key-d", isFinal: false }],
  [["c"], { exclusiveKey: "key-c", isFinal: false }],
  [[], { exclusiveKey: "key-c", isFinal: false, roomId: "room-1" }],
  [["a"], { createCommandId: "create-a" }],
  [["a"], { createCommandId: "create-a", roomId: "room-1" }],
  [[], { createCommandId: "create-a", roomId: "room-2" }],
  [["a"], { floor: "smith" }],
  [["d", "a", "b"], { updatedSince: T0 + 1 }],
  [["d"], { updatedSince: T0 + 2 }],
  [["b"], { roomId: "room-1", floor: "ada" }],
  [["d"], { partyId: "ada", isFinal: true }],
  [["a", "b"], { partyId: "ada", isFinal: false }],
  [["a", "b"], { partyId: "smith", updatedSince: T0 + 1 }],
];
