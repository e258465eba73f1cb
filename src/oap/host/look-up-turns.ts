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

/**
 * Lets look-ups wait for their turn: at most 16 at once, 8 of them for openings, so that strangers who open take
 * nothing from parties that negotiate; so many of one DID, of one domain and of negotiations that one DID has opened.
 *
 * Next is whose names were least slow in the last minutes, then whose have taken least time; of these a host that
 * brought a key when it was last asked, then whose opener has fewest under way, then the newest. Names count by their
 * last two labels, then by domain, then by host: whoever owns one has all below it. What has taken a second gives way
 * to what waits, and who waits for long is told to come again. A host name that was slow, or brought no key, shares
 * half of a lane with all such. So each domain that hangs takes a second from the others, and then comes after them.
 */
export function lookUpTurns(
  clock: Clock,
): <T extends KeyResult>(
  lane: Lane,
  did: string,
  opener: string,
  look: (stop: AbortSignal) => Promise<T | undefined>,
) => Promise<T | OapRefusal | undefined> {
  const counts = new Map<string, number>();
  /** By opener, whatever else they count as. */
  const loads = new Map<string, number>();
  /** By host name, whether the last look-up was slow or in vain. */
  const idle = new Map<string, boolean>();
  const spent = new Map<string, Spent>();
  let waiting: readonly Waiting[] = [];
  let running: readonly Running[] = [];
  let timer: unknown;
  const isFull = (name: string, at: number): boolean => (counts.get(name) ?? 0) >= (MOST[at] ?? 0);
  const isIdle = ({ host }: Subject): boolean => idle.get(host) === true;
  /** Of what it takes a place. */
  const namesOf = (subject: Subject): readonly string[] => {
    const { lane, did, domain, opener } = subject;
    return [lane, did, `${lane} ${domain}`, isIdle(subject) ? `${lane} in vain` : opener];
  };
  const msSince = (at: number): number => Math.max(0, clock.now() - at);
  const spentOf = (level: string): Spent => {
    const { slow = 0, all = 0, at = 0 } = spent.get(level) ?? {};
    const left = (halfLifeMs: number): number => 0.5 ** (msSince(at) / halfLifeMs);
    return { slow: slow * left(SLOW_HALF_LIFE_MS), all: all * left(HALF_LIFE_MS), at };
  };

  /** With what is under way. */
  const tookOf = (level: string, at: number): Spent =>
    running
      .filter(({ levels }) => levels[at] === level)
      .reduce((sum, { begun }) => withMs(sum, msSince(begun)), spentOf(level));

  function rankOf({ levels, host, opener }: Subject): readonly number[] {
    const took = levels.map(tookOf);
    const known = idle.get(host);
    return [
      ...took.map(({ slow }) => Math.floor(slow / QUICK_MS)),
      ...took.map(({ all }) => Math.floor(all / QUICK_MS)),
      known === undefined ? 1 : 2 * Number(known),
      loads.get(opener) ?? 0,
    ];
  }

  async function next(): Promise<void> {
    const free = waiting.filter((one) => !namesOf(one).some(isFull));
    const ranked = free.reverse().map((one) => ({ one, rank: rankOf(one) }));
    const first = ranked.sort(({ rank }, other) => compareRanks(rank, other.rank))[0]?.one;
    if (first === undefined) return press();
    const { host, levels, opener } = first;
    const names = namesOf(first);
    const run = { ...first, names, isIdle: isIdle(first), begun: clock.now(), stop: new AbortController() };
    waiting = waiting.filter((one) => one !== first);
    running = [...running, run];
    for (const name of names) tally(counts, name, 1);
    tally(loads, opener, 1);
    press();
    const isFound = await first.look(run.stop.signal);
    const ms = msSince(run.begun);
    keepLatest(idle, host, !isFound || ms >= PATIENCE_MS, MOST_HOSTS);
    for (const level of levels) {
      keepLatest(spent, level, { ...withMs(spentOf(level), ms), at: clock.now() }, 2 * MOST_HOSTS);
    }
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
    const late = waiting.filter(({ since }) => clock.now() - since >= MOST_WAIT_MS);
    for (const one of late) letGo(one);
    const wanted = waiting.filter((one) => !isIdle(one)).map(namesOf);
    const isInTheWay = (run: Running): boolean =>
      wanted.some((names) =>
        names.some((name, at) => isFull(name, at) && run.names[at] === name && (at > 0 || !run.isIdle)),
      );
    const oldest = running.find((run) => !run.stop.signal.aborted && isInTheWay(run));
    const ends = [
      ...waiting.slice(0, 1).map(({ since }) => since + MOST_WAIT_MS),
      ...(oldest ? [oldest.begun + PATIENCE_MS] : []),
    ];
    if (ends.length === 0) return;
    const left = Math.min(...ends) - clock.now();
    if (left > 0) timer = clock.setTimeout(press, left);
    else oldest?.stop.abort();
  }

  function letGo(one: Waiting): void {
    waiting = waiting.filter((other) => other !== one);
    one.resolve(oapRefusal("queue_full", `at most ${MOST_WAITING} look-ups at once, for a short time`));
  }

  /** Lets go who is one too many: the first of those that most wait for the same. */
  function crowdOut(lane: Lane): void {
    const line = waiting.filter((one) => one.lane === lane);
    if (line.length <= MOST_WAITING) return;
    const crowds = new Map<string, number>();
    for (const one of line) for (const name of namesOf(one)) tally(crowds, name, 1);
    const crowdOf = (one: Waiting): number =>
      namesOf(one).reduce((sum, name) => sum + (crowds.get(name) ?? 0), 0);
    letGo(line.reduce((worst, one) => (crowdOf(one) > crowdOf(worst) ? one : worst)));
  }

  return (lane, did, by, look) =>
    new Promise((resolve) => {
      const host = did.split(/[:%]/)[2]?.toLowerCase() ?? did;
      const domain = domainOf(did);
      // Whoever owns `co.de` has all that looks like domains below it.
      const levels = [host.split(".").slice(-2).join("."), domain, host].map((name, at) => `${at} ${name}`);
      const subject = { lane, did, host, domain, levels, opener: `${lane} by ${domainOf(by)}` };
      const looking = async (stop: AbortSignal): Promise<boolean> => {
        const found = await look(stop);
        resolve(found);
        return found?.ok === true;
      };
      waiting = [...waiting, { ...subject, since: clock.now(), resolve, look: looking }];
      crowdOut(lane);
      next();
    });
}

