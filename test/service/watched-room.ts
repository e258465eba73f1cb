/**
 * @module
 * A room under a manual clock for tests about prices: its events by name, and answers that come when the
 * test says so.
 */

import type { Negotiation } from "../../src/core/record/index.js";
import type { ServiceEvents } from "../../src/service/events/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import type { NegotiationService } from "../../src/service/room/index.js";
import { type ScriptedAgent, scriptedAgent } from "../../src/testing/agents/index.js";
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

/** A watched room with a negotiation between ada and smith. */
export interface ProposedTo extends WatchedRoom<Terms> {
  readonly id: string;
  /** Smith's; asked for only where there is one. */
  readonly agent: ScriptedAgent<Terms>;
  /** The newest record. */
  record(): Negotiation<Terms>;
}

/** A watched room in which ada proposed 40, and the agent of smith, if he has a script, was asked. */
export async function proposedTo(
  script?: unknown,
  options: ServiceOptions<Terms> = {},
  creation?: Parameters<NegotiationService["createNegotiation"]>[3],
): Promise<ProposedTo> {
  const watched = watchedRoom<Terms>(options);
  const agent = script === undefined ? undefined : scriptedAgent<Terms>(script as never);
  const smith = { id: "smith", kind: "system", agent } as const;
  const { id } = await watched.room.createNegotiation("ada", smith, { price: 40 }, creation);
  await watched.clock.advance(0);
  return { ...watched, id, agent: agent as never, record: () => must(watched.room.getNegotiation(id)) };
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
