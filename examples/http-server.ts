/**
 * Negotiations behind a URL: a server on Node that keeps them in a file, for programs that speak HTTP.
 *
 *   npm install concordat zod hono @hono/zod-openapi @hono/node-server
 *   npx tsx node_modules/concordat/examples/http-server.ts negotiations.db 8080
 *
 * Then `sh node_modules/concordat/examples/http-deal.sh` negotiates a whole deal with it, by curl, step by step. Before
 * Node 22.13 it takes better-sqlite3 as well: npm install better-sqlite3@12
 */
import { once } from "node:events";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { NegotiationRooms } from "concordat";
import { createHttpBridge } from "concordat/http";
import { createInspector } from "concordat/inspector";
import { openSqliteStore, type SqliteStore } from "concordat/sqlite";
import * as z from "zod";

const [file = "negotiations.db", port = "8080"] = process.argv.slice(2);

/** What is negotiated about: checked in every proposal, and told in the OpenAPI document. */
const Terms = z.strictObject({ price: z.number().positive(), deliverBy: z.iso.date() });

/** Who may come in. Yours are in a database, and no secrets of a program's text. */
const tokens: Readonly<Record<string, string>> = { a1: "ada", s1: "smith", e1: "eve" };

const store = openStore(file);
const rooms = new NegotiationRooms({
  store,
  terms: Terms,
  rules: {
    actions: ["propose", "counter", "accept", "reject", "question", "withdraw"],
    cap: { limit: 20 },
    oneActive: "pair",
    turnMs: 300_000,
    totalMs: 3_600_000,
  },
});
// What an earlier process has left goes on, with the deadlines that it had.
await rooms.resume();

const bridge = createHttpBridge({
  rooms,
  terms: Terms,
  authorize(request) {
    const [, token = ""] = /^Bearer (\w+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
    const partyId = Object.hasOwn(tokens, token) ? tokens[token] : undefined;
    return partyId === undefined ? null : { partyId };
  },
  onError: (error, context) => console.error(context, error),
});

// Whoever has its address sees everything: it is the secret. Where people sign in, `authorize` asks who they are.
const path = `/inspector-${crypto.randomUUID()}`;
const inspector = createInspector({ rooms, path, authorize: () => "host" });
const answer = (request: Request): Promise<Response> =>
  (new URL(request.url).pathname.startsWith(path) ? inspector : bridge).fetch(request);

const server = serve({ fetch: answer, port: Number(port), hostname: "127.0.0.1" }) as Server;
if (!server.listening) await once(server, "listening");
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
console.log(`${base}\nThe inspector: ${base}${path}/`);

// No answer is cut off: streams end, requests are answered, then the file is closed. What is under way is in it.
process.once("SIGTERM", async () => {
  await Promise.all([bridge.close(), inspector.close()]);
  server.close();
  server.closeIdleConnections();
  await once(server, "close");
  await rooms.close();
  await store.close();
});

function openStore(path: string): SqliteStore {
  if (process.getBuiltinModule?.("node:sqlite") !== undefined) return openSqliteStore({ path });
  const Database = createRequire(import.meta.url)("better-sqlite3");
  return openSqliteStore({ database: new Database(path) });
}
