/**
 * A chat in which two people, or a person and a program, bargain for a bike: server, page and bot.
 *
 *   npm install concordat zod socket.io socket.io-client @hono/node-server
 *   npx tsx node_modules/concordat/examples/chat-room/main.ts
 *
 * Ctrl-C drains: what is open may still end. With `--bots` two programs play, one of whose lines drops, and it ends.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseArgs } from "node:util";
import { getRequestListener } from "@hono/node-server";
import type { Agent } from "concordat";
import { createInspector } from "concordat/inspector";
import { connectBot } from "./bot.js";
import { chatPages } from "./chat-pages.js";
import { type Member, serveChat } from "./server.js";
import { BikeTerms } from "./terms.js";

const { values } = parseArgs({
  options: { port: { type: "string", default: "8080" }, bots: { type: "boolean" } },
});

/** Who may come in, by the secret of a link. Yours are in a database, and longer. */
const members: Readonly<Record<string, Member>> = {
  a1: { id: "Ada", roomId: "people" },
  s1: { id: "Smith", roomId: "people" },
  a2: { id: "Ada", roomId: "with-a-bot" },
  b2: { id: "Seller", roomId: "with-a-bot", isAgent: true },
  a3: { id: "Buyer", roomId: "bots", isAgent: true },
  b3: { id: "Seller", roomId: "bots", isAgent: true },
};
const memberOf = (credentials: unknown): Member | undefined => {
  const { token } = (credentials ?? {}) as { token?: unknown };
  return typeof token === "string" && Object.hasOwn(members, token) ? members[token] : undefined;
};

/** Moves a fifth of the way towards the other side's price, and takes what is near its own. */
const haggler =
  (own: number): Agent<BikeTerms> =>
  ({ standing, turns, party, legalActions }) => {
    const mine =
      turns.findLast((turn) => turn.partyId === party.id && turn.terms !== null)?.terms?.price ?? own;
    if (standing === null) return { action: "propose", terms: { ...EXAMPLE, price: own } };
    const theirs = standing.terms.price;
    if (Math.abs(theirs - mine) <= 30 || !legalActions.includes("counter")) return { action: "accept" };
    return { action: "counter", terms: { ...standing.terms, price: Math.round(mine + (theirs - mine) / 5) } };
  };

const EXAMPLE: BikeTerms = {
  price: 900,
  deliverBy: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
  ...({ payment: "cash", repairs: 0, extras: [], isTestRideFree: true } as const),
};

const page = chatPages({
  nameOf: (token) => memberOf({ token })?.id,
  terms: BikeTerms,
  example: EXAMPLE,
});
const http = createServer(
  (request, response) => void (request.url?.startsWith(path) ? inspect : page)(request, response),
);
const chat = serveChat<BikeTerms>(http, memberOf, {
  terms: BikeTerms,
  rules: {
    actions: ["propose", "counter", "accept", "reject", "question", "withdraw"],
    cap: { limit: 20 },
    turnMs: 90_000,
    totalMs: 900_000,
  },
});
// Whoever has its address sees everything: it is the secret. Where people sign in, `authorize` asks who they are.
const path = `/inspector-${crypto.randomUUID()}`;
const inspector = createInspector({ rooms: chat.rooms, path, authorize: () => "host" });
const inspect = getRequestListener(inspector.fetch);
http.listen(values.bots ? 0 : Number(values.port), "127.0.0.1", async () => {
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  if (values.bots) await playWithBots(url);
  else {
    connectBot(url, { token: "b2" }, haggler(1_200));
    console.log(`Two people: ${url}/?token=a1 and ${url}/?token=s1`);
    console.log(`With a bot: ${url}/?token=a2`);
    console.log(`The inspector: ${url}${path}/`);
    process.once("SIGINT", () => void chat.close(10_000).then(() => process.exit(0)));
  }
});

async function playWithBots(url: string): Promise<void> {
  const bots = [
    connectBot(url, { token: "a3" }, haggler(600)),
    connectBot(url, { token: "b3" }, haggler(1_200)),
  ];
  const [buyer] = bots;
  chat.rooms.on("turn:recorded", ({ payload: { turn } }) => {
    console.log(`${turn.number}. ${turn.partyId}: ${turn.action} ${turn.terms?.price ?? ""}`.trimEnd());
    // The line drops in the midst of it, and comes back.
    if (turn.number === 2) buyer?.io.engine.close();
  });
  const settled = new Promise<string>((resolve) =>
    chat.rooms.on("negotiation:settled", ({ payload }) =>
      resolve(`${payload.status} (${payload.outcome?.reason})`),
    ),
  );
  buyer?.once("room:members", () => undefined);
  buyer?.on("room:members", (present: readonly { readonly isHere: boolean }[]) => {
    if (present.filter(({ isHere }) => isHere).length < 2 || chat.rooms.peek("bots")?.getLatestNegotiation())
      return;
    const move = { action: "propose", terms: { ...EXAMPLE, price: 600 } };
    buyer?.emit("negotiation:move", { commandId: "opening", move });
  });
  console.log(await settled);
  await chat.close();
  for (const bot of bots) bot.disconnect();
  // The acknowledgement that the dropped line still owes has a timer of Socket.IO's, for as long as its turn had.
  process.exit(0);
}
