/**
 * @module
 * What the SQLite store costs against bare statements on the same connection, among 100,000 live negotiations:
 * commits, reads, and whole turns through a service.
 */

import { join } from "node:path";
import { type Negotiation, NegotiationService } from "../src/index.js";
import type { Commit, NegotiationStore } from "../src/ports/index.js";
import type { SqliteHandle } from "../src/stores/sqlite/connection/index.js";
import { openSqliteStore, type SqliteStoreOptions } from "../src/stores/sqlite/index.js";
import { sqliteName } from "../test/stores/sqlite-files.js";
import { type BareSqlite, bareSqlite } from "./bare-sqlite.js";
import { contractAt, filledDatabase, idAt, ROOM, RULES, temporaryFolder } from "./database-files.js";
import { type Contestant, clocked, costOf, inPairs, ratioOf } from "./measure.js";
import { commitOf, KILOBYTES, type Sample } from "./one-kilobyte.js";
import type { Report } from "./report.js";

const ROWS = 100_000;

/** Chosen: as many turns as a talkative negotiation has. */
const TURNS_EACH = 10;

/** Negotiations that move at the same time (ST-107). */
const TOGETHER = 100;

/** Turns in a round: FULL waits for the disk at each. */
const COUNTS = { power: 400, process: 3_000 } as const;

/** BN-1, BN-2, BN-4 (with a memory store to compare), BN-7 and BN-9 of SQLite. */
export async function sqliteReport(memory: () => NegotiationStore): Promise<Report> {
  console.log(`filling a file with ${ROWS} live negotiations (${sqliteName}) ...`);
  const database = await filledDatabase(join(temporaryFolder(), "stores.db"), [
    { roomId: ROOM, count: ROWS },
  ]);
  const { state } = bareSqlite(database) && openSqliteStore({ database }).load(idAt(1))!;
  console.log(
    `payload: a state of ${JSON.stringify(state).length} bytes, a turn of about 1 KB; commits also one event`,
  );
  const world = new World(database);
  const ratios: Record<string, number> = {};
  const figures: Record<string, number> = {};
  for (const durability of ["power", "process"] as const) {
    const name = durability === "power" ? "Full" : "Normal";
    const count = COUNTS[durability];
    const turns = await inPairs(world.wholeTurns(durability), { count });
    ratios[`sqlite${name}ToBare`] = ratioOf(turns, "bare", "service");
    figures[`serviceTurn${name}Us`] = costOf(turns, "service") / 1_000;
    figures[`bareTurn${name}Us`] = costOf(turns, "bare") / 1_000;
    const commits = await inPairs(world.commits(durability, memory), { count });
    ratios[`commit${name}ToRaw`] = ratioOf(commits, "raw", "store");
    figures[`commit${name}Us`] = costOf(commits, "store") / 1_000;
    figures[`rawCommit${name}Us`] = costOf(commits, "raw") / 1_000;
    if (durability === "process") ratios["memoryCommitToSqlite"] = ratioOf(commits, "store", "memory");
    figures["memoryCommitUs"] = costOf(commits, "memory") / 1_000;
  }
  const together = await inPairs(world.turnsTogether(), { count: TOGETHER * TURNS_EACH });
  ratios["groupCommitToSingle"] = ratioOf(together, "single", "grouped");
  figures["groupedTurnFullUs"] = costOf(together, "grouped") / 1_000;
  const reads = await inPairs(world.reads(), { count: 10_000 });
  ratios["loadToRaw"] = ratioOf(reads, "raw", "store");
  figures["loadUs"] = costOf(reads, "store") / 1_000;
  const late = await inPairs(world.lateCommits(), { count: 100 });
  ratios["commitAtTurn1000ToAt10"] = ratioOf(late, "at1000", "at10");
  database.close();
  return {
    ratios,
    figures,
    goals: {
      sqliteFullToBare: "BN-9: at least 0.7",
      sqliteNormalToBare: "BN-9: at least 0.5",
      commitFullToRaw: "BN-1: at least 0.75",
      commitNormalToRaw: "BN-1: at least 0.75",
      memoryCommitToSqlite: "BN-4: at least 10",
      groupCommitToSingle: "ST-107: at least 4 times the turns a second, of 100 at once at FULL",
      loadToRaw: "BN-2: at least 0.7",
      commitAtTurn1000ToAt10: "BN-7: at most 1.5",
    },
  };
}

