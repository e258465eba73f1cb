/**
 * @module
 * One life of a node: from its start to its crash or its orderly end, with a clock of its own. Every port of the node is
 * handed its life and asks it before it acts, so that nothing of a dead node acts later (SM-11).
 */

import type { Clock } from "../../ports/index.js";
import type { EventLoop, LoopEvent } from "./event-loop.js";

/** What a life needs of its world. */
interface NodeLifeOptions {
  /** `n2`. */
  readonly node: string;
  /** Counts the lives of a node from 1. */
  readonly number: number;
  readonly loop: EventLoop;
  readonly skewMs: number;
  /** Called once, when it dies of a crash. */
  readonly onCrash: (life: NodeLife) => void;
  /** Hears of everything that the life does, when nothing may happen any more. */
  readonly onActAfterEnd: (life: NodeLife, what: string) => void;
}

/** One life of a node. */
export class NodeLife {
  readonly node: string;
  /** `n2#3`. */
  readonly name: string;
  readonly clock: NodeClock;
  readonly #options: NodeLifeOptions;
  readonly #mourners = new Set<() => void>();
  #isDead = false;
  #hasEnded = false;

  constructor(options: NodeLifeOptions) {
    this.#options = options;
    this.node = options.node;
    this.name = `${options.node}#${options.number}`;
    this.clock = new NodeClock(this, options.loop, options.skewMs);
  }

  /** Whether nothing of it may act any more. */
  get isDead(): boolean {
    return this.#isDead;
  }

  /** The process is killed here and now. Idempotent. */
  crash(): void {
    if (this.#isDead) return;
    this.die();
    this.#options.onCrash(this);
  }

  /** The process is gone: after a crash, or after an orderly end. */
  die(): void {
    this.#isDead = true;
    this.clock.stop();
    for (const mourner of this.#mourners) mourner();
    this.#mourners.clear();
  }

  /**
   * Tells of its death.
   *
   * @returns the unsubscribe function
   */
  onDeath(mourner: () => void): () => void {
    this.#mourners.add(mourner);
    return () => void this.#mourners.delete(mourner);
  }

  /** From now on the life has no business to do anything; what it does is told. */
  end(): void {
    this.#hasEnded = true;
  }

  /**
   * Says that the life is about to use a port.
   *
   * @returns whether it is alive to do so
   */
  acts(what: string): boolean {
    if (this.#hasEnded && !this.#isDead) this.#options.onActAfterEnd(this, what);
    return this.reads();
  }

  /** As `acts`, for what has no effect: a read that was under way may go on after the end. */
  reads(): boolean {
    this.#options.loop.touch();
    return !this.#isDead;
  }
}

/** The answer that the caller of a dead process waits for. */
export function never(): Promise<never> {
  return new Promise<never>(() => {});
}

/** A clock on virtual time. */
class NodeClock implements Clock {
  readonly #life: NodeLife;
  readonly #loop: EventLoop;
  readonly #pending = new Set<LoopEvent>();
  /** Ms by which the wall clock is ahead of true time. */
  skewMs: number;
  #latestRead: number;

  constructor(life: NodeLife, loop: EventLoop, skewMs: number) {
    this.#life = life;
    this.#loop = loop;
    this.skewMs = skewMs;
    this.#latestRead = loop.now + skewMs;
  }

  /** The latest instant that the life has read, also where the clock was set back since. Epoch ms. */
  get latestRead(): number {
    return this.#latestRead;
  }

  /** How many timers wait. */
  get pendingCount(): number {
    return this.#pending.size;
  }

  now(): number {
    this.#loop.touch();
    const now = this.#loop.now + this.skewMs;
    if (now > this.#latestRead) this.#latestRead = now;
    return now;
  }

  setTimeout(callback: () => void, ms: number): unknown {
    if (!this.#life.acts("set a timer")) return undefined;
    if (!Number.isInteger(ms) || ms < 0 || ms > 2_147_483_647) {
      throw new RangeError(`Expected ms to be an integer from 0 to 2,147,483,647, got ${ms}.`);
    }
    // As platforms do: even 0 ms takes time.
    const event = this.#loop.schedule(Math.max(ms, 1), () => {
      this.#pending.delete(event);
      if (this.#life.acts("a timer fired")) callback();
    });
    this.#pending.add(event);
    return event;
  }

  clearTimeout(handle: unknown): void {
    this.#loop.touch();
    if (this.#pending.delete(handle as LoopEvent)) this.#loop.cancel(handle as LoopEvent);
  }

  /** Takes all timers away. */
  stop(): void {
    for (const event of this.#pending) this.#loop.cancel(event);
    this.#pending.clear();
  }
}
