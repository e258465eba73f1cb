/**
 * @module
 * Whose keys are looked up next, so that nobody's servers, however slow or many, keep others' documents waiting.
 */

import type { Clock } from "../../ports/index.js";
import type { KeyResult } from "../keys/index.js";
import { type OapRefusal, oapRefusal } from "../record/index.js";
import { keepLatest } from "../runtime/index.js";

/** Openings, and documents of live negotiations. */
export type Lane = "open" | "message";

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
 *    and openers; one of those that are known, or of those that are new, if the others have five places of the lane;
 * 1. whose domain, host and last two labels were least slow in the last minutes: whatever names an owner makes up;
 * 2. whose opener has fewest under way;
 * 3. a DID whose key was had when it was last asked for, then one of a host that brought a key;
 * 4. whose domain has taken least time of late; 5. the newest.
 *
 * What has taken a second gives way to what waits, and who waits for long is told to come again. What brought no key
 * shares half of a lane with all such.
 */
export function lookUpTurns(clock: Clock): LookUpTurns {
  const counts = new Map<string, number>();
  /** By opener, whatever else they count as. */
  const loads = new Map<string, number>();
  /** DIDs and host names whose last look-up brought a key within a second, later, or not at all. */
  const had = namesByDomain();
  const slowly = namesByDomain();
  /** Of these strangers make up as many as they like, which push out only each other. */
  const failed = new Map<string, true>();
  /** By levels of names. */
  const spent = new Map<string, Spent>();
  /** How many wait for the same. */
  const crowds = new Map<string, number>();
  let waiting: readonly Waiting[] = [];
  let running: readonly Running[] = [];
  let timer: unknown;
  const isFull = (name: string, at: number): boolean => (counts.get(name) ?? 0) >= (MOST[at] ?? 0);
  const isSlow = ({ domain, did }: Subject): boolean => slowly.has(domain, did);
  /** 0 for a DID whose key was had, 1 for another one of a host that brought a key, 2 for what is new or was in vain. */
  const noveltyOf = (one: Subject): number => {
    const { domain, did, host } = one;
    if (had.has(domain, did) || isSlow(one)) return 0;
    return had.has(domain, host) && !failed.has(did) ? 1 : 2;
  };
  /** Strangers who make names up below a domain make those slow no more whose keys were had. */
  const levelsOf = (one: Subject): readonly string[] => (noveltyOf(one) === 0 ? one.levelsHad : one.levels);
  const kindOf = (one: Subject): string => `${one.lane} ${noveltyOf(one) < 2}`;
  const isIdle = (one: Subject): boolean =>
    noveltyOf(one) > 0 && (failed.has(one.did) || failed.has(one.host));
  const note = (domain: string, name: string, memory?: typeof had, isProven = true): void => {
    for (const names of [had, slowly]) if (names !== memory) names.delete(domain, name);
    failed.delete(name);
    if (memory) memory.add(domain, name, isProven);
    else keepLatest(failed, name, true, 2 * MOST_HOSTS);
  };
  const placesOf = (one: Subject): readonly string[] =>
    isIdle(one) ? [...one.names.slice(0, SHARE), ...one.inVain] : one.names;
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
        mayBePatient(one) ? (slowly.get(one.domain, one.did) ? -2 : -1) : Number(alike >= MOST_ALIKE),
        ...[domain, ...others].map(({ slow }) => Math.floor(slow / STEP_MS)),
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

  /** Who has brought a key, and is slow, may take the time of a look-up. */
  function mayBePatient(one: Subject): boolean {
    if (!isSlow(one)) return false;
    const patient = running.filter(({ isPatient, lane }) => isPatient && lane === one.lane);
    const isOther = ({ domain, opener }: Subject): boolean => domain !== one.domain && opener !== one.opener;
    return patient.length < MOST_PATIENT && patient.every(isOther);
  }

  async function next(): Promise<void> {
    const first = nextOne();
    if (first === undefined) return press();
    const { domain, did, host, opener } = first;
    const levels = levelsOf(first);
    const names = placesOf(first);
    const stop = new AbortController();
    const isPatient = mayBePatient(first);
    const run = { ...first, levels, names, isIdle: isIdle(first), isPatient, begun: clock.now(), stop };
    leave(first);
    running = [...running, run];
    for (const name of names) tally(counts, name, 1);
    tally(loads, opener, 1);
    press();
    const isFound = await first.look(stop.signal);
    const ms = msSince(run.begun);
    const isLate = ms >= PATIENCE_MS;
    // Anybody can ask in a DID's name for a key that it has not, and for DIDs that a host has not.
    const isKnown = noveltyOf(run) === 0;
    // What was known may bring its key when it has more time, or its server is back; how much it takes, nobody knows.
    const took = isKnown && isLate && !isFound ? MOST_MS : ms;
    const memory = isFound || isKnown ? (isLate ? slowly : had) : undefined;
    if (isFound || isLate || !isKnown) note(domain, did, memory, isFound || slowly.get(domain, did));
    // A host is forgotten first: strangers make up names at it that hang.
    if (host !== did && (isFound || isLate)) {
      const isHeld = isFound || had.has(domain, host);
      note(domain, host, isLate ? undefined : had);
      if (isHeld) failed.delete(host);
    }
    for (const level of levels)
      keepLatest(spent, level, { ...withMs(spentOf(level), took), at: clock.now() }, 2 * MOST_HOSTS);
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
    const wanted = new Set<string>();
    const want = (name: string, at: number): void => void (isFull(name, at) && wanted.add(name));
    for (const one of waiting) {
      if (isIdle(one)) continue;
      one.names.forEach(want);
    }
    const isInTheWay = (run: Running): boolean =>
      !run.isPatient && run.names.some((name, at) => wanted.has(name) && (at > 0 || !run.isIdle));
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
      if (noveltyOf(one) > 0) for (const name of [did, one.host]) note(one.domain, name, had);
    },
  };
}

