/**
 * @module
 * A negotiation as user interfaces take it: a snapshot that stays the same until it changes, and listeners. The stream
 * is open while somebody listens.
 */

import type { ClientError } from "./client-error.js";
import type { SeenNegotiation } from "./watch.js";

/** What is known of a negotiation now. */
export interface ClientSnapshot<Terms = unknown> {
  /** As the caller may see it, with what it may do; `null` until it is there. */
  readonly negotiation: SeenNegotiation<Terms> | null;
  /**
   * `idle`: nobody listens; `connecting`: no stream for now, and one is tried for; `live`; `over`: it has its outcome;
   * `failed`: trying again helps nothing.
   */
  readonly connection: "idle" | "connecting" | "live" | "over" | "failed";
  /** Why it is not live; `null` where it is, and where nothing has gone wrong. */
  readonly error: ClientError | null;
}

/**
 * What React's `useSyncExternalStore`, Svelte and Vue take. Both functions can be handed over without their object.
 *
 * @see docs/guide/user-interfaces.md
 */
export interface ClientStore<Terms = unknown> {
  /**
   * Tells the snapshot at once, as Svelte asks for, and then each other one. The first listener opens the stream, and
   * the last that goes ends it.
   *
   * @returns what ends it; idempotent
   */
  readonly subscribe: (listener: (snapshot: ClientSnapshot<Terms>) => void) => () => void;
  /** The same object until something has changed. */
  readonly getSnapshot: () => ClientSnapshot<Terms>;
}

/** A store, and the client's way to hand it what it has seen. */
export interface OfferedStore<Terms> extends ClientStore<Terms> {
  /** A view that is newer than the snapshot's becomes the next one. */
  readonly offer: (seen: SeenNegotiation<Terms>) => void;
}

/**
 * A store without listeners.
 *
 * @param follow - follows the negotiation until its end or the signal's, and never rejects; what it sees it offers
 */
export function createStore<Terms>(
  onError: (error: unknown) => void,
  follow: (tell: (told: Partial<ClientSnapshot<Terms>>) => void, signal: AbortSignal) => Promise<void>,
): OfferedStore<Terms> {
  let snapshot: ClientSnapshot<Terms> = IDLE;
  const listeners = new Set<{ readonly tell: (snapshot: ClientSnapshot<Terms>) => void }>();
  let following: AbortController | undefined;

  const careful = (tell: (snapshot: ClientSnapshot<Terms>) => void): void => {
    try {
      tell(snapshot);
    } catch (error) {
      onError(error);
    }
  };
  const change = (changes: Partial<ClientSnapshot<Terms>>): void => {
    const next = Object.freeze({ ...snapshot, ...changes });
    const isSame = (Object.keys(next) as (keyof ClientSnapshot)[]).every(
      (key) => next[key] === snapshot[key],
    );
    if (isSame) return;
    snapshot = next;
    for (const one of [...listeners]) if (listeners.has(one)) careful(one.tell);
  };
  const begin = (): void => {
    const controller = new AbortController();
    const { signal } = controller;
    following = controller;
    change({ connection: "connecting", error: null });
    void follow((told) => void (signal.aborted || change(told)), signal);
  };
  const end = (): void => {
    following?.abort();
    following = undefined;
    change({ connection: "idle", error: null });
  };

  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      const one = { tell: listener };
      if (listeners.size === 0) begin();
      listeners.add(one);
      careful(listener);
      return () => {
        if (listeners.delete(one) && listeners.size === 0) end();
      };
    },
    offer(seen) {
      if (seen.version > (snapshot.negotiation?.version ?? -1)) change({ negotiation: seen });
    },
  };
}

const IDLE = Object.freeze({ negotiation: null, connection: "idle", error: null });
