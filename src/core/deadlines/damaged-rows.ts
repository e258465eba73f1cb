/**
 * @module
 * Stored rows that nobody can go on from (EN-67): how whoever looks for them leaves them alone, for longer each time.
 * What is damaged is found in `service/commands/record-cache.ts`.
 */

import { NegotiationError } from "../../errors.js";

/** Whether it is the error of a damaged row. */
export function isDamaged(error: unknown): error is NegotiationError {
  return NegotiationError.isInstance(error) && error.code === "record_damaged";
}

/** The damaged rows that a sweep has come upon, and how long it leaves each alone. */
export class DamagedRows {
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
