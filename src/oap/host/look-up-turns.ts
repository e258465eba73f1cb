/**
 * @module
 * Whose keys are looked up next, so that nobody's servers, however slow or many, keep others' documents waiting.
 */

import type { Clock } from "../../ports/index.js";
import type { KeyResult } from "../keys/index.js";
import { type OapRefusal, oapRefusal } from "../record/index.js";
import { keepLatest } from "../runtime/index.js";
import { type Kind, knownKeys, type Lane, QUICK_MS, type Subject } from "./look-up-names.js";

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
 * - of keys that were had, whose domain has had least time, by start-time fair queueing (Goyal, Vin and Cheng, 1996): beside n other
 *   domains each has an (n + 1)th of what is its kind's, whatever those do, and nobody owes for time that nobody else wanted;
 * - of others, whose domain, host and suffix were slow least in vain of late, and of those of domains that brought keys then the same;
 *
 * of equals whose opener, then whose domain has fewest under way, then the newest. Among its kind a look-up gives way, to what
 * waits, once it has had a second, and one that took longer before a second more than that. Who waits for long is told to come again.
 */
export function lookUpTurns(clock: Clock): LookUpTurns {
  const known = knownKeys();
  const shares = new Map<string, FairShares>();
  /** Of domains, hosts and suffixes, for how long look-ups in vain kept others waiting, forgotten by halves. */
  const slow = new Map<string, { readonly ms: number; readonly at: number }>();
  let waiting: readonly Waiting[] = [];
  let running: readonly Running[] = [];
  /** How many are under way of a lane and of all names of theirs. */
  let counts: ReadonlyMap<string, number> = new Map();
  let timer: unknown;
  const countOf = (name: string): number => counts.get(name) ?? 0;
  const fullOf = ({ scarce }: Subject): readonly string[] =>
    scarce.filter(([name, most]) => countOf(name) >= most).map(([name]) => name);
  const isLaneFull = (lane: Lane): boolean => countOf(lane) >= MOST_RUNNING;
  /** Whether its kind has less than its places. */
  const isOwed = ({ among, kind }: Subject): boolean => countOf(among) < PLACES[kind];
  const sharesOf = ({ among }: Subject): FairShares => {
    const own = shares.get(among) ?? fairShares();
    shares.set(among, own);
    return own;
  };

  function setRunning(now: readonly Running[]): void {
    running = now;
    const all = new Map<string, number>();
    for (const { lane, among, opener, owner, scarce } of running)
      for (const name of new Set([lane, among, opener, owner, ...scarce.map(([name]) => name)]))
        all.set(name, (all.get(name) ?? 0) + 1);
    counts = all;
  }

  /** Ms since then; a clock that jumps has made nobody slow. */
  const msSince = (at: number): number => Math.min(Math.max(0, clock.now() - at), MOST_MS);

  function slowOf(level: string): number {
    const { ms = 0, at = 0 } = slow.get(level) ?? {};
    return ms * 0.5 ** (Math.max(0, clock.now() - at) / HALF_LIFE_MS);
  }

  /** The same with what is under way, for one look at all that wait. */
  function slowNow(): (level: string) => number {
    const known = new Map<string, number>();
    const slowOfNow = (level: string): number => {
      const ms = known.get(level) ?? slowOf(level);
      known.set(level, ms);
      return ms;
    };
    for (const run of running)
      if (!run.isSeen)
        for (const level of run.levels) known.set(level, slowOfNow(level) + slowMs(msSince(run.begun)));
    return slowOfNow;
  }

  function nextOne(): Waiting | undefined {
    const slowOfNow = slowNow();
    let first: Waiting | undefined;
    let least: readonly number[] = [];
    for (const one of waiting) {
      if (isLaneFull(one.lane) || fullOf(one).length > 0) continue;
      const times = one.isSeen ? [] : one.levels.map(slowOfNow);
      if (one.isSeen || one.kind === "kin") times.push(sharesOf(one).startOf(one.domain));
      const rank = [
        // The lanes meet at a DID alone.
        Number(one.lane === "open"),
        countOf(one.among) / PLACES[one.kind],
        KINDS.indexOf(one.kind),
        ...times.map((ms) => Math.floor(ms / STEP_MS)),
        countOf(one.opener),
        countOf(one.owner),
      ];
      // Of equals the newest, since a flood is older; of keys that were had the one that waits for longest.
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
    press();
  }

  async function run(one: Waiting): Promise<void> {
    const stop = new AbortController();
    const begun = clock.now();
    const own = { ...one, begun, stop };
    waiting = waiting.filter((other) => other !== one);
    setRunning([...running, own]);
    sharesOf(one).begin(one.domain, one.lastMs);
    const isFound = await one.look(stop.signal);
    const ms = msSince(begun);
    sharesOf(one).end(one.domain, ms - one.lastMs);
    // A key that was had, slowly, has kept nobody waiting in vain.
    if (!one.isSeen && !isFound)
      for (const level of one.levels) {
        const sum = slowOf(level) + slowMs(ms);
        if (sum > 0) keepLatest(slow, level, { ms: sum, at: clock.now() }, 2 * MOST_DOMAINS);
      }
    known.note(one, isFound, ms);
    setRunning(running.filter((other) => other !== own));
    proceed();
  }

  /** Ends what stands in the way of those that wait, once it has had its time; and lets go who has waited for long. */
  function press(): void {
    clock.clearTimeout(timer);
    const now = clock.now();
    // A clock that was set back says of nobody how long he has waited.
    for (const one of waiting) if (now < one.since || now - one.since >= MOST_WAIT_MS) letGo(one);
    /** Names of which all places are taken, kinds that have to wait for one of the lane, and lanes where one of these is owed a place. */
    const wanted = new Set<string>();
    for (const one of waiting) {
      const full = fullOf(one);
      for (const name of full) wanted.add(name);
      if (full.length === 0) wanted.add(isOwed(one) ? one.lane : one.among);
    }
    let [first, least]: [Running | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    // One at a time, so that of those that end already none is passed over: who is let on by it may be the last that waits.
    for (const run of running) {
      const isWanted = wanted.has(run.among) || run.scarce.some(([name]) => wanted.has(name));
      const ms =
        wanted.has(run.lane) && isLent(run) ? QUICK_MS : isWanted ? run.lastMs + QUICK_MS : undefined;
      if (ms === undefined || run.begun + ms >= least) continue;
      [first, least] = [run, run.begun + ms];
    }
    const ends = [...waiting.slice(0, 1).map(({ since }) => since + MOST_WAIT_MS), ...(first ? [least] : [])];
    if (ends.length === 0) return;
    const left = Math.min(...ends) - now;
    if (left > 0) timer = clock.setTimeout(press, left);
    else first?.stop.abort();
  }

  /** Whether it has a place beyond those of its kind, which the oldest have. */
  function isLent(one: Running): boolean {
    return running.filter(({ among }) => among === one.among).indexOf(one) >= PLACES[one.kind];
  }

  function letGo(one: Waiting): void {
    waiting = waiting.filter((other) => other !== one);
    one.resolve(oapRefusal("queue_full", `at most ${MOST_WAITING} look-ups at once, for a short time`));
  }

  /** Lets go who is one too many: the oldest of the longest queue of an opener, in the longest queue of a kind. */
  function crowdOut(lane: Lane): void {
    const all = waiting.filter((one) => one.lane === lane);
    if (all.length <= MOST_WAITING) return;
    const longest = (ones: readonly Waiting[], nameOf: (one: Waiting) => string): readonly Waiting[] => {
      const queues = new Map<string, Waiting[]>();
      for (const one of ones) queues.set(nameOf(one), [...(queues.get(nameOf(one)) ?? []), one]);
      return [...queues.values()].reduce((most, queue) => (queue.length > most.length ? queue : most));
    };
    const [oldest] = longest(
      longest(all, ({ kind }) => kind),
      ({ opener }) => opener,
    );
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
        waiting = [
          ...waiting,
          { ...known.subjectOf(lane, kid, by), since: clock.now(), resolve, look: looking },
        ];
        crowdOut(lane);
        proceed();
      }),
    remember(kid) {
      const one = known.subjectOf("open", kid, kid);
      if (!one.isSeen) known.note(one, true, one.lastMs);
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

/** When each of several may begin, by the time that they share. */
interface FairShares {
  startOf(name: string): number;
  /** It begins, and takes so many ms. */
  begin(name: string, ms: number): void;
  /** It has taken so many more, or fewer. */
  end(name: string, ms: number): void;
}

function fairShares(): FairShares {
  /** When each has had what it took; who was idle has saved nothing. */
  const ends = new Map<string, number>();
  let [now, latest, count] = [0, 0, 0];
  const startOf = (name: string): number => Math.max(now, ends.get(name) ?? 0);
  function keep(name: string, at: number): void {
    keepLatest(ends, name, at, MOST_DOMAINS);
    latest = Math.max(latest, at);
  }
  return {
    startOf,
    begin(name, ms) {
      count += 1;
      now = startOf(name);
      keep(name, now + ms);
    },
    end(name, ms) {
      count -= 1;
      keep(name, (ends.get(name) ?? now) + ms);
      // Nobody wants it any more, and nobody owes for what nobody else wanted.
      if (count === 0) now = latest;
    },
  };
}

const slowMs = (ms: number): number => Math.max(0, ms - SOUND_MS);

/** By the first number that differs. */
function compareRanks(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (one[at] ?? 0) - (other[at] ?? 0);
}

/** OAP-54: of a lane. */
const MOST_RUNNING = 8;

/** Chosen: of these so many of each kind. */
const PLACES: Readonly<Record<Kind, number>> = { quick: 2, slow: 2, kin: 1, new: 2, late: 1 };

const KINDS = Object.keys(PLACES);

/** Chosen: sound servers answer sooner, across an ocean too. */
const SOUND_MS = 500;

/** Chosen: long enough that a thousand domains at ten a second are known again. */
const HALF_LIFE_MS = 300_000;

/** Chosen: what sound servers differ by. */
const STEP_MS = 250;

/** As long as a look-up may take. */
const MOST_MS = 5_000;

/** Chosen: more than one DID may have opened with, all of which may hang. */
const MOST_WAITING = 256;

/** Chosen: who comes again is the newest, and waits for no more than a place. */
const MOST_WAIT_MS = 3_000;

/** Chosen: more than are asked within the time of a look-up; some 100 bytes each. */
const MOST_DOMAINS = 4_000;
