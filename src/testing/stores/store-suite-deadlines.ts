/**
 * @module
 * The store suite on deadlines: what is due is claimed once a lease, in order, and the next one is known.
 */

import type { DueClaim, NegotiationStore } from "../../ports/index.js";
import { assertEqual } from "../harness/index.js";
import type { StoreCase } from "./lab/index.js";
import { claimedIds, DUE, newCommit, newEnd, newNegotiation, storeCase, T0 } from "./lab/index.js";

/** TS-11 to TS-16. */
export const deadlineCases: readonly StoreCase[] = [
  storeCase(
    "TS-11",
    "claims what is due, soonest first, up to the limit, and nothing final",
    async (store) => {
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
      const first = await store.claimDue({ ...DUE, now: T0, limit: 2 });
      assertEqual(first, [claim("b"), claim("c")], "the first two claims");
      assertEqual(await store.claimDue({ ...DUE, now: T0 }), [claim("d")], "the rest of what is due");
      assertEqual(await store.claimDue({ ...DUE, now: T0 }), [], "what is due and unleased after that");
    },
  ),

  storeCase("TS-12", "claims a leased row again when the lease has ended, not 1 ms before", async (store) => {
    await store.create(newNegotiation({ deadline: { at: T0, kind: "turn" } }));
    assertEqual(await claimedIds(store, T0), ["neg-1"], "what is claimed when due");
    assertEqual(await claimedIds(store, T0 + 9_999), [], "what is claimed 1 ms before the end of the lease");
    assertEqual(await claimedIds(store, T0 + 10_000), ["neg-1"], "what is claimed at the end of the lease");
    assertEqual((await store.load("neg-1"))?.version, 0, "the version");
  }),

  storeCase("TS-13", "a commit ends the lease and moves the deadline", async (store) => {
    await store.create(newNegotiation({ deadline: { at: T0, kind: "turn" } }));
    await claimedIds(store, T0);
    await store.commit(newCommit({ expectedVersion: 0, deadline: { at: T0 + 5, kind: "turn" } }));
    assertEqual(await claimedIds(store, T0 + 4), [], "what is claimed 1 ms before the new deadline");
    const claims = await store.claimDue({ ...DUE, now: T0 + 5 });
    const claimed = claims.map(({ version, deadline }) => [version, deadline.at]);
    assertEqual(claimed, [[1, T0 + 5]], "what is claimed at the new deadline");
  }),

  storeCase(
    "TS-14",
    "gives no row to two of 12 concurrent claimers, and all in two rounds",
    async (store) => {
      for (let index = 0; index < 60; index++) {
        const deadline = { at: T0 - index, kind: "turn" } as const;
        await store.create(newNegotiation({ id: `neg-${index}`, deadline }));
      }
      const ids: string[] = [];
      for (let round = 0; round < 2; round++) {
        const claimers = Array.from({ length: 12 }, async () =>
          store.claimDue({ ...DUE, now: T0, limit: 5 }),
        );
        ids.push(...(await Promise.all(claimers)).flat().map(({ id }) => id));
      }
      assertEqual([ids.length, new Set(ids).size], [60, 60], "the number of claims, and of different ones");
    },
  ),

  storeCase("TS-15", "leaves rows of other rooms, newer formats and named ids unleased", async (store) => {
    const deadline = { at: T0, kind: "turn" } as const;
    await store.create(newNegotiation({ id: "a", roomId: "room-a", deadline }));
    await store.create(newNegotiation({ id: "b", roomId: "room-b", deadline }));
    await store.create(newNegotiation({ id: "c", roomId: "room-a", deadline, schema: 2 }));
    const claim = async (over: object): Promise<readonly string[]> =>
      (await store.claimDue({ ...DUE, now: T0, ...over })).map(({ id }) => id);
    assertEqual(await claim({ roomIds: [] }), [], "what is claimed of no room");
    const exceptIds = ["a", "b", "z"];
    assertEqual(await claim({ exceptIds }), [], "what is claimed but for all that is due");
    assertEqual(await claim({ exceptIds: ["b"], limit: 1 }), ["a"], "what is claimed but for one");
    await store.commit(newCommit({ id: "a", expectedVersion: 0, deadline }));
    assertEqual(await claim({ roomIds: ["room-a", "room-z"] }), ["a"], "what is claimed of a room");
    assertEqual(await claim({}), ["b"], "what is claimed of all rooms");
    assertEqual(await claim({ maxSchema: 2 }), ["c"], "what a newer version claims");
  }),

  storeCase("TS-16", "knows the next deadline, leased or not", async (store) => {
    const at = (time: number) => ({ deadline: { at: T0 + time, kind: "turn" as const } });
    await expectNext(store, null, "of nothing");
    await store.create(newNegotiation({ id: "a", ...at(20) }));
    await store.create(newNegotiation({ id: "b", ...at(10) }));
    await expectNext(store, T0 + 10, "of two");
    await store.claimDue({ ...DUE, now: T0 + 10 });
    await expectNext(store, T0 + 10, "of two, the sooner one leased");
    await store.commit(newCommit({ id: "b", expectedVersion: 0, ...at(30) }));
    await expectNext(store, T0 + 20, "after the sooner one moved");
    await store.commit(newCommit({ id: "a", expectedVersion: 0, ...at(5) }));
    await expectNext(store, T0 + 5, "after one moved to sooner");
    await store.commit(newEnd({ id: "a", expectedVersion: 1 }));
    await expectNext(store, T0 + 30, "after the sooner one ended");
    await store.delete("b");
    await expectNext(store, null, "after the last one was deleted");
  }),
];

async function expectNext(store: NegotiationStore, at: number | null, when: string): Promise<void> {
  assertEqual(await store.nextDeadline(), at, `the next deadline ${when}`);
}
