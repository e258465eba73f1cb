/**
 * @module
 * A broken store for each test of the store suite (ST-102): what is wrong with it, as a sentence that goes on
 * after "a store that", and how. Most are mistakes that an adapter's author could make.
 */

import type {
  Commit,
  CommitResult,
  DueClaim,
  Feed,
  FeedHandler,
  FeedOptions,
  MaybePromise,
  NegotiationRow,
  NegotiationStore,
  OutboxRecord,
} from "../../src/ports/index.js";
import type { StoreTestId } from "../../src/testing/stores/lab/index.js";
import { type Overrides, overriding } from "../kit/wrapped-store.js";
import type { MemoryProviderParts } from "./memory-provider.js";

/** What is wrong, and the parts that make it so. */
export type BrokenStore = readonly [what: string, parts: MemoryProviderParts];

/** By the id of the test that has to catch it. */
export const BROKEN_STORES: Readonly<Record<StoreTestId, BrokenStore>> = {
  "TS-01": broken("loses the opening turn", { turns: () => [] }),
  "TS-02": broken("takes a used command for a used id", {
    create: (store, created) => {
      const answer = now(store.create(created));
      return answer.ok || answer.reason !== "duplicate" ? answer : { ...answer, reason: "exists" };
    },
  }),
  "TS-03": broken("takes what was decided on an older version", {
    commit: (store, commit) => {
      const version = now(store.load(commit.id))?.version ?? 0;
      return store.commit({ ...commit, expectedVersion: Math.max(version, commit.expectedVersion) });
    },
  }),
  "TS-04": broken("looks at the version first and writes later", { commit: checkThenAct }),
  "TS-05": broken("says ok to a command that it has already", {
    commit: (store, commit) => {
      const answer = now(store.commit(commit));
      const isDuplicate = !answer.ok && answer.reason === "duplicate";
      return isDuplicate ? { ok: true, version: commit.expectedVersion } : answer;
    },
  }),
  "TS-06": broken("looks for conflicts before duplicates", {
    commit: (store, commit) => {
      const row = now(store.load(commit.id));
      if (row !== null && row.version !== commit.expectedVersion) return { ok: false, reason: "conflict" };
      return store.commit(commit);
    },
  }),
  "TS-07": broken("takes any number for a turn", {
    commit: (store, commit) => {
      const { entry } = commit;
      const turnCount = now(store.load(commit.id))?.turnCount ?? 0;
      if (entry.turnNumber === null) return store.commit(commit);
      return store.commit({ ...commit, entry: { ...entry, turnNumber: turnCount + 1 } });
    },
  }),
  "TS-08": broken("says conflict where there is nothing", {
    commit: (store, commit) => {
      const answer = now(store.commit(commit));
      return !answer.ok && answer.reason === "missing" ? { ok: false, reason: "conflict" } : answer;
    },
  }),
  "TS-09": brokenBy("keeps an exclusive key after the end", () => {
    const holders = new Map<string, string>();
    return {
      create: (store, created) => {
        const key = created.exclusiveKey ?? created.id;
        const holder = holders.get(key);
        if (holder !== undefined && !created.isFinal) return { ok: false, reason: "exclusive", id: holder };
        if (!created.isFinal) holders.set(key, created.id);
        return store.create(created);
      },
    };
  }),
  "TS-10": brokenBy("takes a command id once for all negotiations", () => {
    const known = new Set<string | null>();
    return {
      commit: (store, commit) => {
        const { commandId } = commit.entry;
        if (commandId !== null && known.has(commandId)) return { ok: false, reason: "duplicate" };
        known.add(commandId);
        return store.commit(commit);
      },
    };
  }),
  "TS-11": broken("claims what is due in a millisecond", {
    claimDue: (store, query) => store.claimDue({ ...query, now: query.now + 1 }),
  }),
  "TS-12": broken("ends a lease a millisecond early", {
    claimDue: (store, query) => store.claimDue({ ...query, leaseMs: query.leaseMs - 1 }),
  }),
  "TS-13": brokenBy("keeps the lease when somebody commits", () => {
    const leases = new Map<string, number>();
    return {
      claimDue: (store, query) => {
        const claims = now(store.claimDue(query)).filter(({ id }) => (leases.get(id) ?? 0) <= query.now);
        for (const { id, leaseEndsAt } of claims) leases.set(id, leaseEndsAt);
        return claims;
      },
    };
  }),
  "TS-14": brokenBy("looks at what is due first and leases it later", () => {
    const leases = new Map<string, number>();
    return {
      claimDue: async (store, query) => {
        const claims = dueRows(store, query.now, leases).slice(0, query.limit);
        await undefined;
        for (const { id } of claims) leases.set(id, query.now + query.leaseMs);
        return claims;
      },
    };
  }),
  "TS-15": broken("takes no rooms for all rooms", {
    claimDue: (store, { roomIds, ...query }) =>
      store.claimDue(roomIds === undefined || roomIds.length === 0 ? query : { ...query, roomIds }),
  }),
  "TS-16": brokenBy("leaves leased rows out of the next deadline", () => {
    const leases = new Map<string, number>();
    return {
      claimDue: (store, query) => {
        const claims = now(store.claimDue(query));
        for (const { id, leaseEndsAt } of claims) leases.set(id, leaseEndsAt);
        return claims;
      },
      nextDeadline: (store) => {
        const live = now(store.list({ limit: 100, isFinal: false })).items;
        const free = live.filter(({ id }) => !leases.has(id)).map(({ deadline }) => deadline?.at ?? 0);
        return free.length === 0 ? null : Math.min(...free);
      },
    };
  }),
  "TS-17": broken("keeps JSON with its keys in order, as jsonb does", {
    create: (store, created) => store.create({ ...created, state: keysInOrder(created.state) }),
  }),
  "TS-18": brokenBy("hands out rows of a cache", () => {
    const cache = new Map<string, NegotiationRow | null>();
    return {
      load: (store, id) => {
        if (!cache.has(id)) cache.set(id, now(store.load(id)));
        return cache.get(id) ?? null;
      },
      commit: (store, commit) => {
        cache.clear();
        return store.commit(commit);
      },
    };
  }),
  "TS-19": broken("counts `after` in", {
    entries: (store, id, { after, ...range } = {}) =>
      store.entries(id, after === undefined || after === 0 ? range : { ...range, after: after - 1 }),
  }),
  "TS-20": broken("pages by counting rows", {
    list: (store, { after = "0:", limit, ...query }) => {
      const from = Number.parseInt(after, 10);
      const { items } = now(store.list({ ...query, limit: 1_000 }));
      const next = from + limit < items.length ? `${from + limit}:` : null;
      return { items: items.slice(from, from + limit), next };
    },
  }),
  "TS-21": broken("lists parked turns by their newest change", {
    listParked: (store, query) => {
      const page = now(store.listParked(query));
      return { ...page, items: [...page.items].sort((one, other) => one.updatedAt - other.updatedAt) };
    },
  }),
  "TS-22": broken("keeps the last one of what it trims", {
    trimOutbox: (store, upTo) => store.trimOutbox(String(Number(upTo) - 1)),
  }),
  "TS-23": broken("skips the second event of a commit where a page ends between the two", {
    readOutbox: (store, query) => {
      const records = now(store.readOutbox({ ...query, limit: query.limit + 1 }));
      const [first] = records;
      const isSplit = query.after !== null && first?.index === 1;
      return records.slice(isSplit ? 1 : 0, query.limit);
    },
  }),
  "TS-24": slowPositions(),
  "TS-25": [
    "forgets leases when it is reopened",
    { reopened: (store) => overriding(store, { claimDue: (inner, query) => dueRows(inner, query.now) }) },
  ],
  "TS-26": [
    "sees through a second handle what was there when it was opened",
    {
      second: (store) => {
        const cache = new Map<string, NegotiationRow | null>();
        return overriding(store, {
          load: (inner, id) => {
            if (!cache.has(id)) cache.set(id, now(inner.load(id)));
            return cache.get(id) ?? null;
          },
        });
      },
    },
  ],
  "TS-27": ["confirms a commit before it is written", { writer: oneBehind }],
  "TS-28": broken("does a command again under another name", {
    commit: (store, commit) => {
      const answer = now(store.commit(commit));
      if (answer.ok || answer.reason !== "duplicate") return answer;
      const { version, turnCount } = now(store.load(commit.id)) ?? { version: 0, turnCount: 0 };
      const entry = { ...commit.entry, commandId: "again", turnNumber: turnCount + 1 };
      return store.commit({ ...commit, expectedVersion: version, entry });
    },
  }),
  "TS-29": broken("cuts texts at 64 kB", {
    create: (store, created) => store.create({ ...created, state: cut(created.state) }),
    commit: (store, commit) => store.commit({ ...commit, state: cut(commit.state) }),
  }),
  "TS-30": broken("writes its own schema over that of the row", {
    commit: (store, commit) => store.commit({ ...commit, schema: 1 }),
  }),
  "TS-31": broken("takes a limit of 0 for 1", {
    list: (store, query) => store.list({ ...query, limit: Math.max(query.limit, 1) }),
  }),
  "TS-32": ["answers after it was closed", { staysOpen: true }],
  "TS-33": broken("answers a load later and everything else at once", {
    load: async (store, id) => store.load(id),
  }),
  "TS-34": broken("forgets one of two filters", {
    list: (store, { isFinal, ...query }) =>
      store.list(query.partyId === undefined ? { ...query, isFinal } : query),
  }),
  "TS-35": broken("looks at the version first and writes later", { commit: checkThenAct }),
  "TS-36": broken("loses how a turn was parked", {
    entries: async (store, id, range) =>
      (await store.entries(id, range)).map((entry) =>
        entry.kind === "parked" ? { ...entry, details: { events: [] } } : entry,
      ),
  }),
  "TS-37": broken("prunes what ended at that very instant", {
    prune: (store, query) => store.prune({ ...query, settledBefore: query.settledBefore + 1 }),
  }),
  "TS-40": broken("feeds from the beginning whoever asks for what comes", {
    feed: (store, handler, { after = null, ...options }) => feedOf(store, handler, { ...options, after }),
  }),
  "TS-41": broken("passes over what a handler failed at", {
    feed: (store, handler, options) => {
      const handle: FeedHandler = (records) => {
        try {
          return handler(records);
        } catch (error) {
          options.onError?.(error);
        }
      };
      return feedOf(store, handle, options);
    },
  }),
  "TS-42": broken("feeds the newest of a page first", {
    feed: (store, handler, options) => feedOf(store, (records) => handler(records.toReversed()), options),
  }),
  "TS-43": broken("feeds each event twice", {
    feed: (store, handler, options) => feedOf(store, (records) => handler([...records, ...records]), options),
  }),
};

