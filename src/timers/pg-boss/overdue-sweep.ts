/**
 * @module
 * The look for overdue negotiations beside a job engine: slow, on timers of its own, and the last word
 * when a job was lost. The in-process timer has a sweep that shares its one native timer.
 */

import { DamagedRows } from "../../core/deadlines/index.js";
import { SCHEMA } from "../../core/record/index.js";
import type { Clock, DueClaim, MaybePromise, NegotiationStore, WakeUp } from "../../ports/index.js";

/** What a sweep beside an engine works with; all resolved. */
export interface OverdueSweepOptions {
  /** `undefined`: the store is not there yet. */
  readonly store: () => Pick<NegotiationStore, "claimDue"> | undefined;
  readonly clock: Clock;
  /** Ms between two looks. */
  readonly intervalMs: number;
  /** Rows a look; a full one is followed by another at once. */
  readonly limit: number;
  readonly leaseMs: number;
  /** The rooms to look for; `undefined` for all. */
  readonly roomIds: () => readonly string[] | undefined;
  /** What was found; the next page is asked for when it is done. */
  readonly wake: (wakeUp: Pick<WakeUp, "id" | "version" | "roomId">) => MaybePromise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Looks once an interval while it is begun. */
export class OverdueSweep {
  readonly #options: OverdueSweepOptions;
  #handle: unknown;
  /** Of the last `begin()`; 0 while ended. What an earlier one asked for comes too late. */
  #era = 0;
  #beginnings = 0;
  readonly #damaged = new DamagedRows();

  constructor(options: OverdueSweepOptions) {
    this.#options = options;
  }

  /** Leaves a row alone whose wake-up failed since it is damaged. @returns whether that was it */
  leaves(error: unknown): boolean {
    const { clock, leaseMs } = this.#options;
    return this.#damaged.note(error, clock.now(), leaseMs);
  }

  /** Begins, with a look at once. Idempotent. */
  begin(): void {
    if (this.#era > 0) return;
    this.#era = ++this.#beginnings;
    this.#lookIn(0);
  }

  /** Ends at once: no timer is left, and claims that still come are left to their lease. Idempotent. */
  end(): void {
    this.#era = 0;
    this.#options.clock.clearTimeout(this.#handle);
  }

  #lookIn(ms: number): void {
    const era = this.#era;
    this.#wait(() => void this.#look(era), ms);
  }

  async #look(era: number): Promise<void> {
    try {
      for (const roomIds of pagesOf(this.#options.roomIds())) {
        while (era === this.#era && (await this.#wakePage(era, roomIds))) {
          // A full page: there may be more.
        }
      }
    } catch (error) {
      this.#options.onError(error);
    }
    if (era === this.#era) this.#lookIn(this.#options.intervalMs);
  }

  /** Whether the page was full. */
  async #wakePage(era: number, roomIds: readonly string[] | undefined): Promise<boolean> {
    const { store, clock, limit, leaseMs, wake } = this.#options;
    const now = clock.now();
    const exceptIds = this.#damaged.idsAt(now);
    const asked = store()?.claimDue({ now, limit, leaseMs, maxSchema: SCHEMA, roomIds, exceptIds });
    const due = asked === undefined ? undefined : await this.#answer(asked);
    if (due === undefined || era !== this.#era) return false;
    await Promise.all(due.map(({ id, version, roomId }) => wake({ id, version, roomId })));
    return due.length === limit;
  }

  /** `undefined` when there is none within the lease: what the store leased for it is free again by then. */
  #answer(asked: MaybePromise<readonly DueClaim[]>): Promise<readonly DueClaim[] | undefined> {
    return new Promise((resolve, reject) => {
      const handle = this.#wait(() => resolve(undefined), this.#options.leaseMs);
      Promise.resolve(asked)
        .finally(() => this.#options.clock.clearTimeout(handle))
        .then(resolve, reject);
    });
  }

  /** One timer at a time: it waits for the next look, or for an answer. */
  #wait(callback: () => void, ms: number): unknown {
    const handle = this.#options.clock.setTimeout(callback, ms);
    // What is only looked for keeps no process alive (ST-82).
    (handle as { unref?: () => void } | null | undefined)?.unref?.();
    this.#handle = handle;
    return handle;
  }
}

/** ST-86. */
const ROOMS_A_PAGE = 1_000;

function pagesOf(roomIds: readonly string[] | undefined): (readonly string[] | undefined)[] {
  if (roomIds === undefined) return [undefined];
  const pages: (readonly string[])[] = [];
  for (let from = 0; from < roomIds.length; from += ROOMS_A_PAGE) {
    pages.push(roomIds.slice(from, from + ROOMS_A_PAGE));
  }
  return pages;
}
