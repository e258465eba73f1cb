/**
 * @module
 * The store suite on feeds: whoever shares a store hears what the others commit, at least once and in order, from
 * where it says, until it has heard enough.
 */

import type { Feed, FeedOptions, NegotiationStore, OutboxRecord } from "../../ports/index.js";
import { systemClock } from "../../service/timing/index.js";
import { assert, assertEqual } from "../harness/index.js";
import { newCommit, newNegotiation, type StoreCase, type StoreLab, storeCase } from "./lab/index.js";

/** TS-40 to TS-43. */
export const feedCases: readonly StoreCase[] = [
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
      for (const id of ids) listener.expectOnce(id, 26);
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
    listener.expectOnce("a", 21);
  }),
];

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
    return this.records.map(
      ({ negotiationId, version, index, type }) => `${negotiationId}/${version}/${index} ${type}`,
    );
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

  /** Each version of it has told two events, once and in order. */
  expectOnce(id: string, versionCount: number): void {
    const own = this.records.filter(({ negotiationId }) => negotiationId === id);
    const expected = Array.from({ length: 2 * versionCount }, (_, index) => [index >> 1, index & 1]);
    assertEqual(
      own.map(({ version, index }) => [version, index]),
      expected,
      `the events of ${id} as they were heard`,
    );
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

function drafts(...types: readonly string[]): { type: string; body: { type: string } }[] {
  return types.map((type) => ({ type, body: { type } }));
}