function broken(what: string, overrides: Overrides): BrokenStore {
  return [what, { data: (store) => overriding(store, overrides) }];
}

/** For what has to remember something: each store begins anew. */
function brokenBy(what: string, overrides: () => Overrides): BrokenStore {
  return [what, { data: (store) => overriding(store, overrides()) }];
}

function feedOf(store: NegotiationStore, handler: FeedHandler, options: FeedOptions): MaybePromise<Feed> {
  if (store.feed === undefined) throw new Error("Expected a store with a feed.");
  return store.feed(handler, options);
}

/** The stores underneath answer at once. */
function now<T>(answer: T | PromiseLike<T>): T {
  return answer as T;
}

async function checkThenAct(store: NegotiationStore, commit: Commit): Promise<CommitResult> {
  const before = now(store.load(commit.id));
  if (before === null || before.version !== commit.expectedVersion) return store.commit(commit);
  await undefined;
  const { version, turnCount } = now(store.load(commit.id)) ?? before;
  const turnNumber =
    commit.entry.turnNumber === before.turnCount + 1 ? turnCount + 1 : commit.entry.turnNumber;
  return store.commit({ ...commit, expectedVersion: version, entry: { ...commit.entry, turnNumber } });
}

function dueRows(
  store: NegotiationStore,
  at: number,
  leases: ReadonlyMap<string, number> = new Map(),
): readonly DueClaim[] {
  return now(store.list({ limit: 1_000, isFinal: false })).items.flatMap(
    ({ id, version, roomId, deadline }) => {
      if (deadline === null || deadline.at > at || (leases.get(id) ?? 0) > at) return [];
      return [{ id, version, roomId, deadline, leaseEndsAt: at + 10_000 }];
    },
  );
}

