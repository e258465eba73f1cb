/**
 * @module
 * A database in memory that can do all that the store suite asks for: second handles, slow transactions,
 * broken connections and writers that are killed. Each part can be replaced by a broken one.
 */

import type { CommitResult, NegotiationStore } from "../../src/ports/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import type { TestProcess } from "../../src/testing/harness/index.js";
import {
  type BreakPoint,
  runStoreWriter,
  type SecondStoreOptions,
  type StoreNeed,
  type StoreProvider,
} from "../../src/testing/stores/lab/index.js";
import { overriding } from "../kit/wrapped-store.js";

/** What may be broken about it. */
export interface MemoryProviderParts {
  /** Between every handle and the data. */
  readonly data?: (store: NegotiationStore) => NegotiationStore;
  /** What a second handle sees of the data. */
  readonly second?: (store: NegotiationStore) => NegotiationStore;
  /** What a reopened handle sees of the data. */
  readonly reopened?: (store: NegotiationStore) => NegotiationStore;
  /** What a process that writes sees of the data. */
  readonly writer?: (store: NegotiationStore) => NegotiationStore;
  /** Whether `close` does nothing. */
  readonly staysOpen?: boolean;
  /** How a slow transaction commits. */
  readonly slowCommit?: (
    store: NegotiationStore,
    commit: Parameters<NegotiationStore["commit"]>[0],
    hold: () => PromiseLike<void>,
  ) => PromiseLike<CommitResult>;
}

/** All that the suite may need of a provider. */
export type CompleteProvider = {
  readonly [Part in StoreNeed | "create" | "destroy"]: NonNullable<StoreProvider[Part]>;
};

/** Sound where no part is given. */
export function memoryProvider(parts: MemoryProviderParts = {}): CompleteProvider {
  const same = (store: NegotiationStore): NegotiationStore => store;
  const { data = same, second = same, reopened = same, writer = same } = parts;
  const slowCommit: NonNullable<MemoryProviderParts["slowCommit"]> =
    parts.slowCommit ??
    (async (store, commit, hold) => {
      await hold();
      return store.commit(commit);
    });
  const bases = new Map<NegotiationStore, NegotiationStore>();
  const breaks = new Map<NegotiationStore, BreakPoint>();

  const handleOn = (base: NegotiationStore, seen: NegotiationStore): NegotiationStore => {
    const closing = new MemoryStore();
    let isClosed = false;
    const handle: NegotiationStore = new Proxy(seen, {
      get: (target, name) => {
        if (name === "close") {
          return () => {
            isClosed = parts.staysOpen !== true;
            closing.close();
          };
        }
        // What a closed store throws is what a closed memory store throws.
        const from = isClosed ? closing : target;
        const method: unknown = Reflect.get(from, name);
        if (typeof method !== "function") return method;
        return (...given: readonly unknown[]) => {
          const where = name === "commit" || name === "create" ? breaks.get(handle) : undefined;
          breaks.delete(handle);
          if (where === "before-commit") throw new Error("The connection broke before the commit.");
          const answer: unknown = Reflect.apply(method, from, given);
          if (where === "after-commit") throw new Error("The connection broke after the commit.");
          return answer;
        };
      },
    });
    bases.set(handle, base);
    return handle;
  };
  const baseOf = (store: NegotiationStore): NegotiationStore => {
    const base = bases.get(store);
    if (base === undefined) throw new Error("Expected a store of this provider.");
    return base;
  };
  return {
    create: () => {
      const base = data(new MemoryStore());
      return handleOn(base, base);
    },
    openSecond: (store, { beforeCommit }: SecondStoreOptions) => {
      const base = second(baseOf(store));
      if (beforeCommit === undefined) return handleOn(baseOf(store), base);
      const slow = overriding(base, { commit: (inner, commit) => slowCommit(inner, commit, beforeCommit) });
      return handleOn(baseOf(store), slow);
    },
    reopen: (store) => handleOn(baseOf(store), reopened(baseOf(store))),
    breakConnection: (store, where) => void breaks.set(store, where),
    spawnWriter: (store, job) => writerOn(writer(baseOf(store)), job),
    destroy: (store) => {
      bases.delete(store);
    },
  };
}

/** A writer as of another process: it can be killed between any two of its steps. */
function writerOn(store: NegotiationStore, job: string): TestProcess {
  const lines: (string | null)[] = [];
  const waiting: (() => void)[] = [];
  const say = (line: string | null): void => {
    lines.push(line);
    for (const resolve of waiting.splice(0)) resolve();
  };
  let isKilled = false;
  let count = 0;
  /** Now and then it lets others run, so that there is somebody to kill it. */
  const livedOn = async (rest: number): Promise<void> => {
    if (count % 10 === rest) await new Promise((resolve) => setImmediate(resolve));
    if (isKilled) await new Promise(() => {});
  };
  const mortal = new Proxy(store, {
    get:
      (target, name) =>
      async (...given: readonly unknown[]) => {
        count++;
        // Killed before the data have it, or after, when nobody has heard of it yet.
        await livedOn(0);
        const answer: unknown = await Reflect.apply(
          Reflect.get(target, name) as () => unknown,
          target,
          given,
        );
        await livedOn(5);
        return answer;
      },
  });
  void runStoreWriter(mortal, job, say).then(() => say(null));
  return {
    async nextLine() {
      while (lines.length === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      const line = lines.shift() ?? null;
      if (line === null) lines.unshift(null);
      return line;
    },
    kill() {
      isKilled = true;
      say(null);
    },
  };
}
