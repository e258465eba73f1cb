/**
 * @module
 * What other processes commit in a room, told here as it was told there: once, in version order, marked `remote`, after
 * the record that this room remembers was brought up to date. Events are made of entries, by the code that replays them.
 */

import { NEVER } from "../../core/deadlines/index.js";
import { applyEntry, type CommitEvent } from "../../core/index.js";
import type { Entry, Negotiation } from "../../core/record/index.js";
import type { Clock, EntriesPlace, MaybePromise, NegotiationStore, OutboxRecord } from "../../ports/index.js";
import type { RecordCache, RulesResolver } from "../commands/index.js";
import { isPromise, type Steps } from "../queue/index.js";
import type { EventFeed } from "./event-feed.js";

/** What hearing works with. */
export interface HearingOptions<Terms> {
  readonly roomId: string;
  readonly clock: Clock;
  readonly store: NegotiationStore;
  readonly cache: RecordCache<Terms>;
  readonly rules: RulesResolver;
  /** Runs work of a negotiation when no command of it runs, and nothing of it is in doubt. */
  readonly inTurn: (id: string, work: () => void) => MaybePromise<void>;
  /** Tells the events of one commit. */
  readonly publish: (events: readonly CommitEvent[]) => void;
  /** Goes on from the newest record, once its events were told. */
  readonly onHeard: (negotiation: Negotiation<Terms>) => void;
  /** Goes on from what the store has; never rejects. */
  readonly look: (id: string) => Promise<void>;
  /** Is told of a negotiation whose entries cannot be read. */
  readonly onError: (id: string, error: unknown) => void;
}

/** Hears the other processes of a room. */
export class RemoteCommits<Terms> {
  readonly #options: HearingOptions<Terms>;
  /** Epoch ms. */
  #begunAt = NEVER;
  readonly #told = new Map<string, Told<Terms>>();
  /** The last versions of those that have ended, oldest first: their records may come once more. */
  readonly #over = new Map<string, number>();

  constructor(options: HearingOptions<Terms>) {
    this.#options = options;
  }

  /** Notes what this room has committed, just before it is told. */
  note(negotiation: Negotiation<Terms>): void {
    const { id, version } = negotiation;
    const told = this.#told.get(id);
    if (told === undefined) this.#begin(negotiation, version - 1);
    else told.record = negotiation;
  }

