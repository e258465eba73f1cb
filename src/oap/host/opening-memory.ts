/**
 * @module
 * What a host remembers of openings, whatever its room forgets: which Opens it has taken, so that none of them opens
 * twice, and how many negotiations are live, by who opened them.
 */

import { MOST_SKEW_MS } from "../documents/index.js";
import type { OapService } from "./oap-room.js";

/** A host's memory of openings. */
export interface OpeningMemory {
  /** Epoch ms from which on it remembers. */
  readonly since: number;
  /** Whether that Open was taken within the last 600 s, or is one of the latest: an older one is refused for its age. */
  hasSeen(openId: string): boolean;
  /** Epoch ms up to which it has let go of what it remembered: a clock that runs back may come to it again. */
  readonly forgotten: number;
  /** Remembers an Open that was taken. */
  note(openId: string): void;
  /**
   * Counts a negotiation that is being opened as live.
   *
   * @returns how many others of that opener are live; `undefined` where there are too many
   */
  reserve(id: string, opener: string): Promise<number | undefined>;
  /** Counts one that is live, however many there are. */
  count(id: string, opener: string): void;
  /** That opening it is over: counts it no more unless it is live. */
  settle(id: string): void;
}

/** An empty memory, which lets go of what settles. @see docs/requirements/oap.md, OAP-50 and OAP-54 */
export function openingMemory({
  service,
  now,
  maxLivePerOpener,
  maxLive,
}: {
  readonly service: Pick<OapService, "getNegotiation" | "loadNegotiation" | "on">;
  readonly now: () => number;
  readonly maxLivePerOpener: number;
  readonly maxLive: number;
}): OpeningMemory {
  /** Epoch ms by Open, the earliest first. */
  const seen = new Map<string, number>();
  let forgotten = Number.NEGATIVE_INFINITY;
  /** Openers by live negotiation, and the other way round; those that are being opened count as well. */
  const openers = new Map<string, string>();
  const live = new Map<string, Set<string>>();
  /** How many Opens of that negotiation are under way: the same may come twice. */
  const opening = new Map<string, number>();
  /** Epoch ms at which those of an opener, or all, were looked at. */
  const lookedAt = new WeakMap<object, number>();

  function settle(id: string): void {
    if (opening.has(id) || service.getNegotiation(id)?.outcome === null) return;
    const opener = openers.get(id) ?? "";
    openers.delete(id);
    live.get(opener)?.delete(id);
    if (live.get(opener)?.size === 0) live.delete(opener);
  }

  /** It counts for whoever came first. */
  function count(id: string, opener: string): number {
    const own = live.get(opener) ?? new Set();
    if (openers.has(id)) return Math.max(own.size - 1, 0);
    openers.set(id, opener);
    live.set(opener, own);
    return own.add(id).size - 1;
  }

  /** Nobody tells of what another process has ended: where there are too many, they are read, once a minute. */
  async function look(opener: string): Promise<void> {
    const full = openers.size >= maxLive ? openers : (live.get(opener) ?? openers);
    if (now() - (lookedAt.get(full) ?? Number.NEGATIVE_INFINITY) < LOOK_MS) return;
    lookedAt.set(full, now());
    for (const id of [...full.keys()]) {
      await service.loadNegotiation(id);
      settle(id);
    }
  }

  service.on("negotiation:settled", ({ id }) => settle(id));
  return {
    since: now(),
    hasSeen: (openId) => seen.has(openId),
    get forgotten() {
      return forgotten;
    },
    note(openId) {
      for (const [id, at] of seen) {
        // A clock that was ahead for a moment has made none of them older, and what it noted then is of no other time.
        if (seen.size <= LEAST_KEPT || Math.abs(now() - at) <= 2 * MOST_SKEW_MS) break;
        seen.delete(id);
        forgotten = Math.max(forgotten, Math.min(at, now()));
      }
      seen.set(openId, now());
    },
    async reserve(id, opener) {
      const isFull = (): boolean =>
        !openers.has(id) && ((live.get(opener)?.size ?? 0) >= maxLivePerOpener || openers.size >= maxLive);
      if (isFull()) await look(opener);
      if (isFull()) return undefined;
      tally(opening, id, 1);
      return count(id, opener);
    },
    count,
    settle(id) {
      tally(opening, id, -1);
      settle(id);
    },
  };
}

/** Chosen: some megabyte. */
const LEAST_KEPT = 10_000;

/** Chosen. */
const LOOK_MS = 60_000;

/** One more or less of a name; of none nothing is kept. */
export function tally(counts: Map<string, number>, name: string, more: 1 | -1): void {
  const now = (counts.get(name) ?? 0) + more;
  if (now > 0) counts.set(name, now);
  else counts.delete(name);
}
