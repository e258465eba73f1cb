/**
 * @module
 * What a room knows of its negotiations: the newest record seen of each, and the store behind it. Reads
 * are retried here; what follows a failed write is `command-handler.ts`'s decision.
 */

import { isMistake } from "../../../core/checks/index.js";
import type { CommitEvent } from "../../../core/index.js";
import type { Json } from "../../../core/json/index.js";
import type { Entry, Negotiation, NewEntry, Turn } from "../../../core/record/index.js";
import { recordWith, SCHEMA, sealedTurn } from "../../../core/record/index.js";
import { NegotiationError, shown } from "../../../errors.js";
import type {
  Clock,
  CommitResult,
  CreateResult,
  MaybePromise,
  NegotiationRow,
  NegotiationStore,
} from "../../../ports/index.js";
import { isPromise, PassingMap, type Steps, settled } from "../../queue/index.js";
import type { RulesResolver } from "./rules-resolver.js";
import { commitOf, isSound, newRow, outboxOf, recordOfRow } from "./stored-rows.js";

/** What a record cache works with. */
export interface RecordCacheOptions {
  readonly roomId: string;
  readonly store: NegotiationStore;
  readonly rules: RulesResolver;
  readonly clock: Clock;
  /** Final records kept in memory. */
  readonly keepSettled: number;
  /** Whether others may write to the store as well. */
  readonly isShared: boolean;
  /** Whether commits write outbox rows. */
  readonly outbox: boolean;
  /** Called for each record that is newer than what was known. @default nobody asks */
  readonly onKept?: ((record: Negotiation<never>) => void) | undefined;
  /** Called for a record that was known here and is deleted. @default nobody asks */
  readonly onLost?: ((id: string) => void) | undefined;
  /** Called for a row that is damaged, each time. @default nobody asks */
  readonly onDamaged?: ((id: string) => void) | undefined;
}

/** Milliseconds before the second and the third try of a store call that threw (ST-32). */
export const RETRY_DELAYS_MS: readonly number[] = [50, 200];

/** Milliseconds after which what then still failed is begun anew. Chosen: as often as the sweep looks by default. */
export const STORE_AGAIN_MS = 1_000;

/** EN-64. */
const LONGEST_PAUSE_MS = 30_000;

const NO_OUTBOX: readonly never[] = Object.freeze([]);

/** The records of one room, newest seen. */
export class RecordCache<Terms> {
  readonly #options: RecordCacheOptions;
  readonly #records = new PassingMap<string, Negotiation<Terms>>();
  /** Ids of final records in the order in which they ended. */
  readonly #settled = new Set<string>();
  /** One walk for the life of the cache: a new one would step over all that was removed before. */
  readonly #settledFirst: Iterator<string> = this.#settled.values();
  readonly #pauses = new Set<Pause>();
  /** What is sealed, by the turn as it is told: it is let go with it. Made for the first. */
  #sealed: WeakMap<Turn, Json> | undefined;
  #closedFor: NegotiationError | undefined;
  #activeId: string | undefined;
  #latestId: string | undefined;

  constructor(options: RecordCacheOptions) {
    this.#options = options;
  }

  /** The newest record seen. */
  known(id: string): Negotiation<Terms> | undefined {
    return this.#records.get(id);
  }

  /** The last created one, while it is live. */
  get active(): Negotiation<Terms> | undefined {
    return this.#activeId === undefined ? undefined : this.#records.get(this.#activeId);
  }

  /** The last created one. */
  get latest(): Negotiation<Terms> | undefined {
    return this.#latestId === undefined ? undefined : this.#records.get(this.#latestId);
  }

  /** Whether nothing is live as far as this room has seen. */
  get isQuiet(): boolean {
    return this.#records.size === this.#settled.size;
  }

