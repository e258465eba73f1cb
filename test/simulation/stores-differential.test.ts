import { isDeepStrictEqual } from "node:util";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { NegotiationStore } from "../../src/ports/index.js";
import { MemoryStore } from "../../src/stores/memory/index.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { RandomStream } from "../../src/testing/harness/index.js";
import { type TestDatabase, testDatabase } from "../stores/postgres-database.js";
import { type DatabaseFolder, databaseFolder, openDatabase, sqliteName } from "../stores/sqlite-files.js";
import { CoreSeconds } from "./core-seconds.js";
import { type RecordedCall, recordedCalls } from "./recorded-calls.js";
import { historiesIn, type Replayed, replayedByTwo, replayedOn } from "./replayed-calls.js";
import { type Told, violationsOf } from "./stored-histories.js";

/** SM-52. */
const SEEDS = 200;
const SPLIT_SEEDS = 20;

/** Chosen: PostgreSQL answers some lists while it waits for the disk of others. */
const LANES = 4;

const MINUTES = 60_000;

let database: TestDatabase;
let folder: DatabaseFolder;
let pool: pg.Pool;
const time = new CoreSeconds();

beforeAll(async () => {
  database = await testDatabase();
  folder = databaseFolder();
  pool = database.pool({ max: 2 * LANES });
});

afterAll(async () => {
  console.log(
    `SM-52: ${time.onTwoCores.toFixed(1)} s on two cores, ${(time.ms / 1_000).toFixed(1)} s by the clock`,
  );
  folder.remove();
  await database.drop();
});

describe("the same store calls on every store", () => {
  it(
    `SM-52: are answered alike by memory, ${sqliteName} and PostgreSQL (${SEEDS} seeds)`,
    async () => {
      const found: string[] = [];
      const answers = new Map<string, number>();
      let next = 1;
      let callCount = 0;
      const lane = async (name: string): Promise<void> => {
        const postgres = await openPostgresStore({ client: pool }, { tablePrefix: name });
        for (let seed = next++; seed <= SEEDS; seed = next++) {
          const calls = await recordedCalls(seed);
          callCount += calls.length;
          const memory = await replayedOn(new MemoryStore(), calls);
          count(answers, calls, memory);
          found.push(
            ...differences(
              seed,
              "SQLite",
              calls,
              memory,
              await onSqlite((store) => replayedOn(store, calls, memory)),
            ),
            ...differences(seed, "PostgreSQL", calls, memory, await replayedOn(postgres, calls, memory)),
          );
          await emptied(name);
        }
      };
      await Promise.all(Array.from({ length: LANES }, (_, index) => lane(`lane${index}_`)));
      console.log(
        `SM-52: ${callCount} calls of ${SEEDS} seeds; ${[...answers].map(([what, n]) => `${what} ${n}`).join(", ")}`,
      );
      expect(found.slice(0, 20)).toEqual([]);
      // Else nothing stale and nothing double was among them.
      for (const what of WANTED) expect(answers.get(what) ?? 0, what).toBeGreaterThan(SEEDS / 10);
    },
    10 * MINUTES,
  );

  it(
    `SM-52: leave what always holds when two clients make them at once (${SPLIT_SEEDS} seeds)`,
    async () => {
      const found: string[] = [];
      let writes = 0;
      const check = async (what: string, store: NegotiationStore, acknowledged: Told["acknowledged"]) => {
        const histories = await historiesIn(store, 0);
        writes += Object.values(histories.entries).reduce((sum, { length }) => sum + length, 0);
        const problems = violationsOf(histories, { acknowledged, published: [] }, "safety");
        found.push(...problems.map((problem) => `${what}: ${problem}`));
      };
      const otherPool = database.pool({ max: 2 });
      const clients = [
        await openPostgresStore({ client: pool }, { tablePrefix: "split_" }),
        await openPostgresStore({ client: otherPool }, { tablePrefix: "split_" }),
      ] as const;
      let done = 0;
      for (let seed = 1; done < SPLIT_SEEDS; seed++) {
        const calls = (await recordedCalls(seed)).filter(({ method }) => method !== "trimOutbox");
        // Half of the worlds write no outbox, and I6 asks for it.
        if (!calls.some(({ method }) => method === "readOutbox")) continue;
        done++;
        await onSqlite((one, other) =>
          replayedByTwo([one, other], calls, new RandomStream(seed, "shares")).then((told) =>
            check(`seed ${seed} on SQLite`, other, told),
          ),
        );
        const told = await replayedByTwo(clients, calls, new RandomStream(seed, "shares"));
        await database.quiet();
        await check(`seed ${seed} on PostgreSQL`, clients[1], told);
        await emptied("split_");
      }
      console.log(`SM-52: ${writes} writes of two clients, ${SPLIT_SEEDS} seeds on each database`);
      expect(found.slice(0, 20)).toEqual([]);
      expect(writes).toBeGreaterThan(20 * SPLIT_SEEDS);
    },
    10 * MINUTES,
  );
});

