/**
 * One process of a cluster: the HTTP bridge over rooms that all processes have in one PostgreSQL. `main.ts` starts three.
 */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { NegotiationRooms } from "concordat";
import { createHttpBridge } from "concordat/http";
import { createInspector } from "concordat/inspector";
import { openPostgresStore } from "concordat/postgres";
import pg from "pg";

const [url = "", schemaName = "public", path = "/inspector"] = process.argv.slice(2);

const pool = new pg.Pool({ connectionString: url, max: 6 });
const store = await openPostgresStore({ client: pool }, { schemaName, migrate: false });
// What other processes commit is told to the streams of this one.
const rooms = new NegotiationRooms<{ price: number }>({
  ...{ store, hearOthers: true },
  rules: { oneActive: "none", cap: { limit: 20 }, turnMs: 60_000, totalMs: 600_000 },
});
await rooms.resume();
const bridge = createHttpBridge({
  rooms,
  /** Yours asks a database; here a name is as good as its proof. */
  authorize(request) {
    const [, partyId] = /^Bearer (\w+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
    return partyId === undefined ? null : { partyId };
  },
  limits: { streams: 1_000 },
  onError: (error, context) => console.error(context, error),
});
// Each process shows what all of them do: it hears of it.
const inspector = createInspector({ rooms, path, authorize: () => "host" });
const answer = (request: Request): Promise<Response> =>
  (new URL(request.url).pathname.startsWith(path) ? inspector : bridge).fetch(request);
const server = serve({ fetch: answer, port: 0, hostname: "127.0.0.1" }) as Server;
if (!server.listening) await once(server, "listening");
console.log((server.address() as AddressInfo).port);

// It ends with its parent, however that ends.
process.stdin.resume().on("end", async () => {
  await Promise.all([bridge.close(), inspector.close()]);
  server.closeAllConnections();
  await rooms.close();
  process.exit(0);
});