  /** Keeps a record that was stored or read; a settled one frees the room. */
  keep(record: Negotiation<Terms>): void {
    const known = this.#records.get(record.id);
    if (known !== undefined && known.version >= record.version) return;
    this.#records.set(record.id, record);
    this.#options.onKept?.(record as Negotiation<never>);
    if (record.outcome === null) return;
    if (this.#activeId === record.id) this.#activeId = undefined;
    this.#settled.add(record.id);
    while (this.#settled.size > this.#options.keepSettled)
      this.forget(this.#settledFirst.next().value as string);
  }

  /** Keeps a record that this room has just created. */
  keepCreated(record: Negotiation<Terms>): void {
    this.keep(record);
    this.#latestId = record.id;
    // A newer version may be known already, and be final.
    if (this.#records.get(record.id)?.outcome === null) this.#activeId = record.id;
  }

  /** Keeps a record that another process has created. */
  adopt(record: Negotiation<Terms>): void {
    if ((this.latest?.createdAt ?? 0) <= record.createdAt) this.keepCreated(record);
    else this.keep(record);
  }

  /** Forgets a record that the store has no more (ST-47). */
  lose(id: string): void {
    if (this.#records.get(id) === undefined) return;
    this.forget(id);
    this.#options.onLost?.(id);
  }

  /** Forgets a record, so that the next look reads the store. */
  forget(id: string): void {
    this.#records.delete(id);
    this.#settled.delete(id);
    if (this.#activeId === id) this.#activeId = undefined;
  }

  /** Ends the waits for another try, and lets none begin: they fail with `reason` (ST-33). */
  stopPausing(reason: NegotiationError): void {
    this.#closedFor = reason;
    for (const { handle, reject } of this.#pauses) {
      this.#options.clock.clearTimeout(handle);
      reject(reason);
    }
    this.#pauses.clear();
  }

  /** Forgets everything. */
  clear(): void {
    this.#records.clear();
    this.#settled.clear();
    this.#activeId = undefined;
    this.#latestId = undefined;
  }

  /** The record: the one seen, else the stored one; `undefined` when this room has none of that id. */
  *read(id: string): Steps<Negotiation<Terms> | undefined> {
    return this.#records.get(id) ?? (yield* this.load(id));
  }

  /** The record as the store has it now. */
  *load(id: string): Steps<Negotiation<Terms> | undefined> {
    if (typeof id !== "string" || id === "" || id.length > 256) return undefined;
    const row = yield* this.retried(() => this.#options.store.load(id));
    if (row === null) this.lose(id);
    if (row?.roomId !== this.#options.roomId) return undefined;
    const record = yield* this.ofRow(row, true);
    if (record === undefined) this.lose(id);
    else if (this.#records.get(id)) this.keep(record);
    else this.adopt(record);
    return this.#records.get(id) ?? record;
  }

  /** The record as the store has it now, with what is sealed in its turns. */
  *loadSealed(id: string): Steps<Negotiation<Terms> | undefined> {
    const record = yield* this.load(id);
    const sealed = this.#sealed;
    return record && sealed ? recordWith(record, (turn) => sealedTurn(turn, sealed.get(turn))) : record;
  }

  /** The record that counts: as `read`, but of a store that others may write to as well as it is there now. */
  current(id: string): Steps<Negotiation<Terms> | undefined> {
    return this.#options.isShared ? this.load(id) : this.read(id);
  }

  /**
   * The record of a row, with its turns; `undefined` when it was deleted meanwhile, or is damaged.
   *
   * @param isAsked - whether a damaged one is an error: `record_damaged`
   */
  *ofRow(row: NegotiationRow, isAsked = false): Steps<Negotiation<Terms> | undefined> {
    const { store, rules, onDamaged } = this.#options;
    const { id, version, turnCount, schema } = row;
    const state = row.state as Partial<Negotiation> | null;
    // What a newer version of the library has written is not for this one to judge.
    const isStated = state?.version === version || schema > SCHEMA;
    const known = this.#records.get(id);
    if (isStated && known?.version === version && known.turns.length === turnCount) return known;
    const isBare = version === 0 && row.status === "open";
    // All of them: a count that is too low shows too. Those that cannot be read are none.
    const found = row.turns ?? (isBare ? [] : yield* this.retried(() => store.turns(id)));
    const turns = found.filter(Boolean);
    const surplus = isStated ? turns.length - turnCount : -1;
    // It may have moved, or gone, between the two reads.
    const newest = surplus === 0 ? row : yield* this.retried(() => store.load(id));
    if (newest === null) return undefined;
    if (surplus === 0 || (surplus > 0 && newest.version !== version)) {
      const record = recordOfRow<Terms>(
        row,
        turns.slice(0, turnCount),
        (own) => rules.shared(own),
        (told, stored) => this.seal(told, stored),
      );
      if (isSound(row, record)) return record;
    }
    onDamaged?.(id);
    if (!isAsked) return undefined;
    const message = `Expected version ${version} and ${turnCount} turns of a whole record in ${shown(id)}, got ${state?.version} and ${turns.length}, or others. Mend the row.`;
    throw new NegotiationError("record_damaged", message, { details: { id } });
  }

  /** Whether this very commit was stored, and not the same command by another process. */
  *wasStored({ id, version, updatedAt }: Negotiation<Terms>, { commandId }: NewEntry): Steps<boolean> {
    const entry = yield* this.entryOf({ id, version });
    return entry?.commandId === commandId && entry.at === updatedAt;
  }

  /** The entry that made this version. */
  *entryOf({ id, version }: Pick<Negotiation, "id" | "version">): Steps<Entry | undefined> {
    const range = { after: version > 0 ? version - 1 : undefined, limit: 1 };
    const entries = yield* this.retried(() => this.#options.store.entries(id, range));
    return entries.find((entry) => entry.version === version);
  }

  /** The id of the negotiation that this command created in the room before. */
  *createdBy(createCommandId: string): Steps<string | undefined> {
    const { roomId, store } = this.#options;
    const found = yield* this.retried(() => store.list({ roomId, createCommandId, limit: 1 }));
    return found.items[0]?.id;
  }

  /** Stores a new negotiation; keeps nothing yet. */
  create(
    record: Negotiation<Terms>,
    entry: NewEntry,
    events: readonly CommitEvent[],
  ): MaybePromise<CreateResult> {
    return this.#options.store.create(newRow(record, entry, this.#prepared(record, entry, events)));
  }

  /** Stores the next version; keeps nothing yet. */
  commit(
    record: Negotiation<Terms>,
    entry: NewEntry,
    events: readonly CommitEvent[],
  ): MaybePromise<CommitResult> {
    const commit = commitOf(record, entry, this.#prepared(record, entry, events));
    const answer = this.#options.store.commit(commit);
    return isPromise(answer) ? answer.then(commitResult) : commitResult(answer as CommitResult);
  }

  /**
   * A read, tried again when the store throws.
   *
   * @throws {TypeError | RangeError} when a store of ours finds the call malformed
   * @throws {NegotiationError} `store_failed` after the third throw
   */
  *retried<T>(read: () => MaybePromise<T>): Steps<T> {
    try {
      const answer = read();
      return isPromise(answer) ? yield* settled(answer) : (answer as T);
    } catch (error) {
      return yield* this.again(error, () => settled(read()));
    }
  }

  /**
   * Tries again what threw, a little later each time.
   *
   * @throws {NegotiationError} `store_failed` after the third throw in all, or the store's own error where a retry cannot help
   */
  *again<T>(thrown: unknown, attempt: () => Steps<T>): Steps<T> {
    let error = thrown;
    for (let tries = 0; ; tries += 1) {
      if (NegotiationError.isInstance(error) || isMistake(error)) throw error;
      if (this.#closedFor !== undefined) throw this.#closedFor;
      const delay = RETRY_DELAYS_MS[tries];
      if (delay === undefined) {
        const message = `Expected the store to answer, got ${tries + 1} throws. Retry with the same commandId.`;
        throw new NegotiationError("store_failed", message, {
          cause: error,
          details: { attempts: tries + 1 },
        });
      }
      yield* settled(this.pause(delay));
      try {
        return yield* attempt();
      } catch (again) {
        error = again;
      }
    }
  }

  /** Waits; rejects as soon as the room ends. @param isIdle - whether the process need not stay alive for it */
  pause(ms: number, isIdle = false): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closedFor !== undefined) throw this.#closedFor;
      const handle = this.#options.clock.setTimeout(() => {
        this.#pauses.delete(pause);
        resolve();
      }, ms);
      const pause: Pause = { reject, handle };
      this.#pauses.add(pause);
      if (isIdle) (handle as { unref?: () => unknown } | undefined)?.unref?.();
    });
  }

  /**
   * Looks again, after growing pauses that keep no process alive, until it is known or the room ends (EN-64).
   *
   * @param look - whether it is known now
   */
  async until(look: () => MaybePromise<boolean>): Promise<void> {
    for (let ms = STORE_AGAIN_MS; this.#closedFor === undefined; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
      try {
        await this.pause(ms, true);
        if (await look()) return;
      } catch {
        // Nothing can be known yet.
      }
    }
  }

  /** Keeps aside what the stored turn has that the told one has not. */
  seal(told: Turn | undefined, stored: Turn | Json): void {
    const sealed = (stored as Turn | null)?.sealed;
    if (told === undefined || sealed === undefined) return;
    this.#sealed ??= new WeakMap();
    this.#sealed.set(told, sealed);
  }

  /** The outbox of what is about to be stored; what is sealed in its turn is kept aside. */
  #prepared(
    { turns }: Negotiation<Terms>,
    { turn }: NewEntry,
    events: readonly CommitEvent[],
  ): ReturnType<typeof outboxOf> {
    this.seal(turns.at(-1), turn);
    return this.#options.outbox ? outboxOf(events) : NO_OUTBOX;
  }
}

/** A wait before another try. */
interface Pause {
  readonly handle: unknown;
  readonly reject: (reason: NegotiationError) => void;
}

/** @throws {Error} for another answer, which tells as little as a throw whether it was stored */
function commitResult(answer: CommitResult): CommitResult {
  if (answer?.ok || answer?.reason) return answer;
  throw new Error("Expected a commit's result, got another.");
}