/** One connection, and negotiations of which each is used by one contestant only. */
class World {
  readonly #database: SqliteHandle;
  readonly #bare: BareSqlite;
  #used = 1;

  constructor(database: SqliteHandle) {
    this.#database = database;
    this.#bare = bareSqlite(database);
  }

  wholeTurns(durability: SqliteStoreOptions["durability"]): readonly Contestant[] {
    const room = roomOver(openSqliteStore({ database: this.#database }, { durability }));
    return [
      {
        name: "service",
        cost: clocked(
          async (_, ids: readonly string[]) => {
            for (let turn = 0; turn < TURNS_EACH; turn += 1) {
              for (const id of ids) await counter(room, id, turn);
            }
          },
          (count) => this.#known(room, count),
        ),
      },
      {
        name: "bare",
        cost: clocked(
          (_, { ids, record }: { ids: readonly string[]; record: Sample }) => {
            for (let turn = 0; turn < TURNS_EACH; turn += 1) {
              for (const id of ids) this.#write(id, turn + 1, record, []);
            }
          },
          async (count) => ({ ids: this.#fresh(count), record: await this.#sample(room) }),
        ),
      },
    ];
  }

  /** All of them move, then all again; each commit waits for the disk, or those that come together. */
  turnsTogether(): readonly Contestant[] {
    const source = { database: this.#database };
    return Object.entries({
      single: roomOver(openSqliteStore(source)),
      grouped: roomOver(openSqliteStore(source, { groupCommitMs: 1 })),
    }).map(([name, room]) => ({
      name,
      cost: clocked(
        async (_, ids: readonly string[]) => {
          for (let turn = 0; turn < TURNS_EACH; turn += 1)
            await Promise.all(ids.map((id) => counter(room, id, turn)));
        },
        (count) => this.#known(room, count),
      ),
    }));
  }

  commits(
    durability: SqliteStoreOptions["durability"],
    memory: () => NegotiationStore,
  ): readonly Contestant[] {
    const store = openSqliteStore({ database: this.#database }, { durability });
    const event = { negotiationId: idAt(0), turnNumber: 2, partyId: "smith", action: "counter" };
    return [
      {
        name: "store",
        cost: clocked(
          (_, commits: readonly Commit[]) => {
            for (const commit of commits) if (!store.commit(commit).ok) throw new Error("Expected ok.");
          },
          (count) => this.#commits(this.#fresh(count), event),
        ),
      },
      {
        name: "raw",
        cost: clocked(
          (_, { ids, record }: { ids: readonly string[]; record: Sample }) => {
            for (let turn = 0; turn < TURNS_EACH; turn += 1) {
              for (const id of ids) this.#write(id, turn + 1, record, [event]);
            }
          },
          (count) => ({ ids: this.#fresh(count), record: KILOBYTES }),
        ),
      },
      {
        name: "memory",
        cost: clocked(
          (_, { commits, inMemory }: { commits: readonly Commit[]; inMemory: NegotiationStore }) => {
            for (const commit of commits) inMemory.commit(commit);
          },
          async (count) => {
            const ids = this.#fresh(count);
            const inMemory = memory();
            for (const id of ids) {
              const row = store.load(id)!;
              const { version, turnCount, updatedAt, ...created } = row;
              const [first] = store.entries(id);
              await inMemory.create({ ...created, entry: first!, outbox: [] });
            }
            return { commits: this.#commits(ids, event), inMemory };
          },
        ),
      },
    ];
  }

  reads(): readonly Contestant[] {
    const store = openSqliteStore({ database: this.#database }, { durability: "process" });
    // The same ones for both, far apart.
    const ids = (count: number): string[] =>
      Array.from({ length: count }, (_, index) => idAt((index * 7_919) % ROWS));
    return [
      {
        name: "store",
        cost: clocked((_, all: readonly string[]) => {
          for (const id of all) {
            const row = store.load(id);
            store.turns(id, { upTo: row?.turnCount ?? 0 });
          }
        }, ids),
      },
      {
        name: "raw",
        cost: clocked((_, all: readonly string[]) => {
          for (const id of all) this.#bare.read(id);
        }, ids),
      },
    ];
  }

  /** Two negotiations, one with 10 turns and one with 1,000, go on. */
  lateCommits(): readonly Contestant[] {
    const store = openSqliteStore({ database: this.#database }, { durability: "process" });
    return [10, 1_000].map((turnCount) => {
      let ids: readonly string[] = [];
      return {
        name: `at${turnCount}`,
        cost: clocked(
          (_, commits: readonly Commit[]) => {
            for (const commit of commits) if (!store.commit(commit).ok) throw new Error("Expected ok.");
          },
          (count) => {
            // Always at that turn: fresh ones each time, brought there without being measured.
            ids = this.#fresh(count);
            for (const commit of this.#commits(ids, null, 1, turnCount - 1)) store.commit(commit);
            return this.#commits(ids, null, turnCount);
          },
        ),
      };
    });
  }

  /** The same, read by the room beforehand. */
  async #known(room: NegotiationService<object>, count: number): Promise<readonly string[]> {
    const ids = this.#fresh(count);
    for (const id of ids) await room.loadNegotiation(id);
    return ids;
  }

  /** As many negotiations as it takes, each with one turn so far. */
  #fresh(count: number): readonly string[] {
    const from = this.#used;
    this.#used += Math.ceil(count / TURNS_EACH);
    if (this.#used > ROWS) throw new Error("Expected more rows.");
    return Array.from({ length: this.#used - from }, (_, index) => idAt(from + index));
  }

  #commits(
    ids: readonly string[],
    event: object | null,
    fromTurn = 1,
    turnCount = TURNS_EACH,
  ): readonly Commit[] {
    const commits: Commit[] = [];
    for (let turn = fromTurn; turn < fromTurn + turnCount; turn += 1) {
      for (const id of ids) commits.push(commitOf(id, turn, event));
    }
    return commits;
  }

  #write(id: string, version: number, { state, turn }: Sample, events: readonly unknown[]): void {
    const commandId = `${id}-${version}`;
    const at = Date.now();
    this.#bare.write({
      id,
      version,
      floor: version % 2 === 0 ? "smith" : "ada",
      at,
      deadlineAt: at + 3_600_000,
      commandId,
      state,
      turn,
      events,
    });
  }

  /** What the service writes, for the bare program to write the like. */
  async #sample(room: NegotiationService<object>): Promise<Sample> {
    // The one that no contestant writes: a program of bare SQL leaves what a room calls damaged.
    const record = (await room.loadNegotiation(idAt(0))) as Negotiation<object>;
    const { turns, ...state } = record;
    return { state, turn: turns.at(-1) ?? null };
  }
}

/** Without a sweep: it would look for what is due in the middle of somebody's round. */
function roomOver(store: NegotiationStore): NegotiationService<object> {
  return new NegotiationService<object>(ROOM, { store, rules: RULES, sweepIntervalMs: 3_600_000 });
}

async function counter(room: NegotiationService<object>, id: string, turn: number): Promise<void> {
  const terms = contractAt(0.001 + turn / 10_000);
  const result = await room.submit(id, turn % 2 === 0 ? "smith" : "ada", { action: "counter", terms });
  if (!result.ok) throw new Error(result.message);
}
