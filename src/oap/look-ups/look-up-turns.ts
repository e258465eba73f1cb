/**
 * @module
 * The order of look-ups: which come next, and which give way.
 */

import type { Clock } from "../../ports/index.js";
import type { KeyResult } from "../keys/index.js";
import { type OapRefusal, oapRefusal } from "../record/index.js";
import { keepLatest } from "../runtime/index.js";
import { type FairShares, fairShares } from "./fair-shares.js";
import { type Kind, knownKeys, type Lane, QUICK_MS, type Subject } from "./look-up-names.js";
import { slowNames } from "./slow-names.js";

export type { Lane };

/** Who waits for the turn of a look-up. */
export interface LookUpTurns {
  /** What it finds in its turn; or a refusal, `queue_full`. */
  inTurn<T extends KeyResult>(
    lane: Lane,
    kid: string,
    opener: string,
    look: (stop: AbortSignal) => Promise<T | undefined>,
  ): Promise<T | OapRefusal | undefined>;
  /** That a key was had before this process. */
  remember(kid: string): void;
}

/**
 * Lets look-ups wait for their turn: at most 16 at once, 8 of them for openings, so that strangers who open take nothing from
 * parties that negotiate; and so many of one DID, of one domain, for one opener, of what was late.
 *
 * Of the eight, each kind of key has its own. What it does not use is lent, to whichever kind has least for its own, and given
 * back, to one that is owed it, after a second. Within a kind comes next:
 * - of keys that were had, whose domain has had least time: beside n other domains each has an (n + 1)th of what is its
 *   kind's, whatever those do, and nobody owes for time that nobody else wanted; of equals the one with the highest response
 *   ratio, that has waited for longest as measured by what it takes, with the time before its domain was told to come again;
 * - of others, whose domain, host and suffix were slow least in vain of late, and of those of domains that brought keys then the same;
 *
 * of equals whose opener, then whose domain has fewest under way, then, of those that nobody has seen, the newest. Among its kind a look-up gives way, to what
 * waits, once it has had a second, and one that took longer before a second more than that. Who waits for long is told to come again.
 */
