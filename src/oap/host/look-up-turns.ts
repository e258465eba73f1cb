/**
 * @module
 * Whose keys are looked up next, so that nobody's servers, however slow or many, keep others' documents waiting.
 */

import type { Clock } from "../../ports/index.js";
import type { KeyResult } from "../keys/index.js";
import { type OapRefusal, oapRefusal } from "../record/index.js";
import { keepLatest } from "../runtime/index.js";
import { knownNames, type Lane, type Subject, subjectOf } from "./look-up-names.js";

/** Who waits for the turn of a look-up. */
export interface LookUpTurns {
  /** What it finds in its turn; or a refusal, `queue_full`. */
  inTurn<T extends KeyResult>(
    lane: Lane,
    did: string,
    opener: string,
    look: (stop: AbortSignal) => Promise<T | undefined>,
  ): Promise<T | OapRefusal | undefined>;
  /** Whose key was had before this process. */
  remember(did: string): void;
}

/**
 * Lets look-ups wait for their turn: at most 16 at once, 8 of them for openings, so that strangers who open take
 * nothing from parties that negotiate; so many of one DID, of one domain and of negotiations that one domain's DIDs have opened.
 *
 * Next is, by what is told apart first:
 * 0. one whose key came slowly, then one that was known and brought none in time, of which two may take their time, of two domains
 *    and openers, the least slow; one of those that are known, or of those that are new, if the others have five places of the lane;
 * 1. whose domain, host and last two labels were least slow in the last minutes: whatever names an owner makes up;
 * 2. whose opener has fewest under way;
 * 3. a DID whose key was had when it was last asked for, then one of a host that brought a key;
 * 4. whose domain has taken least time of late; 5. the newest.
 *
 * What has taken a second gives way to what waits, but for those two, and for what came slowly before, which gives way to its
 * opener's others only where these are known and quicker. Who waits for long is told to come again. What brought no key shares half of a lane with all such.
 */