/** Whose key is looked up, and for whom. */
interface Subject {
  readonly lane: Lane;
  readonly did: string;
  readonly domain: string;
  readonly host: string;
  /** The domain, the host name, and its last two labels: who owns `co.de` has all that looks like domains below it. */
  readonly levels: readonly string[];
  /** The same, for DIDs whose key was had. */
  readonly levelsHad: readonly string[];
  readonly opener: string;
  /** Of what it takes a place in the opener's place, where it was in vain. */
  readonly inVain: readonly string[];
  /** Of what it takes a place; of the last only where it was not in vain. */
  readonly names: readonly string[];
}

function subjectOf(lane: Lane, did: string, by: string): Subject {
  const host = /^did:web:([^:%]+)/i.exec(did)?.[1]?.toLowerCase() ?? did;
  const domain = domainOf(did);
  const levels = [domain, host, host.split(".").slice(-2).join(".")].map((name, at) => `${at} ${name}`);
  const levelsHad = levels.map((level) => `${level} had`);
  const opener = `${lane} by ${domainOf(by)}`;
  const names = [lane, did, `${lane} ${domain}`, opener];
  const inVain = [`${lane} in vain`, `${opener} in vain`];
  return { lane, did, domain, host, levels, levelsHad, opener, inVain, names };
}

/** A look-up that waits, since when; `look` never rejects, and tells whether it brought a key. */
interface Waiting extends Subject {
  readonly since: number;
  readonly look: (stop: AbortSignal) => Promise<boolean>;
  readonly resolve: (refusal: OapRefusal) => void;
}

/** A look-up that is under way, since when, with all that it takes places of, and what ends it. */
interface Running extends Subject {
  readonly isIdle: boolean;
  readonly isPatient: boolean;
  readonly begun: number;
  readonly stop: AbortController;
}

/** The latest names, so many of all: beyond that the oldest of the domain that has most goes, whose owner made them. */
function namesByDomain() {
  const domains = new Map<string, Map<string, boolean>>();
  let count = 0;
  function remove(domain: string, name: string): void {
    const names = domains.get(domain);
    if (!names?.delete(name)) return;
    count -= 1;
    if (names.size === 0) domains.delete(domain);
  }
  return {
    has: (domain: string, name: string): boolean => domains.get(domain)?.has(name) === true,
    /** Whether it has brought its key. */
    get: (domain: string, name: string): boolean => domains.get(domain)?.get(name) === true,
    delete: remove,
    add(domain: string, name: string, isProven: boolean): void {
      remove(domain, name);
      const names = domains.get(domain) ?? new Map<string, boolean>();
      // The latest comes last.
      domains.delete(domain);
      domains.set(domain, names.set(name, isProven));
      count += 1;
      if (count <= MOST_NAMES) return;
      let [largest, most] = ["", names];
      for (const [one, of] of domains) if (largest === "" || of.size > most.size) [largest, most] = [one, of];
      const [oldest = name] = most.keys();
      remove(largest, oldest);
    },
  };
}

/** How long look-ups took, how much of it was slow, and when the last one ended; both are forgotten by halves. */
interface Spent {
  readonly slow: number;
  readonly all: number;
  readonly at: number;
}

const NOTHING: Spent = { slow: 0, all: 0, at: 0 };

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

/**
 * Who owns a domain has all names below it: two labels, or three where the last two look like `co.uk`. Nobody here
 * has the list of them all. Other DIDs stand for themselves.
 */
function domainOf(did: string): string {
  return OWNED.exec(did)?.[1]?.toLowerCase() ?? did;
}

const OWNED =
  /^did:web:(?:[^:%]*?\.)??([^.:%]+\.(?:(?:com?|net?|org?|ac|edu|gov?)\.[a-z]{2}|[^.:%]+))(?:[:%]|$)/i;

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
const SHARE = 3;

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

/** Chosen: long enough that a thousand domains at ten a second are known again. */
const SLOW_HALF_LIFE_MS = 300_000;

/** Chosen: who has many parties at one domain waits for no longer after a quiet minute. */
const HALF_LIFE_MS = 30_000;

/** Chosen: more than one DID may have opened with, all of which may hang. */
const MOST_WAITING = 256;

/** Chosen: who comes again is the newest, and waits for no more than a place. */
const MOST_WAIT_MS = 3_000;

/** Chosen: eight thousand DIDs and their hosts, some 100 bytes each. */
const MOST_NAMES = 16_000;

/** Chosen: more host names, and domains, than hang anywhere at a time; some 100 bytes each. */
const MOST_HOSTS = 4_000;
