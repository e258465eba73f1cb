/**
 * @module
 * Whose key a look-up is for, by names that their owners have and by names that anybody makes up; and whose keys were
 * had, so that nobody makes a host forget others by making up names.
 */

import { keepLatest } from "../runtime/index.js";

/** Openings, and documents of live negotiations. */
export type Lane = "open" | "message";

/**
 * What is known of a key: that it was had within a second, or later; that its domain has brought others; nothing; or that it was not there after a
 * second. It is the key that counts, since anybody can ask in a DID's name for one that it has not.
 */
export type Kind = "quick" | "slow" | "kin" | "new" | "late";

/** Whose key is looked up, and for whom. */
export interface Subject {
  readonly lane: Lane;
  readonly kind: Kind;
  /** Whether it was had. */
  readonly isSeen: boolean;
  readonly kid: string;
  readonly domain: string;
  /** The domain, the host name, and its last two labels: who owns `co.de` has all that looks like domains below it. */
  readonly levels: readonly string[];
  /** How long it took last, in ms, or 0. */
  readonly tookMs: number;
  /** Of what it takes a place, and how many of these there are. */
  readonly bounds: readonly (readonly [name: string, most: number])[];
  /** Its kind in its lane, which has places of its own. */
  readonly laneKind: string;
  /** Of the lane: the domain that opened what it is for, and its own. */
  readonly forOpener: string;
  readonly ofDomain: string;
}

/** What is known of keys. */
export interface KnownKeys {
  /** What a look-up of that key counts as, for what `opener` has opened. */
  subjectOf(lane: Lane, kid: string, opener: string): Subject;
  /** That it was had, or not, in so many ms. */
  note(subject: Subject, isFound: boolean, ms: number): void;
}

/** Chosen: a fifth of what a look-up may take; sound servers answer sooner from anywhere. */
export const QUICK_MS = 1_000;

/** Nothing known yet. */
export function knownKeys(): KnownKeys {
  /** How long keys took last, in ms, of each domain. */
  const domains = new Map<string, Map<string, number>>();
  /** How long was waited last, in ms, for keys that nobody has seen: these push out only each other. */
  const late = new Map<string, number>();
  let count = 0;

  /** Keeps the latest names, so many of all: beyond that the oldest of the domain that has most goes, whose owner made them. */
  function keep(domain: string, name: string, ms: number): void {
    const names = domains.get(domain) ?? new Map<string, number>();
    if (!names.delete(name)) count += 1;
    // The latest comes last.
    domains.delete(domain);
    domains.set(domain, names.set(name, ms));
    if (count <= MOST_NAMES) return;
    let [largest, most] = [domain, names];
    for (const [one, of] of domains) if (of.size > most.size) [largest, most] = [one, of];
    const [oldest = name] = most.keys();
    most.delete(oldest);
    if (most.size === 0) domains.delete(largest);
    count -= 1;
  }

  return {
    subjectOf(lane, kid, by) {
      const did = kid.slice(0, kid.indexOf("#"));
      const host = /^did:web:([^:%]+)/i.exec(did)?.[1]?.toLowerCase() ?? did;
      const domain = domainOf(did);
      const names = domains.get(domain);
      const hadMs = names?.get(kid);
      const tookMs = hadMs ?? late.get(kid) ?? 0;
      const unseen = tookMs > 0 ? "late" : names === undefined ? "new" : "kin";
      const kind = hadMs === undefined ? unseen : hadMs < QUICK_MS ? "quick" : "slow";
      const laneKind = `${lane} ${kind}`;
      const [forOpener, ofDomain] = [`${lane} for ${domainOf(by)}`, `${lane} of ${domain}`];
      const isSeen = hadMs !== undefined;
      const bounds: Subject["bounds"] = [
        [did, MOST_OF_OWNER],
        [`${laneKind} ${domain}`, MOST_OF_OWNER],
        // Who asks in its name for keys that it has not leaves it a place, where it may have one that was had.
        ...(isSeen || names === undefined ? [] : [[`${did} unseen`, MOST_OF_OWNER / 2] as const]),
        ...(kind === "new" || kind === "kin" ? [[`${forOpener} unseen`, MOST_UNSEEN] as const] : []),
        ...(kind === "late" ? [[`${forOpener} late`, MOST_LATE] as const] : []),
      ];
      const levels = [domain, host, host.split(".").slice(-2).join(".")].map((name, at) => `${at} ${name}`);
      return { lane, kind, isSeen, kid, domain, levels, tookMs, bounds, laneKind, forOpener, ofDomain };
    },
    note({ domain, kid, isSeen, tookMs }, isFound, ms) {
      late.delete(kid);
      if (isFound) return keep(domain, kid, ms);
      // It may bring its key when it has more time, or when its server is back.
      const mostMs = Math.max(ms, tookMs);
      if (isSeen) keep(domain, kid, mostMs);
      else if (mostMs >= QUICK_MS) keepLatest(late, kid, mostMs, MOST_NAMES / 2);
    },
  };
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

/** OAP-54: of a DID; chosen: of a domain among keys of a kind as well. */
const MOST_OF_OWNER = 2;

/** Chosen: of what one opener names, half of a lane; and of that which was late a quarter. */
const MOST_UNSEEN = 4;
const MOST_LATE = 2;

/** Chosen: more keys than are asked for in a day, some 100 bytes each. */
const MOST_NAMES = 16_000;
