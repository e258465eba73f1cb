/**
 * @module
 * One test of the store suite, and what it works with: stores of its own, and what the adapter's author provides beyond
 * one store (a second handle, reopening, a broken connection, a process that writes). All of it ends with the test.
 */

import type { MaybePromise, NegotiationStore } from "../../../ports/index.js";
import { systemClock } from "../../../service/timing/index.js";
import { present, type SuiteTest, type TestProcess } from "../../harness/index.js";

/** Where the connection breaks: before the database has the commit, or after, when only the answer is lost. */
export type BreakPoint = "before-commit" | "after-commit";

/** How a second store differs from the first. */
export interface SecondStoreOptions {
  /** Called in the transaction of each commit, after its writes; it ends when this resolves. @default at once */
  readonly beforeCommit?: (() => PromiseLike<void>) | undefined;
}

/** What the author of an adapter provides. */
export interface StoreProvider {
  /** An empty store, on data of its own. */
  readonly create: () => MaybePromise<NegotiationStore>;
  /** Another store over the same data, with a connection of its own; the suite closes it. */
  readonly openSecond?:
    | ((store: NegotiationStore, options: SecondStoreOptions) => MaybePromise<NegotiationStore>)
    | undefined;
  /** Closes the store, if it is open, and opens another one over the same data. */
  readonly reopen?: ((store: NegotiationStore) => MaybePromise<NegotiationStore>) | undefined;
  /** Sees to it that the next write of the store loses its connection. */
  readonly breakConnection?: ((store: NegotiationStore, where: BreakPoint) => MaybePromise<void>) | undefined;
  /** Starts a process that opens the data of this store, open or closed, and calls `runTestProcess` with the job. */
  readonly spawnWriter?: ((store: NegotiationStore, job: string) => MaybePromise<TestProcess>) | undefined;
  /** Closes the store, if it is open, and removes its data. */
  readonly destroy: (store: NegotiationStore) => MaybePromise<void>;
  /**
   * In place of `destroy` where data were lost or torn by a killed process (TS-27): leaves the data for somebody
   * to look at, and says where. @default they are removed
   */
  readonly keep?: ((store: NegotiationStore) => MaybePromise<string>) | undefined;
  /** Chooses after how many ms each process of TS-27 is killed; printed when the test fails. @default 1 */
  readonly seed?: number | undefined;
}

/** What a test may need beyond one store. */
export type StoreNeed = "openSecond" | "reopen" | "breakConnection" | "spawnWriter";

/** The stores of one test. */
export class StoreLab {
  readonly #provider: StoreProvider;
  readonly #print: (line: string) => void;
  readonly #stores = new Set<NegotiationStore>();
  readonly #seconds = new Set<NegotiationStore>();
  readonly #writers = new Set<TestProcess>();

  constructor(provider: StoreProvider, print: (line: string) => void = () => {}) {
    this.#provider = provider;
    this.#print = print;
  }

  /** The same seed gives the same schedule of kills. */
  get seed(): number {
    return this.#provider.seed ?? 1;
  }

  /** Whether the author provides that. */
  provides(need: StoreNeed): boolean {
    return this.#provider[need] !== undefined;
  }

  /** An empty store. */
  async open(): Promise<NegotiationStore> {
    const store = await this.#provider.create();
    this.#stores.add(store);
    return store;
  }

  /** Another store over the same data. */
  async second(store: NegotiationStore, options: SecondStoreOptions = {}): Promise<NegotiationStore> {
    const second = await present(this.#provider.openSecond, "openSecond")(store, options);
    this.#seconds.add(second);
    return second;
  }

  /** The store that takes this one's place. */
  async reopen(store: NegotiationStore): Promise<NegotiationStore> {
    const reopened = await present(this.#provider.reopen, "reopen")(store);
    this.#stores.delete(store);
    this.#stores.add(reopened);
    return reopened;
  }

  /** Sees to it that the next write loses its connection. */
  async breakConnection(store: NegotiationStore, where: BreakPoint): Promise<void> {
    await present(this.#provider.breakConnection, "breakConnection")(store, where);
  }

  /** A process that does a job. */
  async startWriter(store: NegotiationStore, job: string): Promise<TestProcess> {
    const writer = await present(this.#provider.spawnWriter, "spawnWriter")(store, job);
    this.#writers.add(writer);
    return writer;
  }

  /** Lets go of a store whose data are to be looked at. @returns where they are; `undefined` when not kept */
  async keep(store: NegotiationStore): Promise<string | undefined> {
    if (this.#provider.keep === undefined) return undefined;
    const place = await this.#provider.keep(store);
    this.#stores.delete(store);
    return place;
  }

  /** Shows a figure. */
  print(line: string): void {
    this.#print(line);
  }

  /** Ends it all, so that the next test finds nothing. */
  async close(): Promise<void> {
    for (const writer of this.#writers) await writer.kill();
    for (const second of this.#seconds) await second.close();
    for (const store of this.#stores) await this.#provider.destroy(store);
    this.#writers.clear();
    this.#seconds.clear();
    this.#stores.clear();
  }
}

/** The number of a test. @see docs/requirements/storage.md, section 10 */
export type StoreTestId =
  | `TS-0${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `TS-${1 | 2}${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`
  | `TS-3${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7}`
  | `TS-4${0 | 1 | 2 | 3}`;

/** A test of the store suite. */
export type StoreCase = SuiteTest<StoreTestId, StoreLab, StoreNeed>;

/** A test over one empty store. */
export function storeCase(
  id: StoreTestId,
  title: string,
  run: (store: NegotiationStore, lab: StoreLab) => Promise<void>,
  needs: readonly StoreNeed[] = [],
): StoreCase {
  return { id, title, needs, run: async (lab) => run(await lab.open(), lab) };
}

/** Lets timers have their turn: a store may write by one, and who only awaits answers that are there at once keeps it from it. */
export function eventLoop(): Promise<void> {
  return new Promise((resolve) => void systemClock.setTimeout(resolve, 0));
}