/** Positions that a slow transaction took when it began, and shows when it ends. */
function slowPositions(): BrokenStore {
  const reserved = new Map<string, number>();
  let taken = 0;
  const position = ({ negotiationId, version, index }: OutboxRecord): number => {
    const key = `${negotiationId}/${version}/${index}`;
    const known = reserved.get(key) ?? ++taken;
    reserved.set(key, known);
    return known;
  };
  return [
    "gives positions when a transaction begins, and shows events when it ends",
    {
      data: (store) => {
        reserved.clear();
        return overriding(store, {
          readOutbox: (inner, { after, limit }) =>
            now(inner.readOutbox({ after: null, limit: 100 }))
              .map((record) => ({ ...record, position: String(position(record)) }))
              .filter((record) => after === null || Number(record.position) > Number(after))
              .sort((one, other) => Number(one.position) - Number(other.position))
              .slice(0, limit),
        });
      },
      slowCommit: async (store, commit, hold) => {
        for (const index of commit.outbox.keys()) {
          reserved.set(`${commit.id}/${commit.expectedVersion + 1}/${index}`, ++taken);
        }
        await hold();
        return store.commit(commit);
      },
    },
  ];
}

/** Writes each commit when the next one comes. */
function oneBehind(store: NegotiationStore): NegotiationStore {
  let pending: Commit | undefined;
  return overriding(store, {
    commit: (inner, commit) => {
      if (pending !== undefined) inner.commit(pending);
      pending = commit;
      return { ok: true, version: commit.expectedVersion + 1 };
    },
  });
}

function keysInOrder<T>(value: T): T {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) as T;
}

function cut<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_, one) => (typeof one === "string" ? one.slice(0, 65_536) : one)),
  );
}
