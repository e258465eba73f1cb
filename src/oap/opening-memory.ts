/**
 * @module
 * What a host remembers of openings, whatever its room forgets: which Opens it has taken, so that none of them opens
 * twice, and how many negotiations are live, by who opened them.
 */

import { MOST_SKEW_MS } from "./clock-skew.js";
import type { OapService } from "./host-service.js";

/** A host's memory of openings. */
export interface OpeningMemory {
  /** Epoch ms from which on it remembers. */
  readonly since: number;
  /** Whether that Open was taken within the last 600 s: an older one is refused for its age. */
  hasSeen(openId: string): boolean;
  /** Remembers an Open that was taken. */
  note(openId: string): void;
  /**
   * Counts a negotiation as live, `undefined` where there are too many.
   *
   * @param isThere - it is live already, so that no bound counts
   * @returns how many of that opener were live before
   */
  reserve(id: string, opener: string, isThere?: boolean): number | undefined;
  /** That opening it is over: counts it no more unless it is live. */
  settle(id: string): void;
}

/** An empty memory, which lets go of what settles. @see spec oap, OAP-50 and OAP-54 */
export function openingMemory({
  service,
  now,
  maxLivePerOpener,
  maxLive,
}: {
  readonly service: Pick<OapService, "getNegotiation" | "on">;
  readonly now: () => number;
  readonly maxLivePerOpener: number;
  readonly maxLive: number;
}): OpeningMemory {
  /** Epoch ms by Open, the earliest first. */
  const seen = new Map<string, number>();
  /** Openers by live negotiation, and the other way round; those that are being opened count as well. */
  const openers = new Map<string, string>();
  const live = new Map<string, Set<string>>();
  /** How many Opens of that negotiation are under way: the same may come twice. */
  const opening = new Map<string, number>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  function settle(id: string): void {
    if (opening.has(id) || service.getNegotiation(id)?.outcome === null) return;
    const opener = openers.get(id) ?? "";
    openers.delete(id);
    live.get(opener)?.delete(id);
    if (live.get(opener)?.size === 0) live.delete(opener);
  }

  /** Nobody tells of a negotiation that another process has ended. All are looked at once a minute at most. */
  function sweep(own: ReadonlySet<string>): void {
    const isDue = openers.size >= maxLive && now() - sweptAt >= SWEEP_MS;
    if (isDue) sweptAt = now();
    for (const id of [...(isDue ? openers.keys() : own)]) settle(id);
  }

  service.on("negotiation:settled", ({ id }) => settle(id));
  return {
    since: now(),
    hasSeen: (openId) => seen.has(openId),
    note(openId) {
      for (const [id, at] of seen) {
        if (now() - at <= 2 * MOST_SKEW_MS) break;
        seen.delete(id);
      }
      seen.set(openId, now());
    },
    reserve(id, opener, isThere = false) {
      const own = live.get(opener) ?? new Set();
      const before = own.size;
      const isFull = (): boolean => own.size >= maxLivePerOpener || openers.size >= maxLive;
      if (!isThere && isFull()) sweep(own);
      if (!isThere && isFull()) return undefined;
      if (!isThere) opening.set(id, (opening.get(id) ?? 0) + 1);
      // It counts for whoever came first.
      if (openers.has(id)) return before;
      openers.set(id, opener);
      live.set(opener, own.add(id));
      return before;
    },
    settle(id) {
      const left = (opening.get(id) ?? 1) - 1;
      if (left > 0) opening.set(id, left);
      else opening.delete(id);
      settle(id);
    },
  };
}

/** Chosen. */
const SWEEP_MS = 60_000;
