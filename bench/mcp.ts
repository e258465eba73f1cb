/**
 * @module
 * What a turn costs through MCP: `respond_to_negotiation` by the official client, against a tool of the bare SDK that is
 * registered with the same schemas, by which the SDK judges what comes and goes, and that answers the same; in memory and
 * over HTTP. What was opened is cancelled after each slice, so that no round pays for the negotiations of those before.
 */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  fromJsonSchema,
  InMemoryTransport,
  type JsonSchemaType,
  McpServer,
} from "@modelcontextprotocol/server";
import { createMcpBridge } from "../src/bridges/mcp/index.js";
import { NegotiationRooms } from "../src/index.js";
import { type Contestant, costOf, cpuNow, race } from "./measure.js";
import { hand } from "./report.js";
import { endsOf, spreadOf } from "./spread.js";
import { OPENING } from "./supply-contract.js";

const rooms = new NegotiationRooms({
  rules: { cap: { limit: 1_000 }, oneActive: "none" },
  keepSettled: 0,
});
const bridge = createMcpBridge({ rooms, identify: () => ({ partyId: "smith" }) });

const TURN = { action: "counter", reasoning: "Below our cost.", terms: OPENING, expectedVersion: 0 };
/** What the bare tool shows and answers: as ours. */
const [shown, answer] = await recorded();

/** The tool of the bare SDK: its schemas are looked at, and it answers. */
function bareServer(): McpServer {
  const server = new McpServer({ name: "bare", version: "1" });
  for (const {
    name,
    title = name,
    description = "",
    inputSchema,
    outputSchema = {},
    annotations = {},
  } of shown)
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: fromJsonSchema(inputSchema as JsonSchemaType),
        outputSchema: fromJsonSchema(outputSchema as JsonSchemaType),
        annotations,
      },
      async () => ({
        content: [{ type: "text", text: JSON.stringify(answer) }],
        structuredContent: answer,
      }),
    );
  return server;
}

async function inMemory(serverFor: () => McpServer | Promise<McpServer>): Promise<Client> {
  const [own, theirs] = InMemoryTransport.createLinkedPair();
  await (await serverFor()).connect(theirs);
  return connected(own);
}

async function overHttp(fetch: (request: Request) => Promise<Response>): Promise<Client> {
  const node = toNodeHandler({ fetch });
  const server = createServer((request, response) => void node(request as never, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return connected(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
}

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(transport);
  return client;
}

const AUTH = { token: "smith", clientId: "bench", scopes: [] };
const bareHandler = createMcpHandler(bareServer);

/** A turn each: on a fresh negotiation, whose creation is not measured. */
function contestant(name: string, connect: () => Promise<Client>): Contestant {
  let client: Promise<Client> | undefined;
  return {
    name,
    cost: async (count) => {
      client ??= connect();
      const ready = await client;
      const ids = await opened(count);
      const before = cpuNow();
      for (const negotiationId of ids) await turn(ready, negotiationId);
      const cost = cpuNow() - before;
      for (const id of ids) await rooms.room("market-7").cancel(id);
      return cost;
    },
  };
}

const costs = await race(
  [
    contestant("bridge", () => inMemory(() => bridge.serverFor({ era: "legacy" }))),
    contestant("bareSdk", () => inMemory(bareServer)),
    contestant("bridgeHttp", () => overHttp((request) => bridge.fetch(request, { authInfo: AUTH }))),
    contestant("bareSdkHttp", () => overHttp((request) => bareHandler.fetch(request, { authInfo: AUTH }))),
  ],
  { rounds: 15, sliceMs: 300 },
);

const inMemorySpread = spreadOf(costs, "bridge", "bareSdk");
const overHttpSpread = spreadOf(costs, "bridgeHttp", "bareSdkHttp");
hand({
  ratios: {
    bridgeToBareSdk: inMemorySpread.median,
    bridgeToBareSdkOverHttp: overHttpSpread.median,
  },
  figures: {
    ...endsOf("bridgeToBareSdk", inMemorySpread),
    ...endsOf("bridgeToBareSdkOverHttp", overHttpSpread),
    bridgeUs: costOf(costs, "bridge") / 1_000,
    bareSdkUs: costOf(costs, "bareSdk") / 1_000,
    bridgeHttpUs: costOf(costs, "bridgeHttp") / 1_000,
    bareSdkHttpUs: costOf(costs, "bareSdkHttp") / 1_000,
  },
  goals: { bridgeToBareSdk: "at most 2", bridgeToBareSdkOverHttp: "at most 1.5" },
});

async function opened(count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  const room = rooms.room("market-7");
  for (let index = 0; index < count; index += 1)
    ids.push((await room.createNegotiation("ada", "smith", OPENING)).id);
  return ids;
}

async function turn(client: Client, negotiationId: string) {
  const given = { ...TURN, negotiationId };
  const result = await client.callTool({ name: "respond_to_negotiation", arguments: given });
  if (result.isError === true) throw new Error(`Expected a turn, got ${JSON.stringify(result.content)}.`);
  return result;
}

/** The tools of the bridge as clients see them, and what a turn gives. */
async function recorded() {
  const client = await inMemory(() => bridge.serverFor({ era: "legacy" }));
  const { tools } = await client.listTools();
  const [id = ""] = await opened(1);
  const { structuredContent } = await turn(client, id);
  await client.close();
  return [tools, structuredContent as Record<string, unknown>] as const;
}
