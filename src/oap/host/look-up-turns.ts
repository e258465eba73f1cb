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
 * Whose opener has fewest under way is next, and of these the newest; who waits for long is told to come again. What
 * has taken a second gives way to what waits. A host name that was slow, or brought no key, counts from then on as
 * of one opener with all such: so who hangs takes nothing from the others but that second, once.
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
  let waiting: readonly Waiting[] = [];
  let running: readonly Running[] = [];
  let timer: unknown;
  const countOf = (name: string): number => counts.get(name) ?? 0;
  const isFull = (name: string, at: number): boolean => countOf(name) >= (MOST[at] ?? 0);
  const isIdle = ({ names: [lane, , , by] }: Pick<Running, "names">): boolean => by === idly(lane);

  /** Hosts that brought a key come first, and those that did not last; then it goes by what their openers have under way. */
  const rankOf = ({ host, opener }: Waiting): number => {
    const known = idle.get(host);
    return (known === undefined ? MOST[0] : 2 * MOST[0] * Number(known)) + (loads.get(opener) ?? 0);
  };

  async function next(): Promise<void> {
    const free = waiting.filter(({ names }) => !names.some(isFull));
    const [first] = free.reverse().sort((one, other) => rankOf(one) - rankOf(other));
    if (first === undefined) return press();
    const { names, opener, host } = first;
    const run = { names, begun: clock.now(), stop: new AbortController() };
    waiting = waiting.filter((one) => one !== first);
    running = [...running, run];
    for (const name of names) tally(counts, name, 1);
    tally(loads, opener, 1);
    press();
    const isFound = await first.look(run.stop.signal);
    keepLatest(idle, host, !isFound || clock.now() - run.begun >= PATIENCE_MS, MOST_HOSTS);
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
    const isInTheWay = (run: Running): boolean =>
      waiting.some(
        (one) =>
          !isIdle(one) &&
          one.names.some(
            (name, at) => isFull(name, at) && run.names[at] === name && (at > 0 || !isIdle(run)),
          ),
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
    const line = waiting.filter(({ names }) => names[0] === lane);
    if (line.length <= MOST_WAITING) return;
    const crowds = new Map<string, number>();
    for (const { names } of line) for (const name of names) tally(crowds, name, 1);
    const crowdOf = ({ names }: Waiting): number =>
      names.reduce((sum, name) => sum + (crowds.get(name) ?? 0), 0);
    letGo(line.reduce((worst, one) => (crowdOf(one) > crowdOf(worst) ? one : worst)));
  }

  return (lane, did, by, look) =>
    new Promise((resolve) => {
      const host = did.split(/[:%]/, 3).join(":");
      const opener = `${lane} by ${domainOf(by)}`;
      const names = [lane, did, `${lane} ${domainOf(did)}`, idle.get(host) ? idly(lane) : opener] as const;
      const looking = async (stop: AbortSignal): Promise<boolean> => {
        const found = await look(stop);
        resolve(found);
        return found?.ok === true;
      };
      waiting = [...waiting, { names, opener, host, since: clock.now(), resolve, look: looking }];
      crowdOut(lane);
      next();
    });
}

const idly = (lane: Lane): string => `${lane} in vain`;

type Names = readonly [lane: Lane, did: string, domain: string, by: string];

/** A look-up that waits, since when; `look` never rejects, and tells whether it brought a key. */
interface Waiting {
  readonly names: Names;
  readonly opener: string;
  readonly host: string;
  readonly since: number;
  readonly look: (stop: AbortSignal) => Promise<boolean>;
  readonly resolve: (refusal: OapRefusal) => void;
}

/** A look-up that is under way, since when, and what ends it. */
interface Running {
  readonly names: Names;
  readonly begun: number;
  readonly stop: AbortController;
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

/** Chosen: more than one DID may have opened with, all of which may hang. */
const MOST_WAITING = 256;

/** Chosen: who comes again is the newest, and waits for no more than a place. */
const MOST_WAIT_MS = 3_000;

/** Chosen: more host names than hang anywhere at a time; some 100 bytes each. */
const MOST_HOSTS = 4_000;
