import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as ask } from "node:http";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { savedNegotiation } from "../../src/bridges/inspector/index.js";
import { NegotiationService } from "../../src/index.js";
import { openPostgresStore } from "../../src/stores/postgres/index.js";
import { openSqliteStore } from "../../src/stores/sqlite/index.js";
import { packageRoot } from "../package/package-root.js";
import { testDatabase } from "../stores/postgres-database.js";
import { databaseFolder, openDatabase } from "../stores/sqlite-files.js";

const folder = databaseFolder();
afterAll(() => folder.remove());
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** The command from its sources, once it has printed the address. */
function inspecting(...args: string[]) {
  return inspectingWith({}, ...args);
}

async function inspectingWith(env: Record<string, string>, ...args: string[]) {
  const main = join(packageRoot, "src", "cli", "main.ts");
  const child = spawn(process.execPath, ["--import", "tsx", main, "inspect", ...args], {
    cwd: packageRoot,
    env: { ...process.env, ...env },
  });
  started.push(child);
  let [said, complained] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complained += text));
  const ended = once(child, "close");
  await Promise.race([expect.poll(() => said, { timeout: 120_000 }).toContain("\n"), ended]);
  const address = said.trim();
  const get = async (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${address}${path}`, { headers });
  return { child, address, get, ended, complaints: () => complained };
}

/** A request whose Host says something else than its address. */
function statusWithHost(address: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    ask(address, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });
}

/** A file with one negotiation, and the process that goes on writing to it. */
async function database() {
  const file = folder.newFile();
  const store = openSqliteStore({ database: openDatabase(file) }, { durability: "process" });
  const room = new NegotiationService<any>("market-7", { store, rules: { oneActive: "none" } as never });
  const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
  return { file, store, room, id };
}

describe("concordat inspect", () => {
  it("shows an SQLite file to who has the address, live while another process writes to it [UI-2]", async () => {
    const { file, room, id } = await database();
    const { get, address } = await inspecting(file);
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
    expect(await (await get("")).text()).toContain("<title>Negotiations</title>");
    const { rows } = (await (await get("api/list")).json()) as any;
    expect(rows).toMatchObject([{ id, status: "proposed" }]);
    const reader = (await get("api/stream")).body!.getReader();
    await reader.read();
    await room.submit(id, "smith", { action: "accept" });
    const told = new TextDecoder().decode((await reader.read()).value);
    expect(told).toContain('"status":"accepted"');
    await reader.cancel();
    const moment = (await (await get(`api/negotiations/${id}`)).json()) as any;
    expect(moment.view.outcome).toMatchObject({ status: "accepted", by: "smith" });
    await room.close();
  });

  it.skipIf(process.platform === "win32")("opens the page in the browser on --open [UI-2]", async () => {
    const { file, room } = await database();
    const opened = folder.newFile();
    const programs = mkdtempSync(join(tmpdir(), "concordat-browser-"));
    for (const name of ["xdg-open", "open"])
      writeFileSync(join(programs, name), `#!/bin/sh\nprintf %s "$1" > ${opened}\n`, { mode: 0o755 });
    const path = `${programs}${delimiter}${process.env["PATH"]}`;
    const { address } = await inspectingWith({ PATH: path }, file, "--open");
    await expect
      .poll(() => existsSync(opened) && readFileSync(opened, "utf8"), { timeout: 60_000 })
      .toBe(address);
    rmSync(programs, { recursive: true });
    await room.close();
  });

  it("refuses a guessed token, and every foreign host [UI-2]", async () => {
    const { file, room } = await database();
    const { address } = await inspecting(file);
    const { origin, port } = new URL(address);
    const guess = "A".repeat(32);
    for (const path of ["/", "/inspector/", `/${guess}/`, `/${guess}/api/list`, "/api/list", "//api/list"])
      expect((await fetch(`${origin}${path}`)).status, path).toBe(404);
    for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1", `127.0.0.2:${port}`])
      expect(await statusWithHost(`${address}api/list`, host), host).not.toBe(200);
    expect(await statusWithHost(`${address}api/list`, `localhost:${port}`)).toBe(200);
    await room.close();
  });

  it("only reads, ends with the terminal, and leaves neither lock nor file behind [UI-2]", async () => {
    const { file, room, store } = await database();
    await room.close();
    await store.close();
    const handle = openDatabase(file);
    handle.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    handle.close();
    const before = readFileSync(file);
    const neighbours = (): string[] =>
      readdirSync(dirname(file)).filter((name) => name.startsWith(basename(file)));
    const filesBefore = neighbours();
    const { get, child, ended } = await inspecting(file);
    expect((await get("api/list")).status).toBe(200);
    const writer = openDatabase(file);
    writer.exec("PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK");
    writer.close();
    child.kill("SIGTERM");
    const [code] = await ended;
    expect(code).toBe(143);
    expect(readFileSync(file).equals(before)).toBe(true);
    console.log(`left beside the database: ${neighbours().filter((name) => !filesBefore.includes(name))}`);
    const after = openDatabase(file);
    after.exec("BEGIN EXCLUSIVE; ROLLBACK");
    after.close();
    expect(neighbours()).toEqual(filesBefore);
  });

  it("shows the tables of a PostgreSQL database, which it cannot write to [UI-2]", async () => {
    const database = await testDatabase();
    const { schemaName } = database;
    const store = await openPostgresStore({ client: database.pool() }, { schemaName });
    const room = new NegotiationService<any>("market-7", { store });
    const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
    const { get, child, ended } = await inspecting(database.url, "--schema", schemaName);
    const { rows } = (await (await get("api/list")).json()) as any;
    expect(rows).toMatchObject([{ id, status: "proposed" }]);
    const reader = (await get("api/stream")).body!.getReader();
    await reader.read();
    await room.submit(id, "smith", { action: "accept" });
    const told = new TextDecoder().decode((await reader.read()).value);
    expect(told).toContain('"status":"accepted"');
    child.kill("SIGTERM");
    await ended;
    await room.close();
    await database.drop();
  });

  it("opens a negotiation that was saved, with every version of it [UI-18]", async () => {
    const { store, room, id } = await database();
    await room.submit(id, "smith", { action: "accept" });
    const file = `${folder.newFile()}.json`;
    writeFileSync(file, (await savedNegotiation(store, id)) ?? "");
    await room.close();
    const { get } = await inspecting(file);
    const { rows } = (await (await get("api/list")).json()) as any;
    expect(rows).toMatchObject([{ id, status: "accepted", turnCount: 2 }]);
    const moment = (await (await get(`api/negotiations/${id}?version=0`)).json()) as any;
    expect(moment).toMatchObject({ version: 0, latest: 1, view: { status: "proposed" } });
  });

  it.each([
    ["a file that is not there", () => join(packageRoot, "no-such.db"), /Expected a file, got none/],
    ["no database", () => join(packageRoot, "README.md"), /database/],
    [
      "another JSON file",
      () => join(packageRoot, "package.json"),
      /Expected a file that the inspector has saved/,
    ],
  ])("says in one line what is wrong with %s [UI-2]", async (_, path, words) => {
    const { ended, complaints } = await inspecting(path());
    expect((await ended)[0]).toBe(1);
    expect(complaints().trim().split("\n")).toHaveLength(1);
    expect(complaints()).toMatch(words);
  });
});
