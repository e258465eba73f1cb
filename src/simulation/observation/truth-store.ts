/**
 * @module
 * The truth of a world: the innermost store, with each write that it took told to the invariants. Faults
 * happen on the way to it (`faulty-store.ts`) and a mutant may stand in its place, but none in between.
 */

import type { Entry } from "../../core/record/index.js";
import type {
  Commit,
  MaybePromise,
  NegotiationRow,
  NegotiationStore,
  NewNegotiation,
  OutboxRecord,
} from "../../ports/index.js";
import { isPromise } from "../../service/queue/index.js";
import type { ObservedWrite, Truth } from "./observation.js";

/** A write as the store took it; who wrote and when is added by the world. */
export type TakenWrite = Pick<ObservedWrite, "before" | "after" | "expectedVersion" | "entry" | "outbox">;

/** What is known of a negotiation without asking the store. */
interface Known {
  row: NegotiationRow;
  /** The row before the last commit. */
  earlier: NegotiationRow | null;
  readonly entries: Entry[];
  readonly outbox: Omit<OutboxRecord, "position">[];
}

/** The innermost store. */
export class TruthStore {
  readonly #inner: NegotiationStore;
  readonly #known = new Map<string, Known>();
  #isAsynchronous = false;
  #commitCount = 0;

  constructor(inner: NegotiationStore) {
    this.#inner = inner;
  }

  /** How many writes it took. */
  get commitCount(): number {
    return this.#commitCount;
  }

  /** The store itself, for calls that write no negotiation. */
  get inner(): NegotiationStore {
    return this.#inner;
  }

  /** Creates; `onTaken` hears of it before the answer is there. */
  create(
    created: NewNegotiation,
    onTaken: (write: TakenWrite) => void,
  ): ReturnType<NegotiationStore["create"]> {
    return this.#written(created.id, this.#inner.create(created), null, null, created.outbox, onTaken);
  }

  /** Commits; `onTaken` hears of it before the answer is there. */
  commit(commit: Commit, onTaken: (write: TakenWrite) => void): ReturnType<NegotiationStore["commit"]> {
    const before = this.row(commit.id);
    const answer = this.#inner.commit(commit);
    return this.#written(commit.id, answer, before, commit.expectedVersion, commit.outbox, onTaken);
  }

  /** A negotiation's row now. */
  row(id: string): NegotiationRow | null {
    if (this.#isAsynchronous) return this.#known.get(id)?.row ?? null;
    const row = this.#inner.load(id);
    if (!isPromise(row)) return row as NegotiationRow | null;
    return this.#asynchronous(row, this.#known.get(id)?.row ?? null);
  }

  /** The rows before the last commit of each, where there was one. */
  earlierRows(): readonly NegotiationRow[] {
    return [...this.#known.values()].flatMap(({ earlier }) => (earlier === null ? [] : [earlier]));
  }

  /** What invariants may ask. */
  view(intentOf: Truth["intentOf"], writesOutbox: boolean): Truth {
    return {
      row: (id) => this.row(id),
      rows: () => [...this.#known.keys()].flatMap((id) => this.row(id) ?? []),
      entries: (id) => this.#entries(id),
      turns: (id) => this.#entries(id).flatMap(({ turn }) => (turn === null ? [] : [turn])),
      outbox: (id) => this.#known.get(id)?.outbox ?? [],
      intentOf,
      writesOutbox,
    };
  }

  #entries(id: string): readonly Entry[] {
    const known = this.#known.get(id)?.entries ?? [];
    if (this.#isAsynchronous) return known;
    const entries = this.#inner.entries(id);
    return isPromise(entries) ? this.#asynchronous(entries, known) : (entries as readonly Entry[]);
  }

  #written<Result extends { readonly ok: boolean }>(
    id: string,
    answer: MaybePromise<Result>,
    before: NegotiationRow | null,
    expectedVersion: number | null,
    outbox: Commit["outbox"],
    onTaken: (write: TakenWrite) => void,
  ): MaybePromise<Result> {
    if (isPromise(answer)) {
      this.#isAsynchronous = true;
      return answer.then(async (result) => {
        if (!result.ok) return result;
        const after = await this.#inner.load(id);
        const [entry] = await this.#inner.entries(id, newestOf(after));
        this.#take(before, after, entry, expectedVersion, outbox, onTaken);
        return result;
      }) as PromiseLike<Result>;
    }
    const result = answer as Result;
    if (!result.ok) return result;
    const after = this.#inner.load(id) as NegotiationRow | null;
    const [entry] = this.#inner.entries(id, newestOf(after)) as readonly Entry[];
    this.#take(before, after, entry, expectedVersion, outbox, onTaken);
    return result;
  }

  #take(
    before: NegotiationRow | null,
    after: NegotiationRow | null,
    entry: Entry | undefined,
    expectedVersion: number | null,
    outbox: Commit["outbox"],
    onTaken: (write: TakenWrite) => void,
  ): void {
    // A store that says it took the write and has none of it: the invariants cannot even look at it.
    if (after === null || entry === undefined) throw new Error("The store lost a write that it took.");
    this.#commitCount++;
    const known: Known = this.#known.get(after.id) ?? { row: after, earlier: null, entries: [], outbox: [] };
    known.earlier = before;
    known.row = after;
    known.entries.push(entry);
    outbox.forEach((draft, index) => {
      known.outbox.push({ ...draft, negotiationId: after.id, version: after.version, index });
    });
    this.#known.set(after.id, known);
    onTaken({ before, after, expectedVersion, entry, outbox });
  }

  /** The store answers later: from here on it is what its writes left that is known. */
  #asynchronous<T>(pending: PromiseLike<unknown>, known: T): T {
    this.#isAsynchronous = true;
    pending.then(undefined, () => {});
    return known;
  }
}

/** The range of the newest entry alone. */
function newestOf(row: NegotiationRow | null): { readonly after?: number; readonly limit: number } {
  return row === null || row.version === 0 ? { limit: 1 } : { after: row.version - 1, limit: 1 };
}