export function lookUpTurns(clock: Clock): LookUpTurns {
  const counts = new Map<string, number>();
  /** By opener, whatever else they count as. */
  const loads = new Map<string, number>();
  /** In how many ms DIDs and hosts that have brought a key did so last, or `NEVER_MS` where none came in time. */
  const known = knownNames();
  /** What was in vain: strangers make up as many as they like, which push out only each other. */
  const failed = new Map<string, true>();
  /** By levels of names. */
  const spent = new Map<string, Spent>();
  /** How many wait for the same. */
  const crowds = new Map<string, number>();
  let waiting: readonly Waiting[] = [];
  let running: readonly Running[] = [];
  let timer: unknown;
  const isFull = (name: string, at: number): boolean => (counts.get(name) ?? 0) >= (MOST[at] ?? 0);
  const msOf = ({ domain, did }: Subject): number => known.get(domain, did) ?? 0;
  const isSlow = (one: Subject): boolean => msOf(one) >= PATIENCE_MS;
  /** Slow as well, and it has brought its key. */
  const isProven = (one: Subject): boolean => isSlow(one) && msOf(one) < NEVER_MS;
  /** 0 for a DID whose key was had, 1 for another one of a host that brought a key, 2 for what is new or was in vain. */
  const noveltyOf = (one: Subject): number => {
    const { domain, did, host } = one;
    if (known.has(domain, did)) return 0;
    return known.has(domain, host) && !failed.has(did) ? 1 : 2;
  };
  /** Strangers who make names up below a domain make those slow no more whose keys were had. */
  const levelsOf = (one: Subject): readonly string[] => (noveltyOf(one) === 0 ? one.levelsHad : one.levels);
  const kindOf = (one: Subject): string => `${one.lane} ${noveltyOf(one) < 2}`;
  const isIdle = (one: Subject): boolean =>
    noveltyOf(one) > 0 && (failed.has(one.did) || failed.has(one.host));
  const note = (domain: string, name: string, ms?: number): void => {
    failed.delete(name);
    if (ms !== undefined) known.add(domain, name, ms);
    else {
      known.delete(domain, name);
      keepLatest(failed, name, true, 2 * MOST_HOSTS);
    }
  };
  const placesOf = (one: Subject): readonly string[] =>
    isIdle(one) ? [...one.names.slice(0, OPENER), ...one.inVain] : one.names;
  const isBlocked = (one: Subject): boolean => placesOf(one).some(isFull);
  const msSince = (at: number): number => Math.max(0, clock.now() - at);

  function spentOf(level: string): Spent {
    const { slow = 0, all = 0, at = 0 } = spent.get(level) ?? {};
    const left = (halfLifeMs: number): number => 0.5 ** (msSince(at) / halfLifeMs);
    return { slow: slow * left(SLOW_HALF_LIFE_MS), all: all * left(HALF_LIFE_MS), at };
  }

  /** What is asked of levels in one look at all that wait: with what is under way, and once for each. */
  function tookNow(): (level: string) => Spent {
    const took = new Map<string, Spent>();
    const tookOf = (level: string): Spent => {
      const known = took.get(level) ?? spentOf(level);
      took.set(level, known);
      return known;
    };
    for (const { levels, begun } of running)
      for (const level of levels) took.set(level, withMs(tookOf(level), msSince(begun)));
    return tookOf;
  }

  function nextOne(): Waiting | undefined {
    const free = waiting.filter((one) => !isBlocked(one));
    const tookOf = tookNow();
    const kinds = running.map(kindOf);
    let first: Waiting | undefined;
    let least: readonly number[] = [];
    for (const one of free) {
      const [domain = NOTHING, ...others] = levelsOf(one).map(tookOf);
      const kind = kindOf(one);
      const alike = kinds.filter((other) => other === kind).length;
      const rank = [
        mayBePatient(one) ? (isProven(one) ? -2 : -1) : Number(alike >= MOST_ALIKE),
        ...[domain, ...others].map(stepsOf),
        loads.get(one.opener) ?? 0,
        noveltyOf(one),
        Math.floor(domain.all / STEP_MS),
      ];
      // Of equals the newest.
      if (first !== undefined && compareRanks(rank, least) > 0) continue;
      first = one;
      least = rank;
    }
    return first;
  }

  /** Which of these may take the time of a look-up: slow ones, of two domains and openers; the least slow, and of equals the first. */
  function patientOf<One extends Subject & Patience>(all: readonly One[], lane: Lane): readonly One[] {
    const slow = all.filter((one) => one.lane === lane && isSlow(one));
    const patient: One[] = [];
    for (const one of slow.sort((a, b) => compareRanks(a.patience, b.patience))) {
      const isOther = ({ domain, opener }: Subject): boolean =>
        domain !== one.domain && opener !== one.opener;
      if (patient.length < MOST_PATIENT && patient.every(isOther)) patient.push(one);
    }
    return patient;
  }

  const patienceOf = (one: Subject): Patience => ({ patience: [Number(!isProven(one)), ...slownessOf(one)] });

  function mayBePatient(waits: Subject): boolean {
    const one = { ...waits, ...patienceOf(waits) };
    return isSlow(one) && patientOf<Subject & Patience>([...running, one], one.lane).includes(one);
  }

  const slownessOf = ({ levelsHad }: Subject): readonly number[] => levelsHad.map(spentOf).map(stepsOf);

  async function next(): Promise<void> {
    const first = nextOne();
    if (first === undefined) return press();
    const { domain, did, host, opener } = first;
    const levels = levelsOf(first);
    const names = placesOf(first);
    const stop = new AbortController();
    const begun = clock.now();
    const run = { ...first, ...patienceOf(first), levels, names, isIdle: isIdle(first), begun, stop };
    leave(first);
    running = [...running, run];
    for (const name of names) tally(counts, name, 1);
    tally(loads, opener, 1);
    press();
    const isFound = await first.look(stop.signal);
    const ms = Math.min(msSince(begun), MOST_MS);
    const isLate = ms >= PATIENCE_MS;
    // Anybody can ask in a DID's name for a key that it has not, and for DIDs that a host has not.
    const isKnown = noveltyOf(run) === 0;
    // What was known may bring its key when it has more time, or its server is back: cut short, in as long as the last time; else nobody knows.
    const lastMs = isProven(run) && stop.signal.aborted ? msOf(run) : NEVER_MS;
    const tookMs = isKnown && isLate && !isFound ? lastMs : ms;
    if (isFound || isLate || !isKnown) note(domain, did, isFound || isKnown ? tookMs : undefined);
    // A host is forgotten first: strangers make up names at it that hang.
    if (host !== did && (isFound || isLate)) {
      const isHeld = isFound || known.has(domain, host);
      note(domain, host, isLate ? undefined : ms);
      if (isHeld) failed.delete(host);
    }
    for (const level of levels)
      keepLatest(spent, level, { ...withMs(spentOf(level), tookMs), at: clock.now() }, 2 * MOST_HOSTS);
    running = running.filter((one) => one !== run);
    for (const name of names) tally(counts, name, -1);
    tally(loads, opener, -1);
    // Which of them the freed places let go on, nobody knows.
    next();
    next();
  }

  /** Ends what stands in the way of those that wait, the oldest first, once it has had its second; and lets go who has waited for long. */
  function press(): void {
    clock.clearTimeout(timer);
    const now = clock.now();
    // A clock that was set back says of nobody how long he has waited.
    for (const one of waiting) if (now < one.since || now - one.since >= MOST_WAIT_MS) letGo(one);
    const wanted = new Map<string, readonly Waiting[]>();
    for (const one of waiting) {
      if (isIdle(one)) continue;
      for (const [at, name] of one.names.entries())
        if (isFull(name, at)) wanted.set(name, [...(wanted.get(name) ?? []), one]);
    }
    // Who is known to be slow has the time beside its own kind: cut, all parties of an opener would come again and again.
    const patient = (["open", "message"] as const).flatMap((lane) => patientOf(running, lane));
    const isInTheWay = (run: Running): boolean =>
      !patient.includes(run) &&
      run.names.some((name, at) =>
        isProven(run) && at === OPENER
          ? wanted.get(name)?.some((one) => isQuicker(one, run))
          : wanted.has(name) && (at > 0 || !run.isIdle),
      );
    const oldest = running.find((run) => !run.stop.signal.aborted && isInTheWay(run));
    const ends = [
      ...waiting.slice(0, 1).map(({ since }) => since + MOST_WAIT_MS),
      ...(oldest ? [oldest.begun + PATIENCE_MS] : []),
    ];
    if (ends.length === 0) return;
    const left = Math.min(...ends) - now;
    if (left > 0) timer = clock.setTimeout(press, left);
    else oldest?.stop.abort();
  }

  /** Whether one that is known brings its key sooner than one that is slow, as far as anybody knows. */
  function isQuicker(one: Subject, other: Subject): boolean {
    const isLess = (): boolean => compareRanks(slownessOf(one), slownessOf(other)) < 0;
    return noveltyOf(one) === 0 && (!isSlow(one) || isLess());
  }

  /** Waits no more. */
  function leave(one: Waiting): void {
    waiting = waiting.filter((other) => other !== one);
    for (const name of one.names) tally(crowds, name, -1);
  }

  function letGo(one: Waiting): void {
    leave(one);
    one.resolve(oapRefusal("queue_full", `at most ${MOST_WAITING} look-ups at once, for a short time`));
  }

  /** Lets go who is one too many: the first of those that most wait for the same, and of those whose key was had the last. */
  function crowdOut(lane: Lane): void {
    if ((crowds.get(lane) ?? 0) <= MOST_WAITING) return;
    let [worst, most] = [waiting[0], 0];
    for (const one of waiting) {
      if (one.lane !== lane) continue;
      let size = 0;
      for (const name of one.names) size += crowds.get(name) ?? 0;
      if (noveltyOf(one) === 0) size /= MOST_WAITING * one.names.length;
      if (size <= most) continue;
      worst = one;
      most = size;
    }
    if (worst !== undefined) letGo(worst);
  }

  return {
    inTurn: (lane, did, by, look) =>
      new Promise((resolve) => {
        const looking = async (stop: AbortSignal): Promise<boolean> => {
          const found = await look(stop);
          resolve(found);
          return found?.ok === true;
        };
        const one = { ...subjectOf(lane, did, by), since: clock.now(), resolve, look: looking };
        waiting = [...waiting, one];
        for (const name of one.names) tally(crowds, name, 1);
        crowdOut(lane);
        next();
      }),
    remember(did) {
      const one = subjectOf("open", did, did);
      if (noveltyOf(one) > 0) for (const name of [did, one.host]) note(one.domain, name, 0);
    },
  };
}

