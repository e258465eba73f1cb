/**
 * @module
 * The look for overdue negotiations beside a job engine: slow, on the host's own timers, and the last word
 * when a job was lost. The in-process timer has a sweep of its own, which shares that one's native timer.
 */

import { SCHEMA } from "../core/replay.js";
import type { Clock } from "../ports/clock.js";
import type { WakeUp } from "../ports/deadline-timer.js";
import type { MaybePromise } from "../ports/maybe-promise.js";
import type { NegotiationStore } from "../ports/store.js";

/** What a sweep beside an engine works with. */
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
  readonly wake: (wakeUp: Pick<WakeUp, "id" | "version" | "roomId">) => MaybePromise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** ST-86. */
const ROOMS_A_PAGE = 1_000;

/** Looks once an interval while it is begun. */
export class OverdueSweep {
  readonly #options: OverdueSweepOptions;
  #handle: unknown;
  #isOn = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: OverdueSweepOptions) {
    this.#options = options;
  }

  /** Begins with a look at once. */
  begin(): void {
    this.#isOn = true;
    this.#again(0);
  }

  /** Ends; resolves when a running look has ended. */
  end(): Promise<void> {
    this.#isOn = false;
    this.#options.clock.clearTimeout(this.#handle);
    return this.#running;
  }

  #again(ms: number): void {
    const { clock } = this.#options;
    this.#handle = clock.setTimeout(() => {
      this.#running = this.#look().catch((error: unknown) => this.#options.onError(error));
      void this.#running.then(() => {
        if (this.#isOn) this.#again(this.#options.intervalMs);
      });
    }, ms);
    // What is only looked for keeps no process alive (ST-82).
    (this.#handle as { unref?: () => void }).unref?.();
  }

  async #look(): Promise<void> {
    for (const roomIds of pagesOf(this.#options.roomIds())) {
      while (this.#isOn && (await this.#page(roomIds))) {
        // A full page: there may be more.
      }
    }
  }

  /** Whether the page was full. */
  async #page(roomIds: readonly string[] | undefined): Promise<boolean> {
    const { store, clock, limit, leaseMs, wake } = this.#options;
    const now = clock.now();
    const due = await store()?.claimDue({ now, limit, leaseMs, maxSchema: SCHEMA, roomIds });
    if (due === undefined) return false;
    await Promise.all(due.map(({ id, version, roomId }) => wake({ id, version, roomId })));
    return due.length === limit;
  }
}

function pagesOf(roomIds: readonly string[] | undefined): (readonly string[] | undefined)[] {
  if (roomIds === undefined) return [undefined];
  const pages: (readonly string[])[] = [];
  for (let from = 0; from < roomIds.length; from += ROOMS_A_PAGE)
    pages.push(roomIds.slice(from, from + ROOMS_A_PAGE));
  return pages;
}
