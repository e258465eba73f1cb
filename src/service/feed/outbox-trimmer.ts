/**
 * @module
 * Keeps an outbox from growing for ever: what is older than whoever reads it may be behind is let go of.
 */

import { NEVER } from "../../core/deadlines/index.js";
import { memberOf } from "../../core/json/index.js";
import type { Clock, NegotiationStore, OutboxRecord } from "../../ports/index.js";
import { LongTimer } from "../timing/index.js";

/** What a trimmer needs; all resolved. */
export interface OutboxTrimmerOptions {
  readonly store: Pick<NegotiationStore, "readOutbox" | "trimOutbox">;
  readonly clock: Clock;
  readonly keepMs: number;
  readonly onError: (error: unknown) => void;
}

/** Trims now and then what is older than `keepMs`. */
export class OutboxTrimmer {
  readonly #options: OutboxTrimmerOptions;
  readonly #everyMs: number;
  readonly #timer: LongTimer;
  #hasBegun = false;
  #isTrimming = false;
  #isStopped = false;

  constructor(options: OutboxTrimmerOptions) {
    this.#options = options;
    this.#everyMs = Math.min(Math.max(Math.ceil(options.keepMs / 4), 1_000), 60_000);
    this.#timer = new LongTimer(options.clock, (now) => {
      if (!this.#isTrimming) void this.#trim();
      return now + this.#everyMs;
    });
  }

  /** Begins with a first look soon; once. */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#timer.ringBy(this.#options.clock.now() + this.#everyMs);
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer.ringBy(NEVER);
  }

  async #trim(): Promise<void> {
    const { store, clock, keepMs, onError } = this.#options;
    this.#isTrimming = true;
    const isOld = (record: OutboxRecord): boolean => instantOf(record) < clock.now() - keepMs;
    try {
      for (let limit = 1; !this.#isStopped; limit = PAGE) {
        const page = await store.readOutbox({ after: null, limit });
        const last = page.findLast(isOld);
        if (last === undefined || this.#isStopped) break;
        await store.trimOutbox(last.position);
        if (limit > 1 && page.length < limit) break;
      }
    } catch (error) {
      if (!this.#isStopped) onError(error);
    }
    this.#isTrimming = false;
  }
}

/** Records a look; the first is one alone, since mostly nothing is old. Chosen. */
const PAGE = 1_000;

/** When it was committed; what does not say so is not old. */
function instantOf({ body }: OutboxRecord): number {
  const at = memberOf(body, "at");
  return typeof at === "number" ? at : NEVER;
}
