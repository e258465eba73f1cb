import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { NegotiationStore } from "../../src/ports/index.js";
import { randomDraw } from "../../src/preferences/random/index.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { bundleChild, type ChildBundle } from "../kit/child-bundle.js";
import { type LineProcess, lineProcess } from "../kit/line-process.js";
import { type TestDatabase, testDatabase } from "../stores/postgres-database.js";
import { type DatabaseFolder, databaseFolder, openDatabase } from "../stores/sqlite-files.js";

const KILL_COUNT = 40;
const CANDIDATE_COUNT = 300;

/** Other instants in each run, unless those of a failed one are to be repeated. */
const seed = Number(process.env["CONCORDAT_KILL_SEED"] ?? crypto.getRandomValues(new Uint32Array(1))[0]);

let bundle: ChildBundle;
let database: TestDatabase;
let folder: DatabaseFolder;
beforeAll(async () => {
  bundle = await bundleChild("gate/gate-process.ts");
  database = await testDatabase();
  folder = databaseFolder();
});
afterAll(async () => {
  bundle?.remove();
  folder?.remove();
  await database?.drop();
});

it("goes on after each of 40 kills on SQLite: nobody is negotiated about twice, no stored turn asked for again [GT-8a]", async () => {
  const path = folder.newFile();
  const store = openSqliteStore({ database: openDatabase(path) }, { durability: "process" });
  await survives("SQLite", store, ["sqlite", path]);
});

it("goes on after each of 40 kills on PostgreSQL: nobody is negotiated about twice, no stored turn asked for again [GT-8a]", async () => {
  const { url, schemaName } = database;
  const store = await openPostgresStore({ client: database.pool({ max: 2 }) }, { schemaName });
  await survives("PostgreSQL", store, ["postgres", url, schemaName]);
});

/** Runs the gate in process after process, each killed at another instant, until one comes to the end. */
async function survives(name: string, store: NegotiationStore, args: readonly string[]): Promise<void> {
  console.log(`${name}: CONCORDAT_KILL_SEED=${seed}`);
  let child: LineProcess | undefined;
  // Also when the time is up (SM-65).
  onTestFinished(async () => await child?.kill());
  let callCount = 0;
  const doubled: string[] = [];
  for (let life = 1; life <= KILL_COUNT + 1; life += 1) {
    const stored = await turnCounts(store);
    // After so many calls, or so many hooks: those of the settled come before any call.
    const what = randomDraw(seed, name, life, 0) < 0.7 ? "call" : "hook";
    let left =
      life > KILL_COUNT ? Number.POSITIVE_INFINITY : 1 + Math.floor(randomDraw(seed, name, life, 1) * 30);
    const lines: string[] = [];
    child = lineProcess(bundle.path, ...args);
    for (let line = await child.nextLine(); line !== null; line = await child.nextLine()) {
      lines.push(line);
      if (line.startsWith(what)) left -= 1;
      if (left === 0) await child.kill();
    }
    const calls = lines.filter((line) => line.startsWith("call "));
    callCount += calls.length;
    doubled.push(...calls.filter((call, index) => calls.indexOf(call) < index));
    doubled.push(
      ...calls.filter((call) => {
        const [, id = "", turnNumber] = call.split(" ");
        return Number(turnNumber) <= (stored.get(id) ?? 0);
      }),
    );
    const hooked = lines.filter((line) => line.startsWith("hook ")).map((line) => line.split(" ")[1]);
    expect(new Set(hooked).size).toBe(hooked.length);
    if (life <= KILL_COUNT) expect(lines).not.toContain("done");
    else await sumsUp(store, lines, hooked);
  }
  expect(doubled).toEqual([]);
  const turnCount = [...(await turnCounts(store)).values()].reduce((sum, count) => sum + count, 0);
  console.log(`${name}: ${KILL_COUNT} kills, ${callCount} calls for ${turnCount} turns`);
}

/** The last process has reported each candidate once, as the store has it. */
async function sumsUp(
  store: NegotiationStore,
  lines: readonly string[],
  hooked: readonly unknown[],
): Promise<void> {
  const results = lines.filter((line) => line.startsWith("result "));
  expect({ results: results.length, hooked: hooked.length }).toEqual({
    results: CANDIDATE_COUNT,
    hooked: CANDIDATE_COUNT,
  });
  const stored = await turnCounts(store);
  expect(stored.size).toBe(CANDIDATE_COUNT);
  expect(await store.count({ roomId: "network", isFinal: false })).toBe(0);
  for (const [index, line] of results.entries()) {
    const [, userId, id = "", status, turnCount] = line.split(" ");
    const row = await store.load(id);
    expect({ userId, id, status, turnCount: Number(turnCount) }).toEqual({
      userId: `user-${index}`,
      id: `search:user-${index}`,
      status: row?.status,
      turnCount: stored.get(id),
    });
  }
}

/** How many turns of each negotiation are stored. */
async function turnCounts(store: NegotiationStore): Promise<Map<string, number>> {
  const page = await store.list({ roomId: "network", limit: 1_000 });
  return new Map(page.items.map(({ id, turnCount }) => [id, turnCount]));
}
