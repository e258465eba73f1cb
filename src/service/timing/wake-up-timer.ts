/**
 * @module
 * The default timer: every armed instant of a process in one heap behind one native timer, and the sweep
 * for what another process left behind. Whether a deadline is due is for its handlers to decide.
 */

import { integerIn, readOptions, unmet } from "../../core/checks/index.js";
import { DeadlineHeap, NEVER } from "../../core/deadlines/index.js";
import type {
  Clock,
  DeadlineTimer,
  Delivery,
  NegotiationStore,
  WakeUp,
  WakeUpHandler,
} from "../../ports/index.js";
import { systemClock } from "../../system-clock.js";
import { PassingMap } from "../queue/index.js";
import { DeadlineSweep, type DeadlineSweepOptions } from "./deadline-sweep.js";
import { LongTimer } from "./long-timer.js";
import { type Audience, WakeUpDeliveries } from "./wake-up-deliveries.js";

/** What a `WakeUpTimer` is made of. */
export interface WakeUpTimerOptions {
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** Where overdue negotiations are looked for. Without one there is no sweep. */
  readonly store?: Pick<NegotiationStore, "claimDue"> | undefined;
  /** Ms between two looks into the store: what a lost wake-up costs at most. @default 1_000 */
  readonly sweepIntervalMs?: number | undefined;
  /** Rows a look. @default 100 */
  readonly sweepLimit?: number | undefined;
  /** Ms for which a row found is nobody else's. @default 10_000 */
  readonly leaseMs?: number | undefined;
  /** Hears what a handler or the store threw. @default errors are dropped: a wake-up may be lost */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Wakes in this process, with exactly one native timer however much is armed. May be shared by many
 * services; more than 100 rooms in a process should share one.
 *
 * A wake-up that falls due while nobody listens is dropped, and those of a handler are forgotten with it.
 *
 * @see docs/requirements/storage.md, section 7
 * @example
 * const timer = new WakeUpTimer({ store });
 * const delivery = await timer.start(({ id }) => console.log(id));
 * timer.arm({ id: "n-1", version: 3, roomId: "market-7", at: Date.now() + 30_000, keepsProcessAlive: true });
 * await delivery.stop();
 */
export class WakeUpTimer implements DeadlineTimer {
  readonly #timer: LongTimer;
  readonly #deliveries: WakeUpDeliveries;
  readonly #sweep: DeadlineSweep | undefined;
  readonly #armed = new PassingMap<string, ArmedWakeUp>();
  readonly #heap = new DeadlineHeap<ArmedWakeUp>(isLive);
  /** How often something was armed: the order among equal instants. */
  #armings = 0;
  #liveCount = 0;
  #vitalCount = 0;

  /**
   * @throws {TypeError} for an unknown option, naming the nearest known one
   * @throws {RangeError} when a number is not an integer of at least 1
   */
  constructor(options: WakeUpTimerOptions = {}) {
    const { clock, store, onError, ...numbers } = resolvedOptions(options);
    this.#timer = new LongTimer(clock, (now) => this.#wake(now));
    this.#deliveries = new WakeUpDeliveries((error) => {
      if (!this.#sweep?.leaves(error)) onError(error);
    });
    if (store === undefined) return;
    const roomIds = () => this.#deliveries.roomIds();
    const onAnswer = () => this.#timer.ringBy(this.#soonestAt());
    this.#sweep = new DeadlineSweep({ clock, store, ...numbers, roomIds, onAnswer, onError });
  }

  /**
   * Replaces that negotiation's earlier wake-up.
   *
   * @throws {RangeError} when `at` is neither `Infinity` nor a non-negative integer
   */
  arm(wakeUp: WakeUp): void {
    const { id, at } = wakeUp;
    if (at === NEVER) {
      this.disarm(id);
      return;
    }
    if (!Number.isInteger(at) || at < 0) {
      throw new RangeError(unmet("at", "a non-negative integer (epoch ms) or Infinity", at));
    }
    const audience = this.#deliveries.audienceOf(wakeUp.roomId);
    const known = this.#armed.get(id);
    // The usual case, a turn later: the item stays where it is in the heap until it comes up there.
    if (known !== undefined && known.audience === audience && at >= known.at) {
      known.roomId = wakeUp.roomId;
      known.version = wakeUp.version;
      known.at = at;
      known.order = ++this.#armings;
      if (known.isVital !== wakeUp.keepsProcessAlive) {
        known.isVital = wakeUp.keepsProcessAlive;
        this.#countVital(audience, known.isVital ? 1 : -1);
      }
    } else {
      if (known !== undefined) this.#release(known);
      this.#add(wakeUp, audience);
    }
    if (at < this.#timer.ringsAt) this.#timer.ringBy(this.#soonestAt());
  }

  disarm(id: string): void {
    const known = this.#armed.get(id);
    if (known === undefined) return;
    this.#release(known);
    this.#armed.delete(id);
    if (this.#liveCount === 0) this.#timer.ringBy(this.#soonestAt());
  }

  /** Begins delivery. `stop()` ends it at once; what it answers resolves when running calls have ended. */
  start(handler: WakeUpHandler, scope?: { readonly roomId: string }): Delivery {
    const isFirst = this.#deliveries.isEmpty;
    const delivery = this.#deliveries.start(handler, scope?.roomId, (audience) => this.#leave(audience));
    if (isFirst) {
      this.#sweep?.begin();
      this.#timer.ringBy(this.#soonestAt());
    }
    return delivery;
  }

  #add(wakeUp: WakeUp, audience: Audience): void {
    const item: ArmedWakeUp = {
      id: wakeUp.id,
      version: wakeUp.version,
      roomId: wakeUp.roomId,
      at: wakeUp.at,
      order: ++this.#armings,
      isVital: wakeUp.keepsProcessAlive,
      audience,
    };
    this.#armed.set(item.id, item);
    this.#heap.push(item);
    this.#liveCount++;
    audience.armedCount++;
    if (item.isVital) this.#countVital(audience, 1);
  }

  /** The heap notices later. */
  #release(item: ArmedWakeUp): void {
    if (!isLive(item)) return;
    item.order = RELEASED;
    this.#liveCount--;
    item.audience.armedCount--;
    if (item.isVital) this.#countVital(item.audience, -1);
    this.#tidy();
  }

