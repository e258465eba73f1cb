/**
 * @module
 * What the PostgreSQL store costs against bare statements on the same server, among 100,000 live negotiations:
 * commits and whole turns, on one connection and on many, and the leases of what is due.
 */

import pg from "pg";
import { type Negotiation, NegotiationService } from "../src/index.js";
import type { Commit } from "../src/ports/index.js";
import { systemClock } from "../src/store.js";
import { openPostgresStore, type PostgresStore } from "../src/stores/postgres/index.js";
import { startPostgres } from "../test/provide-postgres.js";
import { type BarePostgres, barePostgres } from "./bare-postgres.js";
import type { BareTurn } from "./bare-sqlite.js";
import { contractAt, idAt, ROOM, RULES } from "./database-files.js";
import { type Contestant, clocked, costOf, inPairs, ratioOf } from "./measure.js";
import { commitOf, KILOBYTES, type Sample } from "./one-kilobyte.js";
import type { Report } from "./report.js";

const ROWS = 100_000;
const TURNS_EACH = 10;
/** Turns in a round, on one connection and on many: many short rounds, since the server shares the processors. */
const COUNTS = { 1: 400, 16: 1_600 } as const;
const ROUNDS = 15;
/** Rows that are leased in a round. */
const LEASES = 4_000;
/** Chosen: the sweep's own page. */
const LEASE_PAGE = 100;

/** BN-3, BN-8 and BN-9 of PostgreSQL. The server goes when all is measured. */
export async function postgresReport(): Promise<Report> {
  const server = await startPostgres();
  const schemaName = `bench_${process.pid}`;
  const connect = (max: number): pg.Pool => {
    const options = `-c search_path=${schemaName}`;
    const pool = new pg.Pool({ connectionString: server.url, max, idleTimeoutMillis: 0, options });
    // The server may end before a connection does; what matters rejects where it was asked.
    return pool.on("error", () => {});
  };
  const pools = { 1: connect(1), 8: connect(8), 16: connect(16) };
  try {
    await pools[1].query(`CREATE SCHEMA ${schemaName}`);
    console.log(`filling a server with ${ROWS} live negotiations (pg on PostgreSQL, fsync as it is) ...`);
    const world = new World(await filledStore(pools[1]));
    const ratios: Record<string, number> = {};
    const figures: Record<string, number> = {};
    for (const connections of [1, 16] as const) {
      const count = COUNTS[connections];
      const commits = await inPairs(await world.commits(pools[connections], connections), {
        count,
        rounds: ROUNDS,
      });
      const name = `At${connections}`;
      ratios[`postgresCommitToBare${name}`] = ratioOf(commits, "bare", "store");
      ratios[`postgresCommitToThree${name}`] = ratioOf(commits, "three", "store");
      figures[`postgresCommits${name}PerSecond`] = 1e9 / costOf(commits, "store");
      figures[`postgresBare${name}PerSecond`] = 1e9 / costOf(commits, "bare");
    }
    const turns = await inPairs(await world.wholeTurns(pools[16], 16), { count: COUNTS[16], rounds: ROUNDS });
    ratios["postgresToBare"] = ratioOf(turns, "bare", "service");
    figures["postgresTurnsPerSecond"] = 1e9 / costOf(turns, "service");
    figures["postgresBareTurnsPerSecond"] = 1e9 / costOf(turns, "bare");
    const leases = await inPairs(await world.leases(pools[8], 8), { count: LEASES, rounds: 9 });
    ratios["postgresLeaseToCommit"] = ratioOf(leases, "commit", "lease");
    figures["postgresLeasesPerSecond"] = 1e9 / costOf(leases, "lease");
    return { ratios, figures, goals: GOALS };
  } finally {
    await pools[1].query(`DROP SCHEMA IF EXISTS ${schemaName} CASCADE`);
    await Promise.all(Object.values(pools).map((pool) => pool.end()));
    await server.stop();
  }
}

const GOALS = {
  postgresToBare: "BN-9: at least 0.7",
  postgresCommitToBareAt1: "BN-3: at least 0.8",
  postgresCommitToBareAt16: "BN-3: at least 0.8",
  postgresCommitToThreeAt1: "BN-3: at least 1.2",
  postgresCommitToThreeAt16: "BN-3: at least 1.2",
  postgresLeaseToCommit: "BN-8: at least 5",
} as const;

/** One that the engine made, and copies of it, each with its id wherever that stands. */
async function filledStore(pool: pg.Pool): Promise<Negotiation<object>> {
  const store = await openPostgresStore({ client: pool });
  const room = new NegotiationService<object>(ROOM, { store, rules: RULES, sweepIntervalMs: 3_600_000 });
  const creation = { id: idAt(0), commandId: `${idAt(0)}-create` };
  const record = await room.createNegotiation("ada", "smith", contractAt(0.0008), creation);
  room.destroy();
  for (const table of ["concordat_negotiation", "concordat_entry"]) {
    const { rows } = await pool.query<{ name: string; type: string }>(
      "SELECT column_name AS name, data_type AS type FROM information_schema.columns " +
        "WHERE table_schema = current_schema() AND table_name = $1",
      [table],
    );
    const values = rows.map(({ name, type }) =>
      type === "text" ? `replace(${name}, '${idAt(0)}', 'neg_' || lpad(n::text, 7, '0'))` : name,
    );
    await pool.query(
      `INSERT INTO ${table} (${rows.map(({ name }) => name)}) ` +
        `SELECT ${values} FROM ${table}, generate_series(1, ${ROWS - 1}) AS n`,
    );
    await pool.query(`VACUUM ANALYZE ${table}`);
  }
  return record;
}

/** Negotiations of which each is used by one contestant only. */
class World {
  readonly #sample: Sample;
  #used = 1;