/** How long look-ups took, how much of it was slow, and when the last one ended; both are forgotten by halves. */
interface Spent {
  readonly slow: number;
  readonly all: number;
  readonly at: number;
}

/** A clock that jumps has made nobody slow. */
function withMs({ slow, all, at }: Spent, ms: number): Spent {
  const took = Math.min(ms, MOST_MS);
  return { slow: slow + Math.max(0, took - QUICK_MS), all: all + took, at };
}

/** Whose key is looked up, and for whom. */
interface Subject {
  readonly lane: Lane;
  readonly did: string;
  readonly host: string;
  readonly domain: string;
  /** The last two labels of its host name, its domain, and the whole. */
  readonly levels: readonly string[];
  readonly opener: string;
}

/** A look-up that waits, since when; `look` never rejects, and tells whether it brought a key. */
interface Waiting extends Subject {
  readonly since: number;
  readonly look: (stop: AbortSignal) => Promise<boolean>;
  readonly resolve: (refusal: OapRefusal) => void;
}

/** A look-up that is under way, since when, with what it takes places of, and what ends it. */
interface Running extends Subject {
  readonly names: readonly string[];
  readonly isIdle: boolean;
  readonly begun: number;
  readonly stop: AbortController;
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
 * OAP-54: at once of a lane, a DID, a domain and an opener. Chosen of these the last, half of a lane: who opens with many
 * should not wait for one of them.
 */
const MOST = [8, 2, 2, 4] as const;

/** Chosen: a fifth of what a look-up may take; sound servers answer sooner from anywhere. */
const PATIENCE_MS = 1_000;

/** Chosen: sound servers answer sooner, and differ by less. */
const QUICK_MS = 250;

/** As long as a look-up may take. */
const MOST_MS = 5_000;

/** Chosen: long enough that a thousand domains at ten a second are known again. */
const SLOW_HALF_LIFE_MS = 300_000;

/** Chosen: who has many parties at one domain, and answers at once, waits for no longer after a quiet minute. */
const HALF_LIFE_MS = 30_000;

/** Chosen: more than one DID may have opened with, all of which may hang. */
const MOST_WAITING = 256;

/** Chosen: who comes again is the newest, and waits for no more than a place. */
const MOST_WAIT_MS = 3_000;

/** Chosen: more host names, and domains, than hang anywhere at a time; some 100 bytes each. */
const MOST_HOSTS = 4_000;
