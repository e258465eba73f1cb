/**
 * @module
 * What a look-up of a key counts as, by names that their owners have and by names that anybody makes up; and whose keys were
 * had, so that nobody makes a host forget others by making up names.
 */

/** Openings, and documents of live negotiations. */
export type Lane = "open" | "message";

/** Whose key is looked up, and for whom. */
export interface Subject {
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

/** What a look-up of that DID counts as, for what `by` has opened. */
export function subjectOf(lane: Lane, did: string, by: string): Subject {
  const host = /^did:web:([^:%]+)/i.exec(did)?.[1]?.toLowerCase() ?? did;
  const domain = domainOf(did);
  const levels = [domain, host, host.split(".").slice(-2).join(".")].map((name, at) => `${at} ${name}`);
  const levelsHad = levels.map((level) => `${level} had`);
  const opener = `${lane} by ${domainOf(by)}`;
  const names = [lane, did, `${lane} ${domain}`, opener];
  const inVain = [`${lane} in vain`, `${opener} in vain`];
  return { lane, did, domain, host, levels, levelsHad, opener, inVain, names };
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

/** Names of domains, each with how its key came last. */
export interface KnownNames {
  has(domain: string, name: string): boolean;
  get(domain: string, name: string): number | undefined;
  add(domain: string, name: string, value: number): void;
  delete(domain: string, name: string): void;
}

/** The latest names, so many of all: beyond that the oldest of the domain that has most goes, whose owner made them. */
export function knownNames(): KnownNames {
  const domains = new Map<string, Map<string, number>>();
  let count = 0;
  function remove(domain: string, name: string): void {
    const names = domains.get(domain);
    if (!names?.delete(name)) return;
    count -= 1;
    if (names.size === 0) domains.delete(domain);
  }
  return {
    has: (domain, name) => domains.get(domain)?.has(name) === true,
    get: (domain, name) => domains.get(domain)?.get(name),
    delete: remove,
    add(domain, name, value) {
      remove(domain, name);
      const names = domains.get(domain) ?? new Map<string, number>();
      // The latest comes last.
      domains.delete(domain);
      domains.set(domain, names.set(name, value));
      count += 1;
      if (count <= MOST_NAMES) return;
      let [largest, most] = ["", names];
      for (const [one, of] of domains) if (largest === "" || of.size > most.size) [largest, most] = [one, of];
      const [oldest = name] = most.keys();
      remove(largest, oldest);
    },
  };
}

/** Chosen: eight thousand DIDs and their hosts, some 100 bytes each. */
const MOST_NAMES = 16_000;
