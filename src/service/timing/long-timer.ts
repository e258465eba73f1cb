/**
 * @module
 * One platform timer that rings for any instant, however far: in steps, with a new look at the clock
 * after each. It may ring early; whoever is rung looks what is due and says when to ring next.
 */

import { NEVER } from "../../core/deadlines/index.js";
import type { Clock } from "../../ports/index.js";

/** Rings by the soonest instant asked for. */
export class LongTimer {
  readonly #clock: Clock;
  readonly #ring: (now: number) => number;
  #handle: unknown;
  #ringsAt = NEVER;
  #keepsProcessAlive = false;

  /** @param ring - answers the instant (epoch ms) to ring for next, `Infinity` for none */
  constructor(clock: Clock, ring: (now: number) => number) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Epoch ms; `Infinity` when silent, 0 when nothing could be sooner. */
  get ringsAt(): number {
    return this.#ringsAt;
  }

  /** Makes it ring by `at`. One that rings sooner anyway is left as it is; `Infinity` silences it at once. */
  ringBy(at: number): void {
    if (at !== NEVER && at >= this.#ringsAt) return;
    this.#silence();
    if (at === NEVER) return;
    const now = this.#clock.now();
    const ms = Math.min(Math.max(at - now, 0), LONGEST_MS);
    this.#ringsAt = ms === 0 ? 0 : now + ms;
    this.#handle = this.#clock.setTimeout(this.#fire, ms);
    if (!this.#keepsProcessAlive) this.#refer();
  }

  /** Whether the process waits for it, where the platform lets one choose. Not, to begin with. */
  keepProcessAlive(keeps: boolean): void {
    if (keeps === this.#keepsProcessAlive) return;
    this.#keepsProcessAlive = keeps;
    this.#refer();
  }

  #silence(): void {
    if (this.#handle !== undefined) this.#clock.clearTimeout(this.#handle);
    this.#handle = undefined;
    this.#ringsAt = NEVER;
  }

  #refer(): void {
    const handle = this.#handle as { ref?: () => unknown; unref?: () => unknown } | null | undefined;
    if (this.#keepsProcessAlive) handle?.ref?.();
    else handle?.unref?.();
  }

  readonly #fire = (): void => {
    this.#handle = undefined;
    // What is asked for while it rings is in the answer: the platform timer is set once.
    this.#ringsAt = 0;
    const next = this.#ring(this.#clock.now());
    this.#silence();
    this.ringBy(next);
  };
}

/** What a platform timer can wait: 2^31 ms and more fire after 1 ms (ST-81). */
const LONGEST_MS = 2_147_483_647;
