/**
 * @module
 * The store suite on the outbox: every event is read once behind a cursor, in order, however slow a writer is.
 */

import type { NegotiationStore, OutboxRecord } from "../../ports/index.js";
import { assert, assertEqual } from "../harness/index.js";
import { newCommit, newNegotiation, type StoreCase, storeCase } from "./lab/index.js";

/** TS-22 to TS-24. */
export const outboxCases: readonly StoreCase[] = [
  storeCase("TS-22", "reads in order, resumes behind a cursor, and trims", async (store) => {
    await store.create(newNegotiation({ id: "a", outbox: drafts("a0", "a1") }));
    await store.create(newNegotiation({ id: "b", outbox: drafts("b0") }));
    await store.commit(newCommit({ id: "a", expectedVersion: 0, outbox: [] }));
    await store.commit(newCommit({ id: "a", expectedVersion: 1, outbox: drafts("a2") }));
    const all = await store.readOutbox({ after: null, limit: 10 });
    assertEqual(all.map(identity), ["a/0/0 a0", "a/0/1 a1", "b/0/0 b0", "a/2/0 a2"], "the events");
    const position = (index: number): string => all[index]?.position ?? "";
    const read = async (after: string | null, limit: number): Promise<readonly OutboxRecord[]> =>
      store.readOutbox({ after, limit });
    assertEqual(await read(null, 2), all.slice(0, 2), "the first two");
    assertEqual(await read(position(1), 2), all.slice(2), "what comes after the second");
    assertEqual(await read(position(3), 2), [], "what comes after the last");
    await store.trimOutbox(position(1));
    assertEqual(await read(null, 10), all.slice(2), "what a trim left");
    assertEqual(await read(position(0), 10), all.slice(2), "what comes after a trimmed one");
    await store.trimOutbox(position(3));
    await store.trimOutbox(position(3));
    assertEqual(await read(null, 10), [], "what a trim of all left");
    await store.commit(newCommit({ id: "a", expectedVersion: 2, outbox: drafts("a3") }));
    const later = await read(position(3), 10);
    assertEqual(later.map(identity), ["a/3/0 a3"], "what came after a trim of all");
  }),

  storeCase("TS-23", "shows every event to a reader that polls while eight write", async (store) => {
    const ids = Array.from({ length: 8 }, (_, index) => `neg-${index}`);
    const reader = new OutboxReader(store);
    const writing = { isDone: false };
    const write = async (id: string): Promise<void> => {
      await store.create(newNegotiation({ id, outbox: drafts("x", "y") }));
      for (let version = 0; version < 50; version++) {
        await store.commit(newCommit({ id, expectedVersion: version, outbox: drafts("x", "y") }));
      }
    };
    const writers = Promise.all(ids.map(write)).finally(() => {
      writing.isDone = true;
    });
    while (!writing.isDone) await reader.poll(7);
    await writers;
    await reader.drain(ids.length * 102);
    for (const id of ids) {
      const own = reader.seen.filter(({ negotiationId }) => negotiationId === id);
      const expected = Array.from({ length: 102 }, (_, index) => [index >> 1, index & 1]);
      const read = own.map(({ version, index }) => [version, index]);
      assertEqual(read, expected, `the events of ${id} as they were read`);
    }
  }),

  storeCase(
    "TS-24",
    "skips no event of a transaction that is held open while another commits",
    async (store, lab) => {
      await store.create(newNegotiation({ id: "slow" }));
      await store.create(newNegotiation({ id: "fast" }));
      const { promise: released, resolve: release } = gate();
      const { promise: held, resolve: hold } = gate();
      const second = await lab.second(store, {
        beforeCommit: () => {
          hold();
          return released;
        },
      });
      const reader = new OutboxReader(store);
      const slow = Promise.resolve(
        second.commit(newCommit({ id: "slow", expectedVersion: 0, outbox: drafts("slow") })),
      );
      // A commit that ends without having been held would wait here for ever.
      await Promise.race([held, slow]);
      const fast = await store.commit(newCommit({ id: "fast", expectedVersion: 0, outbox: drafts("fast") }));
      assertEqual(fast, { ok: true, version: 1 }, "a commit beside the one that is held");
      await reader.poll(10);
      assert(
        reader.seen.every(({ type }) => type !== "slow"),
        "Expected no event of a transaction that is still open.",
      );
      release();
      assertEqual(await slow, { ok: true, version: 1 }, "the commit that was held");
      await reader.drain(2);
      assertEqual(reader.seen.map(({ type }) => type).sort(), ["fast", "slow"], "the events that were read");
    },
    ["openSecond"],
  ),
];

/** Reads behind its own cursor, and keeps all that it saw. */
class OutboxReader {
  readonly seen: OutboxRecord[] = [];
  readonly #store: NegotiationStore;
  #after: string | null = null;

  constructor(store: NegotiationStore) {
    this.#store = store;
  }

  async poll(limit: number): Promise<void> {
    const records = await this.#store.readOutbox({ after: this.#after, limit });
    this.seen.push(...records);
    this.#after = records.at(-1)?.position ?? this.#after;
  }

  /** Polls until so many were seen, or nothing comes any more. */
  async drain(count: number): Promise<void> {
    // Chosen: what is committed may be held back for a moment by transactions that are still open.
    for (let idle = 0; this.seen.length < count && idle < 1_000; ) {
      const before = this.seen.length;
      await this.poll(100);
      idle = this.seen.length > before ? 0 : idle + 1;
    }
  }
}

function drafts(...types: readonly string[]): { type: string; body: { type: string } }[] {
  return types.map((type) => ({ type, body: { type } }));
}

function identity({ negotiationId, version, index, type }: OutboxRecord): string {
  return `${negotiationId}/${version}/${index} ${type}`;
}

function gate(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
