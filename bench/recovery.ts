/**
 * @module
 * How long a restart takes among 100,000 negotiations in an SQLite file: until the first command is accepted,
 * until all open ones are known again, and until what fell due meanwhile has taken effect.
 */

import { join } from "node:path";
import { type Agent, NegotiationService } from "../src/index.js";
import type { SqliteHandle } from "../src/stores/sqlite/connection/index.js";
import { openSqliteStore } from "../src/stores/sqlite/index.js";
import { openDatabase, sqliteName } from "../test/stores/sqlite-files.js";
import { bareSqlite } from "./bare-sqlite.js";
import type { Group } from "./database-files.js";
import { contractAt, filledDatabase, idAt, ROOM, RULES, temporaryFolder } from "./database-files.js";
import { clocked, costOf, inPairs, median, ratioOf, timed } from "./measure.js";
import { hand } from "./report.js";

const MANY = 100_000;
const FEW = 1_000;
const OVERDUE = 10_000;
const ROUNDS = 5;
/** Of what is compared by CPU time. */
const READING_ROUNDS = 9;

const folder = temporaryFolder();
console.log(
  `${MANY} negotiations with one turn each; ${ROUNDS} pairs, ${READING_ROUNDS} of reading; ${sqliteName}, synchronous NORMAL`,
);
const [openPath, dueMany, fewPath] = ["open.db", "due.db", "few.db"].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
(await filledDatabase(openPath, [{ roomId: ROOM, count: MANY }])).close();
(await filledDatabase(fewPath, [{ roomId: ROOM, count: FEW }])).close();
// A room of overdue ones for each round, and one for the round that does not count; all others are not due.
const overdueRooms = Array.from({ length: ROUNDS + 1 }, (_, index) => `overdue-${index}`);
const groups: Group[] = overdueRooms.map((roomId) => ({ roomId, count: OVERDUE, isOverdue: true }));
(await filledDatabase(dueMany, [...groups, { roomId: ROOM, count: MANY - OVERDUE * groups.length }])).close();

const reading = await inPairs(
  [
    // By CPU time: nothing waits for a disk, and a busy machine would tell of itself.
    { name: "resume", cost: timed(resumeAll) },
    { name: "read", cost: timed(readAll) },
  ],
  { count: MANY, rounds: READING_ROUNDS },
);
const starting = await inPairs(
  [
    { name: "many", cost: clocked(() => firstCommand(openPath)) },
    { name: "few", cost: clocked(() => firstCommand(fewPath)) },
  ],
  { count: 1, rounds: ROUNDS },
);
const settling = await inPairs(
  [
    { name: "settle", cost: clocked(settleOverdue) },
    { name: "raw", cost: clocked(writeRaw) },
  ],
  { count: OVERDUE, rounds: ROUNDS },
);
const msOf = (name: string): number => costOf(starting, name) / 1e6;
const startRatios = (starting.get("many") ?? []).map(
  (ns, round) => Math.max(0, ns - 20e6) / (starting.get("few")?.[round] ?? Number.NaN),
);
hand({
  ratios: {
    resumeToRead: ratioOf(reading, "resume", "read"),
    startAt100000ToAt1000: median(startRatios),
    settleToRawCommit: ratioOf(settling, "raw", "settle"),
  },
  figures: {
    resumeCpuMs: (costOf(reading, "resume") * MANY) / 1e6,
    readCpuMs: (costOf(reading, "read") * MANY) / 1e6,
    startMsAt100000: msOf("many"),
    startMsAt1000: msOf("few"),
    settledPerSecond: 1e9 / costOf(settling, "settle"),
    rawCommitsPerSecond: 1e9 / costOf(settling, "raw"),
  },
  goals: {
    resumeToRead: "at most 2 as a median of 9 runs",
    startAt100000ToAt1000: "BN-6: at most 2, of what is above 20 ms",
    settleToRawCommit: "BN-6: at least 0.5",
  },
});

/** All open ones are known again, and smith's agent has been asked about each. */
async function resumeAll(): Promise<void> {
  const database = openDatabase(openPath);
  let askedCount = 0;
  const agent: Agent<object> = () => {
    askedCount += 1;
    return new Promise(() => {});
  };
  const room = roomOver(database, ROOM, { agentFor: () => agent });
  await room.resume();
  room.destroy();
  database.close();
  if (askedCount !== MANY) throw new Error(`Expected to ask ${MANY} times, got ${askedCount}.`);
}

/** What is read and parsed at least. */
function readAll(): void {
  const database = openDatabase(openPath);
  const count = bareSqlite(database).readAll(ROOM);
  database.close();
  if (count !== MANY) throw new Error(`Expected to read ${MANY}, got ${count}.`);
}

/** A process that has just started opens the file, resumes, and takes a command. */
async function firstCommand(path: string): Promise<void> {
  const database = openDatabase(path);
  const room = roomOver(database, ROOM);
  await room.resume();
  const id = `new-${process.hrtime.bigint()}`;
  await room.createNegotiation("ada", "smith", contractAt(0.001), { id });
  await room.cancel(id);
  room.destroy();
  database.close();
}

/** The next room of overdue ones settles, each once. */
async function settleOverdue(): Promise<void> {
  const database = openDatabase(dueMany);
  const roomId = overdueRooms.shift() ?? "";
  const room = roomOver(database, roomId);
  let expiredCount = 0;
  room.on("negotiation:expired", () => void expiredCount++);
  await room.resume();
  room.destroy();
  const { versions } = database
    .prepare("SELECT sum(version) AS versions FROM concordat_negotiation WHERE room_id = ? AND is_final = 1")
    .get(roomId) as { readonly versions: number };
  database.close();
  if (expiredCount !== OVERDUE || versions !== OVERDUE) {
    throw new Error(`Expected ${OVERDUE} to expire once, got ${expiredCount} events, ${versions} commits.`);
  }
}

/** As many commits of what is not due. */
function writeRaw(): void {
  const database = openDatabase(dueMany);
  database.exec("PRAGMA synchronous = NORMAL");
  const bare = bareSqlite(database);
  const from = OVERDUE * groups.length;
  const { version } = database
    .prepare("SELECT version FROM concordat_negotiation WHERE id = ?")
    .get(idAt(from)) as { readonly version: number };
  const [state] = bare.read(idAt(from));
  const at = Date.now();
  for (let index = 0; index < OVERDUE; index += 1) {
    const id = idAt(from + index);
    const commandId = `${id}-${version + 1}`;
    const turn = { number: version + 2, action: "reject" };
    bare.write({
      id,
      version: version + 1,
      floor: "ada",
      at,
      deadlineAt: at,
      commandId,
      state,
      turn,
      events: [],
    });
  }
  database.close();
}

function roomOver(
  database: SqliteHandle,
  roomId: string,
  options: { readonly agentFor?: () => Agent<object> } = {},
): NegotiationService<object> {
  const store = openSqliteStore({ database }, { durability: "process" });
  return new NegotiationService<object>(roomId, { store, rules: RULES, ...options });
}
