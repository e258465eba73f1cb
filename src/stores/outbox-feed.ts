/**
 * @module
 * Following an outbox: pages behind a cursor, handed on one after the other, again when the handler fails. What
 * wakes it between two looks is the store's business.
 */

import { integerIn, readOptions, unmet } from "../core/checks/index.js";
import { NegotiationError } from "../errors.js";
import type { Feed, FeedHandler, FeedOptions, MaybePromise, OutboxRecord } from "../ports/index.js";

/** A record, and the room that it is about; `null` when nothing is stored of its negotiation any more. */
export interface FedRecord {
  readonly record: OutboxRecord;
  readonly roomId: string | null;
}

/** What a watch goes by. */
export type WatchOptions = Pick<FeedOptions, "pollMs" | "clock" | "onError" | "signal">;

/** An outbox that can be followed. */
export interface FeedSource {
  /** Ms between two looks, unless the caller says so. */
  readonly pollMs: number;
  /** Ms between two pages, so that what comes meanwhile is read together. @default 0 */
  readonly restMs?: number | undefined;
  /** The place behind which is only what is committed from now on. */
  newest(): MaybePromise<string | null>;
  read(after: string | null, limit: number): MaybePromise<readonly FedRecord[]>;
  /** Whether there may be something that was not read. @default there may */
  hasNews?(): boolean;
  /** Calls back when there may be something new, until it is stopped. @returns what stops it */
  watch?(wake: () => void, options: WatchOptions): MaybePromise<() => void>;
}

/**
 * Follows an outbox until the signal says so, or its store is closed.
 *
 * @throws {TypeError} for an unknown option, or no signal; `RangeError` for a wrong `pollMs`
 */
export function followed(source: FeedSource, handler: FeedHandler, options: FeedOptions): MaybePromise<Feed> {
  if (typeof handler !== "function") throw new TypeError(unmet("a handler", "a function", typeof handler));
  const given = readOptions("options", options, KEYS);
  if (typeof given.signal?.addEventListener !== "function")
    throw new TypeError(unmet("signal", "an AbortSignal", typeof given.signal));
  integerIn("pollMs", given.pollMs ?? source.pollMs, 1);
  return new Follower(source, handler, given).begin();
}

const KEYS = ["after", "roomIds", "signal", "pollMs", "clock", "onError"] as const;

/** Records a page. Chosen: a page of moves of one second, and handled well within one. */
const PAGE = 500;

/** Ms after which one that was woken for nothing looks again; then twice as long each time, up to `pollMs`. */
const SOON_MS = 10;

class Follower {
  readonly #source: FeedSource;
  readonly #handler: FeedHandler;
  readonly #options: FeedOptions;
  readonly #rooms: ReadonlySet<string | null> | undefined;
  readonly #pollMs: number;
  #after: string | null = null;
  #pauseMs: number;
  #isWoken = true;
  #mayBeWoken = true;
  #endPause: (() => void) | undefined;

  constructor(source: FeedSource, handler: FeedHandler, options: FeedOptions) {
    this.#source = source;
    this.#handler = handler;
    this.#options = options;
    this.#rooms = options.roomIds && new Set(options.roomIds);
    this.#pollMs = options.pollMs ?? source.pollMs;
    this.#pauseMs = this.#pollMs;
  }

  async begin(): Promise<Feed> {
    const { after } = this.#options;
    // Also one that is malformed is refused here.
    if (after !== undefined) await this.#source.read(after, 1);
    this.#after = after === undefined ? await this.#source.newest() : after;
    const stop = await this.#source.watch?.(() => this.#wake(), this.#options);
    return { ended: this.#follow().finally(stop) };
  }

  async #follow(): Promise<void> {
    const { signal, onError } = this.#options;
    const end = (): void => this.#endPause?.();
    signal.addEventListener("abort", end, { once: true });
    let failedCount = 0;
    try {
      while (!signal.aborted) {
        try {
          const mayHave = this.#isWoken || this.#source.hasNews?.() !== false;
          const found = mayHave && (await this.#handOn());
          failedCount = 0;
          // What is read at once would else leave nobody else a turn.
          await this.#pause(found ? (this.#source.restMs ?? 0) : this.#nextPause(), !found);
          if (found) this.#isWoken = true;
        } catch (error) {
          if (NegotiationError.isInstance(error) && error.code === "store_closed") return;
          onError?.(error);
          await this.#pause(Math.min(SOON_MS * 2 ** failedCount++, this.#pollMs), false);
          // What was not handed on is there, whether or not something new comes.
          this.#isWoken = true;
        }
      }
    } finally {
      signal.removeEventListener("abort", end);
    }
  }

  /** @returns whether something was there */
  async #handOn(): Promise<boolean> {
    this.#isWoken = false;
    const page = await this.#source.read(this.#after, PAGE);
    const last = page.at(-1);
    if (last === undefined || this.#options.signal.aborted) return false;
    const rooms = this.#rooms;
    const told = rooms === undefined ? page : page.filter(({ roomId }) => rooms.has(roomId));
    if (told.length > 0) await this.#handler(told.map(({ record }) => record));
    this.#after = last.record.position;
    return true;
  }

  #wake(): void {
    // What is committed may be held back for a moment by transactions that are open: looks come closer for a while.
    this.#pauseMs = Math.min(SOON_MS, this.#pollMs);
    this.#isWoken = true;
    if (this.#mayBeWoken) this.#endPause?.();
  }

  #nextPause(): number {
    const ms = this.#pauseMs;
    this.#pauseMs = Math.min(2 * ms, this.#pollMs);
    return ms;
  }

  /** For so long, until the end or, unless told otherwise, until it is woken. */
  #pause(ms: number, mayBeWoken = true): Promise<void> {
    if ((mayBeWoken && this.#isWoken) || this.#options.signal.aborted) return SOON;
    const clock = this.#options.clock ?? globalThis;
    this.#mayBeWoken = mayBeWoken;
    return new Promise((resolve) => {
      const end = (): void => {
        clock.clearTimeout(handle as never);
        this.#endPause = undefined;
        resolve();
      };
      const handle: unknown = clock.setTimeout(end, ms);
      (handle as { unref?: () => unknown } | null)?.unref?.();
      this.#endPause = end;
    });
  }
}

const SOON: Promise<void> = Promise.resolve();