export function lookUpTurns(clock: Clock): LookUpTurns {
  const known = knownKeys();
  const shares = new Map<string, FairShares>();
  const slow = slowNames(clock, 2 * MOST_DOMAINS);
  /** Since when domains wait whose look-ups of a kind were told to come again, and until when they may. */
  const kept = new Map<string, { readonly asked: number; readonly until: number }>();
  let waiting: readonly Waiting[] = [];
  let running: readonly Running[] = [];
  /** How many are under way of each of their names. */
  let counts: ReadonlyMap<string, number> = new Map();
  let timer: unknown;
  const countOf = (name: string): number => counts.get(name) ?? 0;
  const fullOf = ({ bounds }: Subject): readonly string[] =>
    bounds.filter(([name, most]) => countOf(name) >= most).map(([name]) => name);
  const isLaneFull = (lane: Lane): boolean => countOf(lane) >= MOST_RUNNING;
  /** Whether its kind has less than its places. */
  const isOwed = ({ laneKind, kind }: Subject): boolean => countOf(laneKind) < PLACES[kind];

  /** Of the kinds whose domains share time. */
  function sharesOf({ isSeen, kind, laneKind }: Subject): FairShares | undefined {
    if (!isSeen && kind !== "kin") return undefined;
    const own = shares.get(laneKind) ?? fairShares(MOST_DOMAINS);
    shares.set(laneKind, own);
    return own;
  }

  function setRunning(now: readonly Running[]): void {
    running = now;
    const all = new Map<string, number>();
    for (const run of running) for (const name of namesOf(run)) all.set(name, (all.get(name) ?? 0) + 1);
    counts = all;
  }

  /** Since when its domain waits. */
  function askedOf({ laneKind, domain, since }: Waiting): number {
    const before = kept.get(`${laneKind} ${domain}`);
    return before && before.until >= clock.now() ? before.asked : since;
  }

  /** Ms since then; a clock that jumps has made nobody slow. */
  const msSince = (at: number): number => Math.min(Math.max(0, clock.now() - at), MOST_MS);

  function nextOne(): Waiting | undefined {
    const inVain = running.filter(({ isSeen }) => !isSeen);
    const slowNow = slow.now(inVain.map(({ levels, begun }) => ({ names: levels, ms: msSince(begun) })));
    let first: Waiting | undefined;
    let least: readonly number[] = [];
    for (const one of waiting) {
      if (isLaneFull(one.lane) || fullOf(one).length > 0) continue;
      const rank = [
        // The lanes meet at a DID alone.
        Number(one.lane === "open"),
        countOf(one.laneKind) / PLACES[one.kind],
        KINDS.indexOf(one.kind),
        ...(one.isSeen ? [] : one.levels.map((level) => inSteps(slowNow(level)))),
        inSteps(sharesOf(one)?.startOf(one.domain) ?? 0),
        one.isSeen ? (askedOf(one) - clock.now()) / (STEP_MS + one.tookMs) : 0,
        countOf(one.forOpener),
        countOf(one.ofDomain),
      ];
      // Of equals the newest, since a flood is older; of keys that were had the one that came first.
      const more = first === undefined ? -1 : compareRanks(rank, least);
      if (more > 0 || (more === 0 && one.isSeen)) continue;
      first = one;
      least = rank;
    }
    return first;
  }

  /** Begins all that may: a place that is freed may be what several wait for, each for another reason. */
  function proceed(): void {
    for (let next = nextOne(); next !== undefined; next = nextOne()) void run(next);
    makeWay();
  }

  async function run(one: Waiting): Promise<void> {
    const stop = new AbortController();
    const begun = clock.now();
    const own = { ...one, begun, stop };
    waiting = waiting.filter((other) => other !== one);
    setRunning([...running, own]);
    kept.delete(`${one.laneKind} ${one.domain}`);
    sharesOf(one)?.begin(one.domain, one.tookMs);
    const isFound = await one.look(stop.signal);
    const ms = msSince(begun);
    sharesOf(one)?.end(one.domain, ms - one.tookMs);
    // A key that was had, slowly, has kept nobody waiting in vain.
    if (!one.isSeen && !isFound) slow.note(one.levels, ms);
    known.note(one, isFound, ms);
    setRunning(running.filter((other) => other !== own));
    proceed();
  }

  /** Ends what stands in the way of one that waits, once it has had its time; and lets go who has waited for long. */
  function makeWay(): void {
    clock.clearTimeout(timer);
    const now = clock.now();
    // A clock that was set back says of nobody how long he has waited.
    for (const one of waiting) if (now < one.since || now - one.since >= MOST_WAIT_MS) tellToComeAgain(one);
    const { at, ends } = soonestWay();
    // For one that waits at a time: of the places that end already some may be what others wait for.
    if (at <= now) for (const { stop } of ends) stop.abort();
    const [oldest] = waiting;
    if (oldest === undefined) return;
    const wait = oldest.since + MOST_WAIT_MS - now;
    timer = clock.setTimeout(makeWay, at > now ? Math.min(at - now, wait) : wait);
  }

  /** It keeps its turn, for so long, if it does. */
  function tellToComeAgain(one: Waiting): void {
    const now = clock.now();
    const asked = Math.max(askedOf(one), now - MOST_AGE_MS);
    keepLatest(kept, `${one.laneKind} ${one.domain}`, { asked, until: now + MOST_AWAY_MS }, MOST_DOMAINS);
    letGo(one);
  }

  /** The look-ups by whose end one that waits may begin, and when they have had their time: the soonest such. */
  function soonestWay(): { readonly at: number; readonly ends: readonly Running[] } {
    const firsts = firstToEnd();
    let [soonest, ends]: [number, readonly Running[]] = [Number.POSITIVE_INFINITY, []];
    for (const one of waiting) {
      // A place of its lane comes with any of these but for one of its DID in the other lane.
      const full = fullOf(one).map((name) => firsts.get(name));
      if (isLaneFull(one.lane) && full.every((first) => first?.run.lane !== one.lane))
        full.push(firsts.get(isOwed(one) ? one.lane : one.laneKind));
      const at = Math.max(...full.map((first) => first?.at ?? Number.POSITIVE_INFINITY));
      if (at >= soonest) continue;
      [soonest, ends] = [at, full.flatMap((first) => first?.run ?? [])];
    }
    return { at: soonest, ends };
  }

  /** Of each bound, of each kind of a lane, and of the lent places of a lane: which has had its time first. */
  function firstToEnd(): ReadonlyMap<string, Way> {
    const firsts = new Map<string, Way>();
    const note = (name: string, run: Running, at: number): void => {
      if (at < (firsts.get(name)?.at ?? Number.POSITIVE_INFINITY)) firsts.set(name, { run, at });
    };
    for (const run of running) {
      if (isLent(run)) note(run.lane, run, run.begun + QUICK_MS);
      const at = run.begun + run.tookMs + QUICK_MS;
      for (const name of [run.laneKind, ...run.bounds.map(([name]) => name)]) note(name, run, at);
    }
    return firsts;
  }

  /** Whether it has a place beyond those of its kind, which the oldest have. */
  function isLent(one: Running): boolean {
    return running.filter(({ laneKind }) => laneKind === one.laneKind).indexOf(one) >= PLACES[one.kind];
  }

  function letGo(one: Waiting): void {
    waiting = waiting.filter((other) => other !== one);
    one.resolve(oapRefusal("queue_full", `at most ${MOST_WAITING} look-ups at once, for a short time`));
  }

  /** Lets go who is one too many: the oldest of the longest queue of an opener, in the longest queue of a kind. */
  function crowdOut(lane: Lane): void {
    const all = waiting.filter((one) => one.lane === lane);
    if (all.length <= MOST_WAITING) return;
    const ofKind = longestQueue(all, ({ kind }) => kind);
    const [oldest] = longestQueue(ofKind, ({ forOpener }) => forOpener);
    if (oldest !== undefined) letGo(oldest);
  }

  return {
    inTurn: (lane, kid, by, look) =>
      new Promise((resolve) => {
        const looking = async (stop: AbortSignal): Promise<boolean> => {
          const found = await look(stop);
          resolve(found);
          return found?.ok === true;
        };
        const since = clock.now();
        waiting = [...waiting, { ...known.subjectOf(lane, kid, by), since, resolve, look: looking }];
        crowdOut(lane);
        proceed();
      }),
    remember(kid) {
      const one = known.subjectOf("open", kid, kid);
      if (!one.isSeen) known.note(one, true, one.tookMs);
    },
  };
}

