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
import { openSqliteStore } from "../../stores/sqlite/index.js";
import { readText } from "../files/index.js";
import { CommandError, fileError, integer, print, say, stopSignal } from "../text/index.js";
import { openedForReading } from "./export-log-command.js";
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
}

async function inspect(database: string, { port, open, tablePrefix }: InspectFlags): Promise<void> {
  const opened = openedStore(database, tablePrefix);
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
    opened.close();
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
  readonly close: () => void;
}

function openedStore(database: string, tablePrefix: string): OpenedStore {
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

function openInBrowser(address: string): void {
  const [program = "xdg-open", ...args] = { darwin: ["open"], win32: ["cmd", "/c", "start", ""] }[
    process.platform as string
  ] ?? ["xdg-open"];
  const child = spawn(program, [...args, address], { stdio: "ignore", detached: true });
  child.on("error", () => say("No browser could be opened: open the address yourself."));
  child.unref();
}