/** A look-up that waits, since when; `look` never rejects, and tells whether it brought a key. */
interface Waiting extends Subject {
  readonly since: number;
  readonly look: (stop: AbortSignal) => Promise<boolean>;
  readonly resolve: (refusal: OapRefusal) => void;
}

/** How it comes among those that are slow, as it is when it begins: what others cost a domain then takes nobody's time away. */
interface Patience {
  readonly patience: readonly number[];
}

/** A look-up that is under way, since when, with all that it takes places of, and what ends it. */
interface Running extends Subject, Patience {
  readonly isIdle: boolean;
  readonly begun: number;
  readonly stop: AbortController;
}

/** How long look-ups took, how much of it was slow, and when the last one ended; both are forgotten by halves. */
interface Spent {
  readonly slow: number;
  readonly all: number;
  readonly at: number;
}

const NOTHING: Spent = { slow: 0, all: 0, at: 0 };

const stepsOf = ({ slow }: Spent): number => Math.floor(slow / STEP_MS);

/** A clock that jumps has made nobody slow. */
function withMs({ slow, all, at }: Spent, ms: number): Spent {
  const took = Math.min(ms, MOST_MS);
  return { slow: slow + Math.max(0, took - QUICK_MS), all: all + took, at };
}

/** By the first number that differs. */
function compareRanks(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return (one[at] ?? 0) - (other[at] ?? 0);
}