/** Answers that have to be among those compared. */
const WANTED = [
  "create ok",
  "create duplicate",
  "create exists",
  "create exclusive",
  "commit ok",
  "commit duplicate",
  "commit conflict",
  "claimDue",
  "list",
  "listParked",
  "readOutbox",
];

function count(answers: Map<string, number>, calls: readonly RecordedCall[], replayed: Replayed): void {
  calls.forEach(({ method }, index) => {
    const answer = replayed.answers[index] as
      | { readonly ok?: boolean; readonly reason?: string }
      | null
      | undefined;
    const ok = answer?.ok;
    const what = ok === undefined ? method : `${method} ${ok ? "ok" : answer?.reason}`;
    answers.set(what, (answers.get(what) ?? 0) + 1);
  });
}

function differences(
  seed: number,
  name: string,
  calls: readonly RecordedCall[],
  memory: Replayed,
  other: Replayed,
): readonly string[] {
  const found = calls.flatMap(({ method, given }, index) => {
    const [expected, got] = [memory.answers[index], other.answers[index]];
    if (isDeepStrictEqual(expected, got)) return [];
    return [
      `seed ${seed}, call ${index}: ${method}(${cut(given)}): memory ${cut(expected)}, ${name} ${cut(got)}`,
    ];
  });
  for (const part of ["rows", "entries", "outbox"] as const) {
    const [expected, got] = [memory.histories[part], other.histories[part]];
    if (!isDeepStrictEqual(expected, got)) found.push(`seed ${seed}: in the end ${name} has other ${part}`);
  }
  // What was handed over as JSON comes back byte for byte (ST-19).
  if (jsonIn(memory) !== jsonIn(other)) found.push(`seed ${seed}: in the end ${name} has other JSON`);
  return found;
}

function jsonIn({ histories: { rows, entries, outbox } }: Replayed): string {
  return JSON.stringify([
    rows.map(({ state }) => state),
    Object.values(entries).map((history) => history.map(({ turn, details }) => [turn, details])),
    outbox.map(({ body }) => body),
  ]);
}

function cut(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 160);
}

/** Two connections to a new file. */
async function onSqlite<T>(work: (one: NegotiationStore, other: NegotiationStore) => Promise<T>): Promise<T> {
  const path = folder.newFile();
  const databases = [openDatabase(path), openDatabase(path)] as const;
  const options = { durability: "process" } as const;
  try {
    const [one, other] = databases.map((opened) => openSqliteStore({ database: opened }, options));
    if (one === undefined || other === undefined) throw new Error("Expected two stores.");
    return await work(one, other);
  } finally {
    for (const opened of databases) opened.close();
  }
}

async function emptied(tablePrefix: string): Promise<void> {
  // Rather than TRUNCATE, which makes new files: there are few rows.
  for (const table of ["outbox", "entry", "negotiation"])
    await database.admin.query(`DELETE FROM ${tablePrefix}${table}`);
}
