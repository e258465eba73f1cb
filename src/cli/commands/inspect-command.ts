/**
 * @module
 * `concordat inspect`: the inspector's page on a database, which is only read, or on a file that the page has written.
 */

import { spawn } from "node:child_process";
import { randomBytes, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Command } from "commander";
import { createInspector, type InspectedStore } from "../../bridges/inspector/index.js";
import { openPostgresStore, type PostgresClient } from "../../stores/postgres/index.js";
import { openSqliteStore } from "../../stores/sqlite/index.js";
import { readText } from "../files/index.js";
import { CommandError, fileError, integer, print, say, stopSignal } from "../text/index.js";
import { installedPackage, openedForReading } from "./export-log-command.js";
import { storeOfFile } from "./negotiation-file.js";

/** Adds the command to the program. */
export function addInspectCommand(program: Command): void {
  program
    .command("inspect")
    .summary("watch negotiations on a page")
    .description("Serves a page on which the negotiations of a database are seen, live and backwards.")
    .argument(
      "<database>",
      "an SQLite file, the address of a PostgreSQL database, or a file that the page has saved",
    )
    .option("--port <number>", "the port on loopback; 0 for any", integer(0, 65_535), 0)
    .option("--open", "open the page in the browser")
    .option("--table-prefix <prefix>", "what the names of its tables begin with", "concordat_")
    .option("--schema <name>", "the schema of its tables, in PostgreSQL")
    .addHelpText(
      "after",
      `
The database is only read. The page is served to this machine alone, under the secret address that is printed.

Examples:
  concordat inspect negotiations.db --open
  concordat inspect postgres://localhost/app
  concordat inspect negotiation.json`,
    )
    .action(inspect);
}

interface InspectFlags {
  readonly port: number;
  readonly open?: boolean;
  readonly tablePrefix: string;
  readonly schema?: string;
}

async function inspect(database: string, flags: InspectFlags): Promise<void> {
  const { port, open } = flags;
  const opened = await openedStore(database, flags);
  const token = randomBytes(24).toString("base64url");
  const inspector = createInspector({
    store: opened.store,
    path: `/${token}`,
    // The token is in the path: who got this far has it.
    authorize: () => "host",
    onError: (error) => say(`concordat: ${error instanceof Error ? error.message : String(error)}`),
  });
  const hosts: string[] = [];
  const listener = getRequestListener(async (request) => {
    // A page elsewhere whose name leads to this machine would be of the same origin.
    if (!hosts.includes(request.headers.get("host") ?? "")) return new Response(null, { status: 421 });
    if (!hasToken(request, token)) return new Response(null, { status: 404 });
    return inspector.fetch(request);
  });
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  const stop = stopSignal();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening").catch((error: unknown) => {
      throw new CommandError(`Expected port ${port} to be free, got: ${(error as Error).message}.`, 1, error);
    });
    const { port: found } = server.address() as AddressInfo;
    hosts.push(`127.0.0.1:${found}`, `localhost:${found}`);
    const address = `http://127.0.0.1:${found}/${token}/`;
    print(address);
    say("Open it in a browser. Ctrl-C ends it.");
    if (open === true) openInBrowser(address);
    if (!stop.signal.aborted) await once(stop.signal, "abort");
  } finally {
    stop.release();
    await inspector.close();
    server.closeAllConnections();
    server.close();
    await opened.close();
  }
  process.exitCode = stop.exitCode;
}

function hasToken(request: Request, token: string): boolean {
  const given = new TextEncoder().encode(new URL(request.url).pathname.split("/")[1] ?? "");
  const wanted = new TextEncoder().encode(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

interface OpenedStore {
  readonly store: InspectedStore;
  readonly close: () => Promise<void> | void;
}

async function openedStore(database: string, flags: InspectFlags): Promise<OpenedStore> {
  const { tablePrefix, schema: schemaName } = flags;
  if (/^postgres(ql)?:/i.test(database)) return postgresStore(database, { tablePrefix, schemaName });
  if (/\.json$/i.test(database)) {
    return { store: storeOfFile(database, readText(database)), close: () => undefined };
  }
  const handle = openedForReading(database);
  try {
    const store = openSqliteStore({ database: handle }, { migrate: false, tablePrefix });
    return { store, close: () => void handle.close() };
  } catch (error) {
    handle.close();
    throw fileError(database, undefined, (error as Error).message, error);
  }
}

/** Whatever it is asked, the server lets these connections write nothing. */
async function postgresStore(
  connectionString: string,
  names: { readonly tablePrefix: string; readonly schemaName: string | undefined },
): Promise<OpenedStore> {
  const otherwise =
    "Expected the package pg to read PostgreSQL with, got none. Install it: npm install pg@^8.";
  const { Pool } = installedPackage<{ readonly Pool: new (settings: object) => PgPool }>("pg", otherwise);
  const client = new Pool({ connectionString, max: 2, options: "-c default_transaction_read_only=on" });
  client.on("error", () => say("concordat: a connection to the database was lost."));
  try {
    const store = await openPostgresStore({ client }, { migrate: false, ...names });
    return { store, close: () => client.end() };
  } catch (error) {
    await client.end();
    // Never the address, which may hold a password.
    throw new CommandError(`The database: ${(error as Error).message}`, 1, error);
  }
}

interface PgPool extends PostgresClient {
  on(name: "error", listener: () => void): unknown;
  end(): Promise<void>;
}

function openInBrowser(address: string): void {
  const [program = "xdg-open", ...args] = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] }[
    process.platform as string
  ] ?? ["xdg-open"];
  const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
  child.on("error", () => say("No browser could be opened: open the address yourself."));
  child.unref();
}
