/**
 * @module
 * The store suite on `create` and `commit`: what they store, what they refuse, and that they do so wholly.
 */

import type { NewNegotiation } from "../../ports/index.js";
import { assert, assertEqual, columnOf, present } from "../harness/index.js";
import type { StoreCase } from "./lab/index.js";
import { everything, newCommit, newEnd, newNegotiation, newTurn, storeCase, T0 } from "./lab/index.js";

const CONFLICT = { ok: false, reason: "conflict" };
const DUPLICATE = { ok: false, reason: "duplicate" };

/** TS-01 to TS-10. */
export const writingCases: readonly StoreCase[] = [
  storeCase("TS-01", "creates and loads the same", async (store) => {
    const turn = { number: 1 };
    const created = newNegotiation({
      entry: { kind: "created", commandId: "c", turnNumber: 1, turn, details: { a: 1 } },
      parked: { partyId: "ada", firstParkedAt: T0, claimedBy: null },
      exclusiveKey: "key",
    });
    assertEqual(await store.create(created), { ok: true }, "the answer of create");
    const { entry, outbox, ...columns } = created;
    assertEqual(
      await store.load("neg-1"),
      { ...columns, version: 0, turnCount: 1, updatedAt: T0 },
      "the row",
    );
    assertEqual(await store.entries("neg-1"), [{ ...entry, version: 0, schema: 1, at: T0 }], "the entries");
    assertEqual(await store.turns("neg-1"), [turn], "the turns");
    await store.create(newNegotiation({ id: "neg-2" }));
    assertEqual((await store.load("neg-2"))?.turnCount, 0, "turnCount without an opening turn");
    assertEqual(await store.turns("neg-2"), [], "the turns without an opening turn");
  }),

  storeCase("TS-02", "tells a used id from a used command, and rooms apart", async (store) => {
    await store.create(newNegotiation({ createCommandId: "c-1" }));
    const exists = { ok: false, reason: "exists", id: "neg-1" };
    assertEqual(await store.create(newNegotiation({ createCommandId: "c-2" })), exists, "a used id");
    const twin = { ...DUPLICATE, id: "neg-1" };
    const sameCommand = newNegotiation({ id: "neg-2", createCommandId: "c-1" });
    assertEqual(await store.create(sameCommand), twin, "a used command");
    assertEqual(await store.create(newNegotiation({ createCommandId: "c-1" })), twin, "both used");
    assertEqual(await store.load("neg-2"), null, "what was refused");
    const elsewhere = newNegotiation({ id: "neg-3", roomId: "room-2", createCommandId: "c-1" });
    assertEqual(await store.create(elsewhere), { ok: true }, "the same command in another room");
    const third = newNegotiation({ id: "neg-4", createCommandId: "c-3" });
    await store.create(third);
    assertEqual(
      await store.create({ ...third, id: "neg-5" }),
      { ...twin, id: "neg-4" },
      "the id of the twin",
    );
  }),

  storeCase("TS-03", "commits at the version and at no other", async (store) => {
    await store.create(newNegotiation());
    const first = newCommit({ expectedVersion: 0 });
    assertEqual(await store.commit(first), { ok: true, version: 1 }, "a commit at the version");
    const { expectedVersion, now, entry, outbox, ...columns } = first;
    const { entry: _, outbox: __, ...created } = newNegotiation();
    const row = { ...created, ...columns, version: 1, turnCount: 0, updatedAt: now };
    assertEqual(await store.load("neg-1"), row, "the row after it");
    const before = await everything(store, ["neg-1"]);
    for (const expected of [0, 2]) {
      const other = { ...entry, commandId: "new" };
      const answer = await store.commit(newCommit({ expectedVersion: expected, entry: other }));
      assertEqual(answer, CONFLICT, `a commit at version ${expected} of 1`);
    }
    assertEqual(await everything(store, ["neg-1"]), before, "what is stored");
  }),

  storeCase("TS-04", "takes one of 50 concurrent commits, and nothing of the others", async (store) => {
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
    assertEqual(winners.length, 1, "the number of commits that were taken");
    const [index] = winners;
    assertEqual((await store.load("neg-1"))?.state, { winner: index }, "the state");
    assertEqual(await store.turns("neg-1"), [{ by: index }], "the turns");
    const entries = await store.entries("neg-1");
    assertEqual(columnOf("commandId", entries), ["create-neg-1", `c-${index}`], "the commands");
    const bodies = (await store.readOutbox({ after: null, limit: 10 })).map(({ body }) => body);
    assertEqual(bodies, [{ index }], "the outbox");
  }),

  storeCase("TS-05", "knows a stored command at the right version, and changes nothing", async (store) => {
    await store.create(newNegotiation());
    await store.commit(newTurn(1, { expectedVersion: 0, outbox: [{ type: "x", body: null }] }));
    const before = await everything(store, ["neg-1"]);
    const again = newTurn(1, { expectedVersion: 1, outbox: [{ type: "y", body: null }] });
    assertEqual(await store.commit(again), DUPLICATE, "the same command again");
    const other = newTurn(2, { expectedVersion: 1 });
    const sameId = { ...other, entry: { ...other.entry, commandId: "turn-1" } };
    assertEqual(await store.commit(sameId), DUPLICATE, "its id with another turn");
    const created = newCommit({ expectedVersion: 1, entry: newNegotiation().entry });
    assertEqual(await store.commit(created), DUPLICATE, "the command of the creation");
    assertEqual(await everything(store, ["neg-1"]), before, "what is stored");
  }),

  storeCase("TS-05", "knows the commands of a long history", async (store) => {
    await store.create(newNegotiation());
    for (let number = 1; number <= 60; number++) {
      await store.commit(newTurn(number, { expectedVersion: number - 1 }));
    }
    assertEqual((await store.load("neg-1"))?.version, 60, "the version");
    for (let number = 1; number <= 60; number++) {
      const { entry } = newTurn(number, { expectedVersion: 0 });
      const answer = await store.commit(newTurn(61, { expectedVersion: 60, entry }));
      assertEqual(answer, DUPLICATE, `command ${number} again`);
    }
  }),

  storeCase("TS-06", "knows a stored command also when the version is stale", async (store) => {
    await store.create(newNegotiation());
    await store.commit(newTurn(1, { expectedVersion: 0 }));
    await store.commit(newCommit({ expectedVersion: 1 }));
    const before = await everything(store, ["neg-1"]);
    for (const expectedVersion of [0, 1, 7]) {
      const again = newTurn(1, { expectedVersion, outbox: [{ type: "x", body: null }] });
      assertEqual(
        await store.commit(again),
        DUPLICATE,
        `a stored command at version ${expectedVersion} of 2`,
      );
    }
    assertEqual(await everything(store, ["neg-1"]), before, "what is stored");
  }),

  storeCase("TS-07", "refuses turn numbers that repeat or skip, and stores nothing", async (store) => {
    await store.create(newNegotiation());
    await store.commit(newTurn(1, { expectedVersion: 0 }));
    const before = await everything(store, ["neg-1"]);
    for (const number of [1, 3]) {
      const entry = { kind: "turn", commandId: "new", turnNumber: number, turn: {}, details: null };
      const commit = newTurn(number, { expectedVersion: 1, entry, outbox: [{ type: "x", body: 1 }] });
      assertEqual(await store.commit(commit), CONFLICT, `turn ${number} after turn 1`);
    }
    assertEqual(await everything(store, ["neg-1"]), before, "what is stored");
  }),

  storeCase("TS-08", "has nothing under an unknown id", async (store) => {
    const missing = { ok: false, reason: "missing" };
    assertEqual(await store.commit(newCommit({ expectedVersion: 0 })), missing, "a commit");
    assertEqual(await store.load("neg-1"), null, "the row");
    assertEqual(await store.turns("neg-1"), [], "the turns");
    assertEqual(await store.entries("neg-1"), [], "the entries");
  }),

  storeCase("TS-09", "gives an exclusive key to one live negotiation at a time", async (store) => {
    const contender = (index: number): NewNegotiation =>
      newNegotiation({ id: `neg-${index}`, exclusiveKey: "room:room-1" });
    const contenders = Array.from({ length: 20 }, (_, index) => contender(index));
    const results = await Promise.all(contenders.map(async (one) => store.create(one)));
    assertEqual(results.filter(({ ok }) => ok).length, 1, "the number of creations that were taken");
    const winner = results.findIndex(({ ok }) => ok);
    const lost = { ok: false, reason: "exclusive", id: `neg-${winner}` };
    const others = results.filter((_, index) => index !== winner);
    assertEqual(others, Array(19).fill(lost), "the answers of the others");
    const settled = newNegotiation({ ...contender(30), status: "rejected", isFinal: true, deadline: null });
    assertEqual(await store.create(settled), { ok: true }, "a creation that is final at once");
    await store.commit(newEnd({ id: `neg-${winner}`, expectedVersion: 0 }));
    assertEqual(await store.create(contender(40)), { ok: true }, "a creation after the end of the holder");
    const second = await store.create(contender(41));
    assertEqual(second, { ...lost, id: "neg-40" }, "a second creation after it");
    assert(await store.delete("neg-40"), "Expected the holder to be deleted.");
    assertEqual(await store.create(contender(42)), { ok: true }, "a creation after the holder was deleted");
    present(await store.load("neg-42"), "the new holder");
  }),

  storeCase(
    "TS-10",
    "takes a command id once a negotiation, and null as often as it comes",
    async (store) => {
      await store.create(newNegotiation({ id: "a" }));
      await store.create(newNegotiation({ id: "b" }));
      const entry = { kind: "turn", commandId: "same", turnNumber: null, turn: null, details: null };
      const none = { ...entry, commandId: null };
      const answers = [
        await store.commit(newCommit({ id: "a", expectedVersion: 0, entry })),
        await store.commit(newCommit({ id: "b", expectedVersion: 0, entry })),
        await store.commit(newCommit({ id: "a", expectedVersion: 1, entry: none })),
        await store.commit(newCommit({ id: "a", expectedVersion: 2, entry: none })),
      ];
      const versions = answers.map((answer) => (answer.ok ? answer.version : answer.reason));
      assertEqual(versions, [1, 1, 2, 3], "the versions");
    },
  ),
];
