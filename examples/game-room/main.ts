/**
 * A game server in whose rooms players trade, over Colyseus; two players of ours try it, and the line of one drops.
 *
 *   npm install concordat zod @colyseus/core @colyseus/ws-transport @colyseus/schema @colyseus/sdk \
 *     @hono/node-server
 *   npx tsx node_modules/concordat/examples/game-room/main.ts [--stay]
 *
 * It takes Node 22 or later, as Colyseus does. With `--stay` it goes on until Ctrl-C, for a look into its inspector.
 */
import { once } from "node:events";
import { Server } from "@colyseus/core";
import { Client, type Room } from "@colyseus/sdk";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { getRequestListener } from "@hono/node-server";
import { MemoryStore } from "concordat";
import { createInspector } from "concordat/inspector";
import type { Snapshot } from "../hosts/seat.js";
import { tradeRoom } from "./trade-room.js";
import type { Trade } from "./trade-state.js";

/** Who may come in. Yours are in a database, and no secrets of a program's text. */
const players: Readonly<Record<string, string>> = { w1: "woodcutter", s1: "smith" };

const store = new MemoryStore();
// Whoever has its address sees every table: it is the secret.
const path = `/inspector-${crypto.randomUUID()}`;
const inspect = getRequestListener(createInspector({ store, path, authorize: () => "host" }).fetch);
const server = new Server({
  ...{ transport: new WebSocketTransport(), greet: false, gracefullyShutdown: false },
  express: (app) =>
    void app.use((request, response, next) =>
      request.url.startsWith(path) ? void inspect(request, response) : next(),
    ),
});
const Trades = tradeRoom({
  store,
  playerOf: (token) => (Object.hasOwn(players, token) ? players[token] : undefined),
  rules: { cap: { limit: 20 } },
});
server.define("trade", Trades);
server.onBeforeShutdown(Trades.drain);
await server.listen(0, "127.0.0.1");
const address = server.transport.server?.address();
const port = typeof address === "object" && address !== null ? address.port : 0;
console.log(`The inspector: http://127.0.0.1:${port}${path}/`);

/** A player who asks for so much gold and is content with a little less, or offers it. */
async function play(token: string, gold: number): Promise<Room> {
  const client = new Client(`ws://127.0.0.1:${port}`);
  client.auth.token = token;
  const room = await client.joinOrCreate("trade");
  let seen = -1;
  room.onMessage("negotiation:snapshot", ({ version, view, legal }: Snapshot<Trade>) => {
    // What comes twice, or late, is old.
    if (version <= seen) return;
    seen = version;
    if (view.outcome !== null || legal?.actions.length === 0) return;
    const offered = view.standing?.terms.gold ?? 0;
    const isGood = Math.abs(offered - gold) <= 7;
    const terms = { good: "wood", count: 10, gold: Math.round(gold + (offered - gold) / 2) };
    const move = isGood ? { action: "accept" } : { action: "counter", terms };
    room.send("negotiation:move", {
      commandId: `${token}-${version}`,
      negotiationId: view.id,
      expectedVersion: version,
      move,
    });
  });
  room.onMessage("server:closing", () => undefined);
  room.onReconnect(() => {
    console.log(`${players[token]} is back`);
    room.send("negotiation:follow", { seenTurns: 0 });
  });
  return room;
}

const woodcutter = await play("w1", 40);
const smith = await play("s1", 30);
woodcutter.onStateChange(({ status, version, offers }) => {
  const last = offers.at(-1);
  if (last !== undefined) console.log(`${version}: ${status}, ${last.by} for ${last.gold} gold`);
});
const over = new Promise((resolve) => {
  smith.onStateChange(({ status, reason }) => void (reason !== "" && resolve(`${status} (${reason})`)));
});
await smith.request("negotiation:move", {
  commandId: "opening",
  move: { action: "propose", terms: { good: "wood", count: 10, gold: 30 } },
});
smith.reconnection.minUptime = 0;
smith.connection.close();
console.log(await over);
if (process.argv.includes("--stay")) await once(process, "SIGINT");
await server.gracefullyShutdown(false);