  /** Tells what others have committed up to this record, before something is decided on it; else that would come first. */
  *catchUp(record: Negotiation<Terms>): Steps<void> {
    const { id, version, updatedAt } = record;
    const told = this.#told.get(id);
    if ((told?.record.version ?? -1) >= version) return;
    // What is older than the feed is no news; if it comes by all the same, it is told late.
    if (told === undefined && updatedAt <= this.#begunAt) this.#begin(record, version);
    else {
      const { store, cache } = this.#options;
      const range = told && { after: told.record.version };
      const entries = yield* cache.retried(() => store.entries(id, range));
      const news = entries.find(({ at }) => at > this.#begunAt)?.version ?? version;
      this.#ifSound(id, () => this.#tell(id, entries, told, told === undefined ? [news] : []));
    }
  }

  /** Takes records of the feed, in order for each negotiation. */
  async hear(records: readonly OutboxRecord[]): Promise<void> {
    const versions = new Map<string, number[]>();
    for (const { negotiationId: id, version } of records) {
      const before = this.#told.get(id)?.heard ?? this.#over.get(id) ?? -1;
      if (version <= before) continue;
      const own = versions.get(id) ?? [];
      if (own.at(-1) !== version) own.push(version);
      versions.set(id, own);
    }
    const unread: EntriesPlace[] = [];
    for (const [id, heard] of versions) {
      const told = this.#told.get(id);
      const isLate = (heard[0] as number) <= (told?.assumed ?? -1);
      if (told === undefined || isLate) unread.push({ id, after: -1 });
      else if ((heard.at(-1) as number) > told.record.version)
        unread.push({ id, after: told.record.version });
    }
    const found = unread.length === 0 ? [] : await this.#entries(unread);
    const entries = new Map(unread.map(({ id }, index) => [id, found[index] ?? []]));
    const running: PromiseLike<void>[] = [];
    for (const [id, heard] of versions) {
      const take = (): void => this.#take(id, heard, entries.get(id) ?? []);
      const turn = this.#options.inTurn(id, () => this.#ifSound(id, take));
      if (isPromise(turn)) running.push(turn);
    }
    await Promise.all(running);
  }

  /** Hears the room from now on. @returns what ends it */
  listen(feed: EventFeed): () => Promise<void> {
    const { roomId, clock, look } = this.#options;
    const stop = feed.hear(roomId, (records) => this.hear(records));
    const begin = (): void => {
      this.#begunAt = clock.now();
      // Others may have moved before anything was heard of them.
      for (const id of this.#told.keys()) void look(id);
    };
    feed.begun.then(begin, () => undefined);
    return stop;
  }

  /** Forgets what was deleted. */
  forget(id: string): void {
    this.#told.delete(id);
  }

  #begin(record: Negotiation<Terms>, assumed: number): Told<Terms> {
    const told: Told<Terms> = { record, assumed, heard: -1 };
    this.#told.set(record.id, told);
    return told;
  }

  /** Once: whoever fails is handed the same records again, sooner than a command would try again. */
  async #entries(places: readonly EntriesPlace[]): Promise<readonly (readonly Entry[])[]> {
    const { store } = this.#options;
    if (places.length > 1 && store.entriesOfMany !== undefined) return store.entriesOfMany(places);
    const found: (readonly Entry[])[] = [];
    for (const { id, after } of places) found.push(await store.entries(id, after < 0 ? {} : { after }));
    return found;
  }

  /** What cannot be read is no reason to keep all others waiting, nor whoever goes on from a sound record. */
  #ifSound(id: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onError(id, error);
    }
  }

  #take(id: string, heard: readonly number[], entries: readonly Entry[]): void {
    const before = this.#told.get(id);
    this.#tell(id, entries, before, heard);
    const told = this.#told.get(id);
    if (told === undefined) return;
    told.heard = Math.max(told.heard, heard.at(-1) as number);
    const { record } = told;
    if (record.outcome === null || told.heard < record.version) return;
    this.#told.delete(id);
    this.#over.set(id, record.version);
    if (this.#over.size > OVER_COUNT) this.#over.delete(this.#over.keys().next().value as string);
  }

  /**
   * Tells what of these entries was not told yet.
   *
   * @param heard - the versions that the feed has told of; without: only what comes after what was told is new
   */
  #tell(
    id: string,
    entries: readonly Entry[],
    before: Told<Terms> | undefined,
    heard: readonly number[] = [],
  ): void {
    let told = before;
    let record: Negotiation<Terms> | null = entries[0]?.version === 0 ? null : (told?.record ?? null);
    let newest: Negotiation<Terms> | undefined;
    for (const entry of entries) {
      if (record !== null && entry.version <= record.version) continue;
      const applied = this.#applied(record, entry);
      record = applied.negotiation;
      const { version } = record;
      if (told === undefined) {
        // What was committed before this room began to hear is no news.
        if (version < (heard[0] ?? 0)) continue;
        told = this.#begin(record, version - 1);
      } else if (version > told.record.version) told.record = record;
      // Committed before this room had looked, and told of only now.
      else if (version <= told.heard || version > told.assumed || !heard.includes(version)) continue;
      this.#keep(record);
      newest = record;
      this.#options.publish(applied.events.map(remote));
    }
    if (newest !== undefined) this.#options.onHeard(this.#options.cache.known(id) ?? newest);
  }

  #keep(record: Negotiation<Terms>): void {
    const { cache } = this.#options;
    if (cache.known(record.id) === undefined) cache.adopt(record);
    else cache.keep(record);
  }

  #applied(before: Negotiation<Terms> | null, entry: Entry): ReturnType<typeof applyEntry<Terms>> {
    const { cache, rules } = this.#options;
    const applied = applyEntry<Terms>(before, entry);
    const { negotiation } = applied;
    cache.seal(negotiation.turns.at(-1), entry.turn);
    if (before !== null) return applied;
    const shared = Object.freeze({ ...negotiation, rules: rules.shared(negotiation.rules) });
    return { ...applied, negotiation: shared };
  }
}

/** What was told of a negotiation. */
interface Told<Terms> {
  /** That of the last version that was told here, or taken for told. */
  record: Negotiation<Terms>;
  /** Up to this version nothing was told here: this room knew of none of it. */
  readonly assumed: number;
  /** The last version that the feed has told of; -1 before. */
  heard: number;
}

/** Chosen: more than come to an end while a page is handed on again. */
const OVER_COUNT = 10_000;

function remote({ type, payload }: CommitEvent): CommitEvent {
  return { type, payload: Object.freeze({ ...payload, remote: true }) } as CommitEvent;
}