/** One more or less of a name; of none nothing is kept. */
export function tally(counts: Map<string, number>, name: string, more: 1 | -1): void {
  const now = (counts.get(name) ?? 0) + more;
  if (now > 0) counts.set(name, now);
  else counts.delete(name);
}

/**
 * OAP-54: at once of a lane, a DID, a domain, and an opener or all of a lane's in vain; then of an opener's in vain. Chosen
 * of these are the last two: who opens with many should not wait for one of them, and has at most 4 + 2.
 */
const MOST = [8, 2, 2, 4, 2] as const;
const OPENER = 3;

/** Chosen: of a lane, so that a flood of one kind leaves some places to the other. */
const MOST_ALIKE = 5;

/** Chosen: of a lane, with whom strangers' servers that hang would else begin anew without end. */
const MOST_PATIENT = 2;

/** Chosen: a fifth of what a look-up may take; sound servers answer sooner from anywhere. */
const PATIENCE_MS = 1_000;

/** Chosen: sound servers answer sooner, across an ocean too. */
const QUICK_MS = 500;

/** Chosen: what sound servers differ by. */
const STEP_MS = 250;

/** As long as a look-up may take. */
const MOST_MS = 5_000;

/** Longer than any look-up. */
const NEVER_MS = 2 * MOST_MS;

/** Chosen: long enough that a thousand domains at ten a second are known again. */
const SLOW_HALF_LIFE_MS = 300_000;

/** Chosen: who has many parties at one domain waits for no longer after a quiet minute. */
const HALF_LIFE_MS = 30_000;

/** Chosen: more than one DID may have opened with, all of which may hang. */
const MOST_WAITING = 256;

/** Chosen: who comes again is the newest, and waits for no more than a place. */
const MOST_WAIT_MS = 3_000;

/** Chosen: more host names, and domains, than hang anywhere at a time; some 100 bytes each. */
const MOST_HOSTS = 4_000;