/** A look-up that waits, since when; `look` never rejects, and tells whether it brought a key. */
interface Waiting extends Subject {
  readonly since: number;
  readonly look: (stop: AbortSignal) => Promise<boolean>;
  readonly resolve: (refusal: OapRefusal) => void;
}

/** A look-up that is under way, since when, and what ends it. */
interface Running extends Subject {
  readonly begun: number;
  readonly stop: AbortController;
}

/** A look-up that gives way, and when. */
interface Way {
  readonly run: Running;
  readonly at: number;
}

/** All that it is counted under. */
function namesOf({ lane, laneKind, forOpener, ofDomain, bounds }: Subject): ReadonlySet<string> {
  return new Set([lane, laneKind, forOpener, ofDomain, ...bounds.map(([name]) => name)]);
}

function longestQueue(ones: readonly Waiting[], nameOf: (one: Waiting) => string): readonly Waiting[] {
  const queues = new Map<string, Waiting[]>();
  for (const one of ones) {
    const queue = queues.get(nameOf(one)) ?? [];
    queue.push(one);
    queues.set(nameOf(one), queue);
  }
  return [...queues.values()].reduce((most, queue) => (queue.length > most.length ? queue : most));
}

/** By the first number that differs. */
function compareRanks(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (one[at] ?? 0) - (other[at] ?? 0);
}

const inSteps = (ms: number): number => Math.floor(ms / STEP_MS);

/** OAP-54: of a lane. */
const MOST_RUNNING = 8;

/** Chosen: of these so many of each kind. */
const PLACES: Readonly<Record<Kind, number>> = { quick: 2, slow: 2, kin: 1, new: 2, late: 1 };

const KINDS = Object.keys(PLACES);

/** Chosen: what sound servers differ by. */
const STEP_MS = 250;

/** As long as a look-up may take. */
const MOST_MS = 5_000;

/** Chosen: more than one DID may have opened with, all of which may hang. */
const MOST_WAITING = 256;

/** Chosen: who comes again is the newest, and waits for no more than a place. */
const MOST_WAIT_MS = 3_000;

/** Chosen: who is told to come again does so sooner. */
const MOST_AWAY_MS = 10_000;

/** Chosen: ten times as long as anybody waits at a time; who waits for longer gains nothing more by it. */
const MOST_AGE_MS = 30_000;

/** Chosen: more than are asked within the time of a look-up; some 100 bytes each. */
const MOST_DOMAINS = 4_000;
