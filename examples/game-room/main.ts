/**
 * A game server in whose rooms players trade, over Colyseus: server, page and bot.
 *
 *   npm install concordat zod @colyseus/core @colyseus/ws-transport @colyseus/schema @colyseus/sdk \
 *     @hono/node-server
 *   npx tsx node_modules/concordat/examples/game-room/main.ts
 *
 * Ctrl-C drains: what is open may still end. With `--bots` two programs play, one of whose lines drops, and it ends.
 * It takes Node 22 or later, as Colyseus does.
 */
import { parseArgs } from "node:util";
import { Server } from "@colyseus/core";
import { Client, type Room } from "@colyseus/sdk";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { getRequestListener } from "@hono/node-server";
import { MemoryStore } from "concordat";
import { createInspector } from "concordat/inspector";
import type { Snapshot } from "../hosts/seat.js";
import { gamePages } from "./game-pages.js";
import { tradeRoom } from "./trade-room.js";
import type { Trade } from "./trade-state.js";

const { values } = parseArgs({
  options: { port: { type: "string", default: "8080" }, bots: { type: "boolean" } },
});

/** Who may come in, by the secret of a link. Yours are in a database, and longer. */
const players: Readonly<Record<string, string>> = { w1: "Woodcutter", s1: "Smith", p1: "Peddler" };
const playerOf = (token: string) => (Object.hasOwn(players, token) ? players[token] : undefined);

const store = new MemoryStore();
const page = gamePages(playerOf);
// Whoever has its address sees every table: it is the secret.
const path = `/inspector-${crypto.randomUUID()}`;
const inspect = getRequestListener(createInspector({ store, path, authorize: () => "host" }).fetch);
const server = new Server({
  ...{ transport: new WebSocketTransport(), greet: false, gracefullyShutdown: false },
  express: (app) =>
    void app.use((request, response, next) =>
      request.url.startsWith(path) ? void inspect(request, response) : void page(request, response, next),
    ),
});
const Trades = tradeRoom({
  store,
  playerOf,
  rules: { cap: { limit: 20 }, turnMs: 90_000, totalMs: 900_000 },
});
server.define("trade", Trades).filterBy(["table"]);
server.onBeforeShutdown(Trades.drain);
await server.listen(values.bots ? 0 : Number(values.port), "127.0.0.1");
const address = server.transport.server?.address();
const url = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;

/** A player who asks for so much gold and is content with a little less, or offers it. */
async function play(token: string, table: string, gold: number): Promise<Room> {
  const client = new Client(url);
  client.auth.token = token;
  const room = await client.joinOrCreate("trade", { table });
  let seen = -1;
  let last = "";
  room.onMessage("negotiation:snapshot", ({ version, view, legal }: Snapshot<Trade>) => {
    // What comes twice, or late, is old.
    if (view.id === last && version <= seen) return;
    [last, seen] = [view.id, version];
    if (view.outcome !== null || !legal?.actions.includes("accept")) return;
    const offered = view.standing?.terms.gold ?? 0;
    const isGood = Math.abs(offered - gold) <= 7 || !legal.actions.includes("counter");
    const counter = {
      good: "wood",
      count: 10,
      ...view.standing?.terms,
      gold: Math.round((gold + offered) / 2),
    };
    room.send("negotiation:move", {
      commandId: `${view.id}-${token}-${version}`,
      negotiationId: view.id,
      expectedVersion: version,
      move: isGood ? { action: "accept" } : { action: "counter", terms: counter },
    });
  });
  room.onMessage("server:closing", () => undefined);
  room.onReconnect(() => {
    console.log(`${players[token]} is back`);
    room.send("negotiation:follow", { seenTurns: 0 });
  });
  return room;
}

async function playWithBots(): Promise<void> {
  const woodcutter = await play("w1", "bots", 40);
  const smith = await play("s1", "bots", 30);
  woodcutter.onStateChange(({ status, version, offers }) => {
    const last = offers.at(-1);
    if (last !== undefined) console.log(`${version}: ${status}, ${last.by} for ${last.gold} gold`);
  });
  const over = new Promise((resolve) => {
    smith.onStateChange(({ status, reason }) => void (reason !== "" && resolve(`${status} (${reason})`)));
  });
  const move = { action: "propose", terms: { good: "wood", count: 10, gold: 30 } };
  await smith.request("negotiation:move", { commandId: "opening", move });
  smith.reconnection.minUptime = 0;
  smith.connection.close();
  console.log(await over);
  await server.gracefullyShutdown(false);
}

if (values.bots) await playWithBots();
else {
  await play("p1", "with-a-bot", 35);
  console.log(`Two people: ${url}/?token=w1 and ${url}/?token=s1`);
  console.log(`With a bot: ${url}/?token=w1&table=with-a-bot`);
  console.log(`The inspector: ${url}${path}/`);
  process.once("SIGINT", () => void server.gracefullyShutdown(false));
}