  constructor({ turns, ...state }: Negotiation<object>) {
    this.#sample = { state, turn: turns[0] ?? null };
  }

  /** BN-3. */
  async commits(pool: pg.Pool, connections: number): Promise<readonly Contestant[]> {
    const store = await openPostgresStore({ client: pool });
    const bare = barePostgres(pool);
    return [
      this.#byStore(store, connections),
      this.#byHand("bare", bare.write, connections),
      this.#byHand("three", bare.writeInThree, connections),
    ];
  }

  /** BN-9. */
  async wholeTurns(pool: pg.Pool, connections: number): Promise<readonly Contestant[]> {
    const store = await openPostgresStore({ client: pool });
    const room = new NegotiationService<object>(ROOM, { store, rules: RULES, sweepIntervalMs: 3_600_000 });
    const bare = barePostgres(pool);
    return [
      {
        name: "service",
        cost: clocked(
          (_, rounds: Rounds<Place>) =>
            inParallel(rounds, connections, async ({ id, turn }) => {
              const party = turn % 2 === 1 ? "smith" : "ada";
              const terms = contractAt(0.001 + turn / 10_000);
              const result = await room.submit(id, party, { action: "counter", terms });
              if (!result.ok) throw new Error(result.message);
            }),
          async (count) => {
            const ids = this.#fresh(count);
            for (const id of ids) await room.loadNegotiation(id);
            return roundsOf(ids, (id, turn) => ({ id, turn }));
          },
        ),
      },
      {
        name: "bare",
        cost: clocked(
          (_, rounds: Rounds<BareTurn>) => inParallel(rounds, connections, bare.write),
          (count) => roundsOf(this.#fresh(count), (id, turn) => turnOf(id, turn, this.#sample, [])),
        ),
      },
    ];
  }

  /** BN-8: everything is due at an instant that is far enough off, and again at a later one. */
  async leases(pool: pg.Pool, connections: number): Promise<readonly Contestant[]> {
    const store = await openPostgresStore({ client: pool });
    const leaseMs = 3_600_000;
    let now = systemClock.now() + 24 * leaseMs;
    return [
      {
        name: "lease",
        cost: clocked(async (count) => {
          const seen = new Set<string>();
          let leased = 0;
          const lease = async (): Promise<void> => {
            while (leased < count) {
              leased += LEASE_PAGE;
              const due = await store.claimDue({ now, limit: LEASE_PAGE, leaseMs, maxSchema: 1 });
              if (due.length !== LEASE_PAGE) throw new Error(`Expected a full page, got ${due.length}.`);
              for (const { id } of due) seen.add(id);
            }
          };
          await Promise.all(Array.from({ length: connections }, lease));
          if (seen.size !== count) throw new Error(`Expected ${count} rows, each once, got ${seen.size}.`);
          now += 2 * leaseMs;
        }),
      },
      { ...this.#byStore(store, connections), name: "commit" },
    ];
  }

  #byStore(store: PostgresStore, connections: number): Contestant {
    return {
      name: "store",
      cost: clocked(
        (_, rounds: Rounds<Commit>) =>
          inParallel(rounds, connections, async (commit) => {
            const result = await store.commit(commit);
            if (!result.ok) throw new Error(`Expected ok, got ${result.reason}.`);
          }),
        (count) => roundsOf(this.#fresh(count), (id, turn) => commitOf(id, turn, EVENT)),
      ),
    };
  }

  #byHand(name: string, write: BarePostgres["write"], connections: number): Contestant {
    return {
      name,
      cost: clocked(
        (_, rounds: Rounds<BareTurn>) => inParallel(rounds, connections, write),
        (count) => roundsOf(this.#fresh(count), (id, turn) => turnOf(id, turn, KILOBYTES, [EVENT])),
      ),
    };
  }

  #fresh(count: number): readonly string[] {
    const from = this.#used;
    this.#used += Math.ceil(count / TURNS_EACH);
    if (this.#used > ROWS) throw new Error("Expected more rows.");
    return Array.from({ length: this.#used - from }, (_, index) => idAt(from + index));
  }
}

const EVENT = { negotiationId: idAt(0), turnNumber: 2, partyId: "smith", action: "counter" };

/** What is written, one turn of each negotiation after the other. */
type Rounds<Job> = readonly (readonly Job[])[];

interface Place {
  readonly id: string;
  readonly turn: number;
}

function roundsOf<Job>(ids: readonly string[], make: (id: string, turn: number) => Job): Rounds<Job> {
  return Array.from({ length: TURNS_EACH }, (_, index) => ids.map((id) => make(id, index + 1)));
}

/** So many at a time, each with negotiations of its own. */
async function inParallel<Job>(
  rounds: Rounds<Job>,
  workerCount: number,
  take: (job: Job) => Promise<void>,
): Promise<void> {
  const work = async (worker: number): Promise<void> => {
    for (const jobs of rounds) {
      for (let index = worker; index < jobs.length; index += workerCount) await take(jobs[index] as Job);
    }
  };
  await Promise.all(Array.from({ length: workerCount }, (_, worker) => work(worker)));
}

/**
 * Each turn of a negotiation has an instant of its own, as in a room: where the indexed columns of a row stay as
 * they are, PostgreSQL leaves the indexes alone.
 */
function turnOf(id: string, version: number, { state, turn }: Sample, events: readonly unknown[]): BareTurn {
  const at = Date.now() + version;
  const floor = version % 2 === 0 ? "smith" : "ada";
  return {
    id,
    version,
    floor,
    at,
    deadlineAt: at + 3_600_000,
    commandId: `${id}-${version}`,
    state,
    turn,
    events,
  };
}
