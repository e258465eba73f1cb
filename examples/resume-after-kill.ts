/**
 * A negotiation in a file goes on after its process was killed (`SIGKILL`) in the midst of it.
 *
 *   npx tsx node_modules/concordat/examples/resume-after-kill.ts
 *
 * A second negotiation falls due while no process is there: it ends at once when the next one resumes, with the
 * deadline that it always had. Before Node 22.13 it takes better-sqlite3 as well: npm install better-sqlite3@12
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { type Agent, NegotiationService } from "concordat";
import { openSqliteStore, type SqliteStore } from "concordat/sqlite";

const require = createRequire(import.meta.url);

type Terms = { readonly price: number };

const THINKING_MS = 150;
/** The second negotiation begins when this many turns of the first are recorded, and then the process is killed. */
const TURNS_BEFORE_KILL = 3;
/** Ms that nobody is there: longer than the turn of the second negotiation. */
const ABSENCE_MS = 900;

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Both give way by 10 with each turn, and meet in the middle. */
const giveWay =
  (from: number, step: number, isGoodEnough: (price: number, mine: number) => boolean): Agent<Terms> =>
  async ({ standing, turnNumber, legalActions }) => {
    await pause(THINKING_MS);
    const mine = from + step * turnNumber;
    if (standing !== null && isGoodEnough(standing.terms.price, mine)) return { action: "accept" };
    return { action: legalActions.includes("propose") ? "propose" : "counter", terms: { price: mine } };
  };

/** The process that is killed, and the one that comes after it. */
async function beServer(begun: string, file: string): Promise<void> {
  const agents: Readonly<Record<string, Agent<Terms>>> = {
    ada: giveWay(30, 5, (price, mine) => price <= mine),
    smith: giveWay(90, -5, (price, mine) => price >= mine),
  };
  const service = new NegotiationService<Terms>("market-7", {
    store: openStore(file),
    // A process that resumes finds the agents of a party by this; a party that is not here is waited for.
    agentFor: ({ id }) => agents[id],
    rules: { oneActive: "none", cap: { limit: 20 } },
  });
  service.on("turn:recorded", ({ negotiation, turn }) => {
    const { price } = turn.terms ?? {};
    console.log(
      `${negotiation.id}: turn ${turn.number}, ${turn.partyId} ${turn.action} ${price ?? ""}`.trimEnd(),
    );
    if (begun !== "begin" || negotiation.id !== "deal" || turn.number !== TURNS_BEFORE_KILL) return;
    void service.createNegotiation("eve", "bob", { price: 1 }, { id: "overdue", rules: { turnMs: 700 } });
  });
  service.on("negotiation:settled", ({ id, outcome }) => {
    console.log(`${id}: ${outcome?.status} (${outcome?.reason})`);
  });
  if (begun === "begin") {
    await service.createNegotiation("ada", "smith", undefined, { id: "deal" });
    return;
  }
  const settled = once(service as never, "negotiation:agreed");
  await service.resume();
  await settled;
  await service.close();
}

function openStore(file: string): SqliteStore {
  if (process.getBuiltinModule?.("node:sqlite") !== undefined) return openSqliteStore({ path: file });
  // An older Node takes a database of better-sqlite3.
  const Database = require("better-sqlite3");
  return openSqliteStore({ database: new Database(file) });
}

async function main(): Promise<void> {
  try {
    if (process.getBuiltinModule?.("node:sqlite") === undefined) require.resolve("better-sqlite3");
  } catch {
    throw new Error("Expected Node 22.13 or later, or better-sqlite3. Run: npm install better-sqlite3@12");
  }
  const folder = mkdtempSync(join(tmpdir(), "concordat-"));
  const file = join(folder, "negotiations.db");
  try {
    const first = start("begin", file);
    for await (const line of createInterface(first.stdout)) {
      console.log(line);
      if (line.startsWith("overdue: turn")) first.kill("SIGKILL");
    }
    console.log("-- killed; nobody is there for a while; then another process resumes");
    await pause(ABSENCE_MS);
    const second = start("resume", file);
    for await (const line of createInterface(second.stdout)) console.log(line);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function start(what: string, file: string): ChildProcessByStdio<null, Readable, null> {
  const args = [...process.execArgv, fileURLToPath(import.meta.url), what, file];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

const [task, path = ""] = process.argv.slice(2);
if (task === undefined) await main();
else await beServer(task, path);
