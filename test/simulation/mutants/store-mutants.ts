/**
 * @module
 * Mistakes of stores, and of whoever uses two writes where there should be one.
 */

import type { Deadline } from "../../../src/core/deadlines/index.js";
import type {
  Commit,
  CreateResult,
  DueClaim,
  NegotiationRow,
  OutboxRecord,
} from "../../../src/ports/index.js";
import { storeWith } from "../../kit/wrapped-store.js";
import { liveness, type Mutant, safety } from "./mutant.js";
import { rowIn, unfenced } from "./wrapped-store.js";

export const storeMutants: readonly Mutant[] = [
  {
    name: "noVersionCheck",
    seenIn: "boardgame.io, LangGraph's checkpointers: the last write wins",
    expected: ["I1", "I3", "I10"],
    worlds: safety("room"),
    mutations: () => ({
      truth: (store) => storeWith(store, { commit: (commit) => store.commit(unfenced(store, commit)) }),
    }),
  },
  {
    name: "deadlineBesideCommit",
    seenIn: "Index Network: the state first, the deadline in a second write",
    expected: ["I5"],
    worlds: safety("room"),
    mutations: () => {
      const written = new Map<string, Deadline | null>();
      return {
        truth: (store) =>
          storeWith(store, {
            load: (id) => {
              const row = rowIn(store, id);
              return row === null ? null : { ...row, deadline: written.get(id) ?? row.deadline };
            },
            commit: (commit) => {
              const row = rowIn(store, commit.id);
              if (row !== null && !written.has(commit.id)) written.set(commit.id, row.deadline);
              return store.commit(commit);
            },
          }),
        store: (line) =>
          storeWith(line, {
            commit: async (commit) => {
              const result = await line.commit(commit);
              // The second write goes over the same line, and may get lost there.
              await line.nextDeadline();
              if (result.ok) written.set(commit.id, commit.deadline);
              return result;
            },
          }),
      };
    },
  },
  {
    name: "leaseForever",
    seenIn: "Index Network: 'working' without a timer",
    expected: ["I5"],
    worlds: liveness("oap", "unlimited", "room"),
    // Whoever comes along and looks at the negotiation lets its deadline take effect.
    without: [
      "clientOutOfTurn",
      "clientStranger",
      "clientOldReplyTo",
      "operatorClose",
      "operatorRestart",
      "operatorTakeover",
    ],
    mutations: () => ({
      truth: (store) =>
        storeWith(store, {
          claimDue: (query) => store.claimDue({ ...query, leaseMs: 8_000_000_000_000_000 }),
        }),
      // As the port allows, every wake-up of this process is lost: else the sweep's would hardly be missed.
      timer: (timer) => ({
        arm: () => {},
        disarm: (id) => timer.disarm(id),
        start: (handler, scope) => timer.start(handler, scope),
      }),
    }),
  },
  {
    name: "deadlineKeptOnFinal",
    seenIn: "a final row that sweeps find for ever",
    expected: ["I5"],
    worlds: safety("room"),
    mutations: () => {
      const last = new Map<string, Deadline | null>();
      const kept = (row: NegotiationRow | null): NegotiationRow | null =>
        row?.isFinal === true ? { ...row, deadline: last.get(row.id) ?? null } : row;
      return {
        truth: (store) =>
          storeWith(store, {
            load: (id) => kept(rowIn(store, id)),
            commit: (commit) => {
              const row = rowIn(store, commit.id);
              if (row?.deadline != null) last.set(commit.id, row.deadline);
              return store.commit(commit);
            },
          }),
      };
    },
  },
  {
    name: "fallbackWithoutClaim",
    seenIn: "Index Network: the model runs first, its turn is appended without a version check",
    expected: ["I1", "I2"],
    worlds: safety("index", "room", "index-2026-04"),
    mutations: () => ({
      truth: (store) =>
        storeWith(store, {
          commit: (commit) => store.commit(isOfFallback(commit) ? unfenced(store, commit) : commit),
        }),
    }),
  },
  {
    name: "outboxCursorSkips",
    seenIn: "any serial column: positions are given at the start of a transaction, rows seen at its end",
    expected: ["I6"],
    worlds: safety("room"),
    mutations: () => {
      const isHidden = new Set<string>();
      const isSeen = new Set<string>();
      // A transaction in seven is still open when its rows are first asked for.
      const isVisible = ({ negotiationId, version, position }: OutboxRecord): boolean => {
        const commit = `${negotiationId} ${version}`;
        if (isSeen.has(commit) || Number(position) % 7 !== 0) {
          if (isHidden.delete(commit)) return false;
          isSeen.add(commit);
          return true;
        }
        isHidden.add(commit);
        isSeen.add(commit);
        return false;
      };
      return {
        truth: (store) =>
          storeWith(store, {
            readOutbox: (query) => (store.readOutbox(query) as readonly OutboxRecord[]).filter(isVisible),
          }),
      };
    },
  },
  {
    name: "exclusiveKeyIgnored",
    seenIn: "two creations that race, each of which found the room free",
    expected: ["I7"],
    worlds: safety("room"),
    mutations: () => {
      const unlocked = new Map<string, string | null>();
      return {
        truth: (store) =>
          storeWith(store, {
            load: (id) => {
              const row = rowIn(store, id);
              const exclusiveKey = unlocked.get(id);
              return row === null || exclusiveKey === undefined ? row : { ...row, exclusiveKey };
            },
            create: (negotiation) => {
              const result = store.create(negotiation) as CreateResult;
              if (result.ok || result.reason !== "exclusive") return result;
              unlocked.set(negotiation.id, negotiation.exclusiveKey);
              return store.create({ ...negotiation, exclusiveKey: null });
            },
          }),
      };
    },
  },
  {
    name: "leaseMovesDeadline",
    seenIn: "job tables that lease a row by writing a later due time into it",
    expected: ["I10"],
    worlds: safety("room", "index"),
    mutations: () => {
      const moved = new Map<string, Deadline>();
      return {
        truth: (store) =>
          storeWith(store, {
            load: (id) => {
              const row = rowIn(store, id);
              const deadline = moved.get(id);
              return row === null || deadline === undefined ? row : { ...row, deadline };
            },
            commit: (commit) => {
              const result = store.commit(commit) as ReturnType<typeof store.commit> & {
                readonly ok: boolean;
              };
              if (result.ok) moved.delete(commit.id);
              return result;
            },
            claimDue: (query) => {
              const claims = store.claimDue(query) as readonly DueClaim[];
              for (const { id, deadline, leaseEndsAt } of claims) {
                moved.set(id, { ...deadline, at: leaseEndsAt });
              }
              return claims;
            },
          }),
      };
    },
  },
];

function isOfFallback({ entry }: Commit): boolean {
  return (entry.turn as { readonly source?: string } | null)?.source === "fallback";
}
