/**
 * A negotiation partner for a model in an MCP client, over stdio: a seller of an annual supply, who has made an offer.
 *
 *   npx tsx node_modules/concordat/examples/mcp-server.ts FILE.db
 *
 * A client starts it by itself; docs/doors/mcp.md shows its configuration. Everything is kept in the file, so that a
 * negotiation goes on where it was when the client comes back. It takes the package @modelcontextprotocol/server, and
 * before Node 22.13 better-sqlite3 as well: npm install @modelcontextprotocol/server better-sqlite3@12
 */
import { createRequire } from "node:module";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { type Agent, NegotiationRooms } from "concordat";
import { createMcpBridge } from "concordat/mcp";
import { openSqliteStore, type SqliteStore } from "concordat/sqlite";
import { z } from "zod";

const Terms = z.strictObject({
  pricePerUnit: z.number().min(1).max(100),
  deliveryDays: z.int().min(1).max(60),
});
type Terms = z.infer<typeof Terms>;

/** Asks for 80, comes down by 6 a turn to 50, and charges for haste. */
const seller: Agent<Terms> = ({ standing, turnNumber, legalActions }) => {
  const asked = Math.max(50, 80 - 6 * Math.floor((turnNumber - 1) / 2));
  const wanted = (deliveryDays: number): number => asked + (deliveryDays < 14 ? 5 : 0);
  if (standing === null) return { action: "propose", terms: { pricePerUnit: asked, deliveryDays: 21 } };
  const { pricePerUnit, deliveryDays } = standing.terms;
  if (pricePerUnit >= wanted(deliveryDays)) return { action: "accept" };
  if (!legalActions.includes("counter")) return { action: "reject" };
  const message = deliveryDays < 14 ? "Haste costs 5 a unit." : "That is below what we can do.";
  return { action: "counter", terms: { pricePerUnit: wanted(deliveryDays), deliveryDays }, message };
};

const [file = "mcp-server.db"] = process.argv.slice(2);
const rooms = new NegotiationRooms<Terms>({
  store: openStore(file),
  terms: Terms,
  // After a restart the seller is found again by its id; the buyer is whoever sits in the client.
  agentFor: ({ id }) => (id === "seller" ? seller : undefined),
  rules: {
    actions: ["propose", "counter", "accept", "reject", "question"],
    cap: { limit: 20 },
    turnMs: 86_400_000,
    totalMs: 7 * 86_400_000,
  },
});
await rooms.resume();
const { total } = await rooms.list("buyer", { status: "active" });
if (total === 0) {
  const asks = { id: "seller", kind: "system", agent: seller } as const;
  await rooms.room("supply").createNegotiation(asks, { id: "buyer", kind: "personal" });
}

// One local user: whoever started this process is the buyer.
const bridge = createMcpBridge({ rooms, terms: Terms, identify: () => ({ partyId: "buyer" }) });
serveStdio(bridge.serverFor);
// Standard output is the client's.
console.error(`A seller waits in ${file}.`);

process.stdin.on("close", async () => {
  await bridge.close();
  await rooms.close();
});

function openStore(path: string): SqliteStore {
  if (process.getBuiltinModule?.("node:sqlite") !== undefined) return openSqliteStore({ path });
  const Database = createRequire(import.meta.url)("better-sqlite3");
  return openSqliteStore({ database: new Database(path) });
}
