/**
 * @module
 * Whose keys a host has had, so that nobody makes it forget others by making up names.
 */

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
