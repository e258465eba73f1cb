/**
 * @module
 * The search for overdue negotiations in a store: what a lost timer, a killed process or a jump of the
 * clock left behind. It asks for pages and hands out claims; a timer says when, and calls the handlers.
 */

import { NEVER } from "../../core/deadlines/index.js";
import { SCHEMA } from "../../core/record/index.js";
import { NegotiationError } from "../../errors.js";
import type { Clock, DueClaim, NegotiationStore } from "../../ports/index.js";
import { isPromise } from "../queue/index.js";

/** What a sweep needs; all resolved. */
export interface DeadlineSweepOptions {
  readonly clock: Clock;
  readonly store: Pick<NegotiationStore, "claimDue">;
  readonly intervalMs: number;
  /** Rows a page. */
  readonly limit: number;
  readonly leaseMs: number;
  /** The rooms to look for; `undefined` for all. */
  readonly roomIds: () => readonly string[] | undefined;
  /** An answer of an asynchronous store has come. */
  readonly onAnswer: () => void;
  readonly onError: (error: unknown) => void;
}

/** Looks for overdue rows once an interval, and again at once while full pages come back. */
export class DeadlineSweep {
  readonly #options: DeadlineSweepOptions;
  /** Claimed and not yet handed out, last one first. */
  #claims: DueClaim[] = [];
  /** Pages of rooms that this round has yet to ask for, last one first; `[undefined]` is all rooms. */
  #pages: (readonly string[] | undefined)[] = [];
  #roundAt = 0;
  #nextAt = NEVER;
  /** How far ahead `#nextAt` was set. */
  #waitMs = 0;
  /** Counts questions and ends: an answer to another question than the last is too late. */
  #era = 0;
  readonly #damaged = new DamagedRows();

  constructor(options: DeadlineSweepOptions) {
    this.#options = options;
  }

  /** Leaves a row alone whose wake-up failed since it is damaged. @returns whether that was it */
  leaves(error: unknown): boolean {
    const { clock, leaseMs } = this.#options;
    return this.#damaged.note(error, clock.now(), leaseMs);
  }

  /** Epoch ms at which there is something to do; `Infinity` while stopped. */
  get wakesAt(): number {
    return this.#claims.length > 0 ? 0 : this.#nextAt;
  }

  /** Begins with a first round at once. */
  begin(): void {
    this.#nextAt = 0;
  }

  /** Ends; claims that were not handed out are left to their lease. */
  end(): void {
    this.#era++;
    this.#nextAt = NEVER;
    this.#claims = [];
    this.#pages = [];
  }

  /** Takes one claim; `undefined` when there is none (now). */
  take(): DueClaim | undefined {
    return this.#claims.pop();
  }

  /** Asks for the next page if it is time. */
  look(now: number): void {
    if (this.#claims.length > 0 || this.#nextAt === NEVER) return;
    // Further ahead than it was set: the clock was set back since.
    if (now < this.#nextAt && this.#nextAt - now <= this.#waitMs) return;
    if (this.#pages.length === 0) {
      this.#roundAt = now;
      this.#pages = pagesOf(this.#options.roomIds());
    }
    this.#ask(now);
  }

  #ask(now: number): void {
    const { store, limit, leaseMs } = this.#options;
    const era = ++this.#era;
    const roomIds = this.#pages.at(-1);
    // Whether or not the store ever answers, what it leases for this question is free again by then.
    this.#wait(now, leaseMs);
    try {
      const exceptIds = this.#damaged.idsAt(now);
      const answer = store.claimDue({ now, limit, leaseMs, maxSchema: SCHEMA, roomIds, exceptIds });
      if (isPromise(answer)) void this.#acceptLater(answer, era);
      else this.#accept(answer, now);
    } catch (error) {
      this.#fail(error, era);
    }
  }

  async #acceptLater(answer: PromiseLike<readonly DueClaim[]>, era: number): Promise<void> {
    try {
      const claims = await answer;
      if (this.#era === era) this.#accept(claims, this.#options.clock.now());
    } catch (error) {
      this.#fail(error, era);
    }
    this.#options.onAnswer();
  }

  #accept(claims: readonly DueClaim[], now: number): void {
    const { limit, onError } = this.#options;
    // What a store gives may be anything, and one bad entry is not to keep the others from being woken.
    const sound = claims.filter((claim?: Partial<DueClaim> | null) => {
      const isSound = typeof claim?.id === "string";
      if (!isSound) onError(new TypeError("Expected claims with an id, got another."));
      return isSound;
    });
    this.#claims = sound.reverse();
    // A store that gives the same bad entries again and again is not asked again at once.
    if (sound.length < limit) this.#pages.pop();
    if (this.#pages.length > 0) this.#wait(now, 0);
    else this.#wait(this.#roundAt, this.#options.intervalMs);
  }

  #fail(error: unknown, era: number): void {
    if (this.#era === era) {
      this.#pages = [];
      this.#wait(this.#roundAt, this.#options.intervalMs);
    }
    this.#options.onError(error);
  }

  #wait(from: number, ms: number): void {
    this.#nextAt = from + ms;
    this.#waitMs = ms;
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
  return pages.reverse();
}

/** Whether it is the error of a damaged row. */
export function isDamaged(error: unknown): error is NegotiationError {
  return NegotiationError.isInstance(error) && error.code === "record_damaged";
}

/** The rows that nobody can go on from (EN-67) that a sweep has come upon: it leaves each alone, for longer each time. */
class DamagedRows {
  readonly #pauses = new Map<string, Pause>();

  /**
   * Takes note of what a wake-up has failed with.
   *
   * @param firstMs - the first pause: as long as a lease, for which the row is left alone anyway
   * @returns whether it was a damaged row, which its room has told of
   */
  note(error: unknown, now: number, firstMs: number): boolean {
    if (!isDamaged(error)) return false;
    const id = error.details["id"] as string;
    const pause = this.#pauses.get(id) ?? [now, firstMs / 2];
    const ms = Math.min(2 * pause[1], LONGEST_PAUSE_MS);
    // Several may have come upon it at once.
    if (!isOn(pause, now)) this.#pauses.set(id, [now + ms, ms]);
    return true;
  }

  /** Which ones are not to be leased now. */
  idsAt(now: number): readonly string[] {
    return [...this.#pauses].flatMap(([id, pause]) => (isOn(pause, now) ? [id] : []));
  }
}

type Pause = readonly [endsAt: number, ms: number];

/** Not if the clock was set back since. */
function isOn([endsAt, ms]: Pause, now: number): boolean {
  return now < endsAt && now >= endsAt - ms;
}

/** EN-67. */
const LONGEST_PAUSE_MS = 3_600_000;
