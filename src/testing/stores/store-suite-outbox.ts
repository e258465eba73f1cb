/**
 * @module
 * The store suite on the outbox: every event is read once behind a cursor, in order, however slow a writer is. And on
 * feeds: whoever shares a store hears what the others commit, at least once and in order, until it has heard enough.
 */

import type { Feed, FeedOptions, NegotiationStore, OutboxRecord } from "../../ports/index.js";
import { systemClock } from "../../service/timing/index.js";
import { assert, assertEqual } from "../harness/index.js";
import {
  eventLoop,
  newCommit,
  newNegotiation,
  type StoreCase,
  type StoreLab,
  storeCase,
} from "./lab/index.js";

/** TS-22 to TS-24, and TS-40 to TS-43. */
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
    while (!writing.isDone) {
      await reader.poll(7);
      await eventLoop();
    }
    await writers;
    await reader.drain(ids.length * 102);
    for (const id of ids) expectOnce(reader.seen, id, 51);
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

  storeCase(
    "TS-40",
    "hands on from a place, from the beginning or from now on, all rooms or some",
    async (store) => {
      await store.create(newNegotiation({ id: "a", roomId: "red", outbox: drafts("a0", "a0'") }));
      const [first] = await store.readOutbox({ after: null, limit: 1 });
      const all = await Listener.on(store, { after: null });
      const behind = await Listener.on(store, { after: first?.position ?? null });
      const coming = await Listener.on(store, {});
      const blue = await Listener.on(store, { after: null, roomIds: ["blue", "green"] });
      await all.heard(2);
      await store.create(newNegotiation({ id: "b", roomId: "blue", outbox: drafts("b0") }));
      await store.commit(newCommit({ id: "a", expectedVersion: 0, outbox: [] }));
      await store.commit(newCommit({ id: "a", expectedVersion: 1, outbox: drafts("a2") }));
      await store.commit(newCommit({ id: "b", expectedVersion: 0, outbox: drafts("b1") }));
      for (const [listener, expected] of [
        [all, ["a/0/0 a0", "a/0/1 a0'", "a/2/0 a2", "b/0/0 b0", "b/1/0 b1"]],
        [behind, ["a/0/1 a0'", "a/2/0 a2", "b/0/0 b0", "b/1/0 b1"]],
        [coming, ["a/2/0 a2", "b/0/0 b0", "b/1/0 b1"]],
        [blue, ["b/0/0 b0", "b/1/0 b1"]],
      ] as const) {
        await listener.heard(expected.length);
        await listener.end();
        assertEqual(listener.identities().sort(), [...expected], "what was heard");
      }
      const from = all.records.find(({ type }) => type === "b0")?.position ?? "";
      const later = await Listener.on(store, { after: from });
      await later.heard(1);
      await later.end();
      assert(
        !later.identities().includes("b/0/0 b0"),
        "Expected nothing up to the position, got its own record.",
      );
    },
  ),

  storeCase(
    "TS-41",
    "hands on again what its handler failed at, and nothing after its end",
    async (store) => {
      const errors: unknown[] = [];
      let failures = 1;
      const listener = await Listener.on(
        store,
        { after: null, onError: (error) => void errors.push(error) },
        () => {
          if (failures-- > 0) throw new Error("out of order");
        },
      );
      await store.create(newNegotiation({ id: "a", outbox: drafts("a0") }));
      await listener.tried(1);
      await store.commit(newCommit({ id: "a", expectedVersion: 0, outbox: drafts("a1") }));
      await listener.heardType("a1");
      assertEqual(listener.identities(), ["a/0/0 a0", "a/1/0 a1"], "what was handled");
      assertEqual(errors.map(String), ["Error: out of order"], "what was reported");
      await listener.end();
      await store.commit(newCommit({ id: "a", expectedVersion: 1, outbox: drafts("a2") }));
      const other = await Listener.on(store, { after: null });
      await other.heard(3);
      assertEqual(listener.identities(), ["a/0/0 a0", "a/1/0 a1"], "what was handled after the end");
      await other.end();
    },
  ),

  storeCase("TS-42", "tells two handles each event of eight that write through both", async (store, lab) => {
    const second = lab.provides("openSecond") ? await lab.second(store) : store;
    const ids = Array.from({ length: 8 }, (_, index) => `neg-${index}`);
    const listeners = [await Listener.on(store, {}), await Listener.on(second, {})];
    const write = async (id: string, index: number): Promise<void> => {
      await store.create(newNegotiation({ id, outbox: drafts("x", "y") }));
      for (let version = 0; version < 25; version++) {
        const through = (version + index) % 2 === 0 ? store : second;
        await through.commit(newCommit({ id, expectedVersion: version, outbox: drafts("x", "y") }));
      }
    };
    await Promise.all(ids.map(write));
    for (const listener of listeners) {
      await listener.heard(ids.length * 52);
      await listener.end();
      for (const id of ids) expectOnce(listener.records, id, 26);
    }
  }),

  storeCase("TS-43", "tells what was committed once, though connections break", async (store, lab) => {
    const listener = await Listener.on(lab.provides("openSecond") ? await lab.second(store) : store, {});
    await store.create(newNegotiation({ id: "a", outbox: drafts("x", "y") }));
    for (let version = 0; version < 20; version++) {
      if (version % 4 === 1) await broken(lab, store, version % 8 === 1 ? "before-commit" : "after-commit");
      const commit = newCommit({ id: "a", expectedVersion: version, outbox: drafts("x", "y") });
      await Promise.resolve()
        .then(() => store.commit(commit))
        .catch(() => store.commit(commit));
    }
    await listener.heard(42);
    await listener.end();
    expectOnce(listener.records, "a", 21);
  }),
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

