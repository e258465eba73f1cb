/**
 * @module
 * A room on a manual clock for tests, with everything that it tells written down.
 */

import type { ServiceEvents } from "../../src/service/events/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { NegotiationService } from "../../src/service/room/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";

/** The terms of most tests. */
export interface Offer {
  readonly totalAmount: number;
  readonly [key: string]: unknown;
}

/** One event as it was told. */
export interface Told {
  readonly name: keyof ServiceEvents;
  readonly payload: any;
}

/** A room and what it told. */
export interface OpenRoom<Terms = any> {
  readonly room: NegotiationService<Terms>;
  readonly clock: ManualClock;
  /** Everything told, in order. */
  readonly told: Told[];
  /** The names of what was told, in order. */
  names(): string[];
  /** The names without those of turns: what the source of the `room` preset knows. */
  headlines(): string[];
  /** The payloads of one event. */
  payloads<Name extends keyof ServiceEvents>(name: Name): ServiceEvents<Terms>[Name][];
  count(name: keyof ServiceEvents): number;
}

/** The instant at which clocks of tests begin. */
export const T0 = 1_800_000_000_000;

const NAMES: Record<keyof ServiceEvents, true> = {
  "negotiation:started": true,
  "negotiation:updated": true,
  "negotiation:agreed": true,
  "negotiation:rejected": true,
  "negotiation:withdrawn": true,
  "negotiation:expired": true,
  "negotiation:stalled": true,
  "negotiation:settled": true,
  "turn:recorded": true,
  "turn:awaited": true,
  "turn:coerced": true,
  "turn:failed": true,
  "turn:dropped": true,
  "turn:deadlocked": true,
  "turn:parked": true,
  "turn:claimed": true,
  "turn:released": true,
  "turn:fallback": true,
  "turn:consulted": true,
  "turn:answered": true,
  "message:dropped": true,
  "listener:error": true,
};

/** Every event that a service tells. */
export const EVENT_NAMES = Object.keys(NAMES) as readonly (keyof ServiceEvents)[];

/** Opens a room on a clock of its own (or the given one) and listens to everything. */
export function openRoom<Terms = any>(
  options: ServiceOptions<Terms> = {},
  roomId = "room-1",
  clock: ManualClock = new ManualClock(T0),
): OpenRoom<Terms> {
  const room = new NegotiationService<Terms>(roomId, { clock, ids: sequentialIds(), ...options });
  const told = listenTo(room);
  return {
    room,
    clock,
    told,
    names: () => told.map(({ name }) => name),
    headlines: () => told.map(({ name }) => name).filter((name) => !name.startsWith("turn:")),
    payloads: (name) => told.filter((one) => one.name === name).map(({ payload }) => payload),
    count: (name) => told.filter((one) => one.name === name).length,
  };
}

/** Writes down all that a service tells from now on. */
export function listenTo(room: NegotiationService<any>): Told[] {
  const told: Told[] = [];
  for (const name of EVENT_NAMES) {
    room.on(name, (payload: unknown) => void told.push({ name, payload }));
  }
  return told;
}

/** Ids that count: `neg_1`, `command-1` ... */
export function sequentialIds(): (kind: string) => string {
  let count = 0;
  return (kind) => {
    count += 1;
    return kind === "negotiation" ? `neg_${count}` : `${kind}-${count}`;
  };
}

/** The code that a promise is rejected with, or what it was rejected with if that has none; else a word. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
    return "resolved";
  } catch (error) {
    return (error as { code?: unknown }).code ?? error;
  }
}
