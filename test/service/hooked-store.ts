/**
 * @module
 * A memory store whose calls go through a hook of the test's: to answer later, to throw before or after
 * the work is done, or to have somebody else commit first.
 */

import type { NegotiationStore } from "../../src/ports/index.js";
import type { ServiceOptions } from "../../src/service/options/index.js";
import { WakeUpTimer } from "../../src/service/timing/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { type OpenRoom, openRoom, T0 } from "../kit/open-room.js";

/** Answers a call: with what `work` answers, or with something else. */
export type Hook = (method: keyof NegotiationStore, work: () => unknown, argument: any) => unknown;

/** `memory` behind a hook. */
export function hookedStore(hook: Hook, memory: MemoryStore = new MemoryStore()): NegotiationStore {
  return new Proxy(memory, {
    get(target, key) {
      const method: unknown = Reflect.get(target, key, target);
      if (typeof method !== "function") return method;
      return (...given: unknown[]) =>
        hook(key as keyof NegotiationStore, () => method.apply(target, given), given[0]);
    },
  });
}

/** A room over a hooked store; `calls` are the methods in the order in which they were called. */
export interface StoredRoom extends OpenRoom {
  readonly memory: MemoryStore;
  readonly calls: string[];
  /** Replaces the hook. */
  hook: Hook;
}

/** The hook that does nothing of its own. */
export const plainly: Hook = (_, work) => work();

/** The hook that answers later, with a promise. */
export const later: Hook = (_, work) => Promise.resolve().then(work);

/** Opens a room over a hooked store, with a timer that does not sweep: every timer of the clock is then the service's. */
export function openStored(
  hook: Hook = plainly,
  options: ServiceOptions<any> = {},
  clock: ManualClock = new ManualClock(T0),
  memory: MemoryStore = new MemoryStore(),
): StoredRoom {
  const calls: string[] = [];
  const store = hookedStore((method, work, argument) => {
    calls.push(method);
    return opened.hook(method, work, argument);
  }, memory);
  const opened: StoredRoom = Object.assign(
    // Random ids: rooms that count theirs alike would hand in each other's commands again.
    openRoom({ store, timer: new WakeUpTimer({ clock }), ids: undefined, ...options }, "room-1", clock),
    { memory, calls, hook },
  );
  return opened;
}

/** Services over one store, as many processes would have them, with what the store is asked; no timer sweeps. */
export function processes(
  options: ServiceOptions<any> = {},
  wrap: (store: NegotiationStore) => NegotiationStore = (store) => store,
) {
  const clock = new ManualClock(T0);
  const memory = new MemoryStore();
  const calls: [method: string, argument: any][] = [];
  const hook: Hook = (method, work, argument) => {
    calls.push([method, argument]);
    return work();
  };
  const store = wrap(hookedStore(hook, memory));
  const open = (own: ServiceOptions<any> = {}, roomId = "room-1"): OpenRoom => {
    const timer = new WakeUpTimer({ clock });
    return openRoom({ store, timer, ids: undefined, ...options, ...own }, roomId, clock);
  };
  return { clock, memory, store, calls, open };
}

/** Answers a call of that method as told, the first of `faults` first; afterwards plainly. */
export function faulty(method: keyof NegotiationStore, ...faults: Fault[]): Hook {
  const left = [...faults];
  return (called, work) => {
    const fault = called === method ? left.shift() : undefined;
    if (fault === "throws before") throw new Error("The store is away.");
    if (fault === "throws after") {
      work();
      throw new Error("The answer was lost.");
    }
    if (fault === "rejects before") return Promise.reject(new Error("The store is away."));
    if (fault === "rejects after") {
      work();
      return Promise.reject(new Error("The answer was lost."));
    }
    return work();
  };
}

/** What goes wrong with one call. */
export type Fault = "throws before" | "throws after" | "rejects before" | "rejects after" | "nothing";