/** Each version of a negotiation has told two events, once and in order. */
function expectOnce(records: readonly OutboxRecord[], id: string, versionCount: number): void {
  const own = records.filter(({ negotiationId }) => negotiationId === id);
  const expected = Array.from({ length: 2 * versionCount }, (_, index) => [index >> 1, index & 1]);
  const found = own.map(({ version, index }) => [version, index]);
  assertEqual(found, expected, `the events of ${id}`);
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

/** Hears a feed, and keeps what it handled. */
class Listener {
  readonly records: OutboxRecord[] = [];
  readonly #ending = new AbortController();
  readonly #before: () => void;
  #feed: Feed | undefined;
  #triedCount = 0;
  #onChange = (): void => {};

  private constructor(before: () => void) {
    this.#before = before;
  }

  /** @param before - runs before a page is kept, and may throw */
  static async on(
    store: NegotiationStore,
    options: Omit<FeedOptions, "signal">,
    before: () => void = () => {},
  ): Promise<Listener> {
    assert(
      store.feed !== undefined,
      "Expected a store with feed, got one without. Skip TS-40 to TS-43 for it.",
    );
    const listener = new Listener(before);
    const feed = await store.feed((records) => listener.#handle(records), {
      ...options,
      signal: listener.#ending.signal,
    });
    listener.#feed = feed;
    return listener;
  }

  #handle(records: readonly OutboxRecord[]): void {
    this.#triedCount++;
    try {
      this.#before();
      this.records.push(...records);
    } finally {
      this.#onChange();
    }
  }

  identities(): string[] {
    return this.records.map(identity);
  }

  /** Resolves when so many different records were handled. */
  heard(count: number): Promise<void> {
    return this.#until(() => new Set(this.identities()).size >= count);
  }

  heardType(sought: string): Promise<void> {
    return this.#until(() => this.records.some(({ type }) => type === sought));
  }

  /** Resolves when so many pages came. */
  tried(count: number): Promise<void> {
    return this.#until(() => this.#triedCount >= count);
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await this.#feed?.ended;
  }

  #until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      // A feed keeps no process alive: a runner that has nothing else to do would end in the midst of it.
      const alive = systemClock.setTimeout(() => undefined, LONGEST_MS);
      this.#onChange = () => {
        if (!isSo()) return;
        systemClock.clearTimeout(alive);
        resolve();
      };
      this.#onChange();
    });
  }
}

/** Longer than any runner waits. */
const LONGEST_MS = 3_600_000;

async function broken(
  lab: StoreLab,
  store: NegotiationStore,
  where: "before-commit" | "after-commit",
): Promise<void> {
  if (lab.provides("breakConnection")) await lab.breakConnection(store, where);
}
