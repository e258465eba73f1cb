/**
 * @module
 * A room under a manual clock for tests about prices: its events by name, and answers that come when the
 * test says so.
 */

import type { ServiceEvents } from "../../src/service/events/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import type { NegotiationService } from "../../src/service/room/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { EVENT_NAMES, openRoom, T0 } from "../kit/open-room.js";

export { T0 };

/** What these tests negotiate about. */
export interface Terms {
  readonly price: number;
}

/** A room, and everything that it told so far. */
export interface WatchedRoom<T> {
  readonly room: NegotiationService<T>;
  readonly clock: ManualClock;
  /** The names of the events, in order. */
  readonly heard: (keyof ServiceEvents)[];
  /** The payloads of one event, in order. */
  told<Name extends keyof ServiceEvents<T>>(name: Name): ServiceEvents<T>[Name][];
}

/** Opens one; its first negotiation is `neg_1`. */
export function watchedRoom<T = Terms>(options: ServiceOptions<T> = {}): WatchedRoom<T> {
  const clock = options.clock instanceof ManualClock ? options.clock : new ManualClock(T0);
  const { room, payloads } = openRoom<T>({ ...options, clock }, "room-1", clock);
  const heard: (keyof ServiceEvents)[] = [];
  for (const name of EVENT_NAMES) room.on(name, () => void heard.push(name));
  return { room, clock, heard, told: payloads };
}

/** The value, which must be there. */
export function must<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error("Expected a value, got none.");
  return value;
}

/** A promise with its two ends in hand. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** A promise that is settled when the test says so. */
export function deferred<T>(): Deferred<T> {
  let ends: Omit<Deferred<T>, "promise"> | undefined;
  const promise = new Promise<T>((resolve, reject) => {
    ends = { resolve, reject };
  });
  return { promise, resolve: (value) => ends?.resolve(value), reject: (error) => ends?.reject(error) };
}