  #countVital(audience: Audience, change: number): void {
    audience.vitalCount += change;
    this.#setVitalCount(this.#vitalCount + change);
  }

  #setVitalCount(count: number): void {
    this.#vitalCount = count;
    this.#timer.keepProcessAlive(count > 0);
  }

  /** Keeps what was released within the bound of ST-84. */
  #tidy(): void {
    const bound = 2 * this.#liveCount + 64;
    if (this.#heap.size <= bound && this.#armed.size <= bound) return;
    this.#heap.compact();
    for (const item of this.#armed.values()) {
      if (!isLive(item)) this.#armed.delete(item.id);
    }
  }

  #leave(audience: Audience): void {
    if (!audience.isOpen) {
      this.#liveCount -= audience.armedCount;
      this.#setVitalCount(this.#vitalCount - audience.vitalCount);
      this.#tidy();
    }
    if (this.#deliveries.isEmpty) this.#sweep?.end();
    this.#timer.ringBy(this.#soonestAt());
  }

  #soonestAt(): number {
    if (this.#deliveries.isEmpty) return NEVER;
    const armedAt = this.#heap.peek()?.at ?? NEVER;
    return Math.min(armedAt, this.#sweep?.wakesAt ?? NEVER);
  }

  #wake(now: number): number {
    this.#sweep?.look(now);
    let started = 0;
    while (started < HANDLERS_A_TURN) {
      const due = this.#takeDue(now) ?? this.#sweep?.take();
      if (due === undefined) break;
      started += this.#deliveries.deliver(due.id, due.version, due.roomId);
    }
    return this.#soonestAt();
  }

  #takeDue(now: number): ArmedWakeUp | undefined {
    const item = this.#heap.peek();
    if (item === undefined || item.at > now) return undefined;
    this.#heap.pop();
    this.#release(item);
    this.#armed.delete(item.id);
    return item;
  }
}

/** What is armed for one negotiation. Used again while it stays armed. */
interface ArmedWakeUp {
  readonly id: string;
  roomId: string;
  version: number;
  at: number;
  /** `RELEASED` when it is no longer armed. */
  order: number;
  isVital: boolean;
  readonly audience: Audience;
}

const RELEASED = -1;

/** ST-84. */
const HANDLERS_A_TURN = 100;

function isLive(item: ArmedWakeUp): boolean {
  return item.order !== RELEASED && item.audience.isOpen;
}

type ResolvedOptions = Pick<
  DeadlineSweepOptions,
  "clock" | "intervalMs" | "limit" | "leaseMs" | "onError"
> & {
  readonly store: DeadlineSweepOptions["store"] | undefined;
};

const KEYS: readonly (keyof WakeUpTimerOptions)[] = [
  "clock",
  "store",
  "sweepIntervalMs",
  "sweepLimit",
  "leaseMs",
  "onError",
];

function resolvedOptions(given: WakeUpTimerOptions): ResolvedOptions {
  const options = readOptions("the options of a timer", given, KEYS);
  const { clock = systemClock, store, onError = () => {} } = options;
  return {
    clock,
    store,
    intervalMs: integerIn("sweepIntervalMs", options.sweepIntervalMs ?? 1_000, 1),
    limit: integerIn("sweepLimit", options.sweepLimit ?? 100, 1),
    leaseMs: integerIn("leaseMs", options.leaseMs ?? 10_000, 1),
    onError: (error) => {
      try {
        onError(error);
      } catch {
        // The listener for errors failed: nobody is left to tell, and other wake-ups must go on.
      }
    },
  };
}
