/**
 * @module
 * The bridge as foreign clients meet it: the official ones of both lines, in memory and over real sockets.
 */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { Client as V1Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as V1Transport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type AuthInfo, type CallToolResult, InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { afterEach } from "vitest";
import { createMcpBridge, type McpBridge, type McpBridgeOptions } from "../../../src/bridges/mcp/index.js";
import { NegotiationRooms, type NegotiationRoomsOptions } from "../../../src/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { T0 } from "../../kit/open-room.js";

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Is closed when the test ends, the last first. */
export function closedLater(close: () => Promise<unknown>): void {
  closing.push(close);
}

/** Everything is allowed, for a long time. */
export const RULES = {
  actions: { all: ["propose", "counter", "accept", "reject", "question", "withdraw"] },
  cap: { limit: 100 },
  oneActive: "none",
  turnMs: 3_000_000,
  totalMs: 9_000_000,
  validityMs: null,
} as const;

/** A bridge, its rooms, and what it told its host of. */
export interface Bridged {
  readonly bridge: McpBridge;
  readonly rooms: NegotiationRooms<any>;
  readonly clock: ManualClock;
  readonly faults: { readonly error: unknown; readonly context: object }[];
  /** Ada opens a negotiation with smith; its id. */
  opened(price?: number): Promise<string>;
}

/** What a bridge is made with. */
export interface BridgedOptions extends Partial<McpBridgeOptions<any>> {
  readonly service?: NegotiationRoomsOptions<any> | undefined;
}

/** A bridge over rooms on a manual clock; a token is "PARTY" or "PARTY/AGENT". */
export function bridged({ service, ...options }: BridgedOptions = {}): Bridged {
  const clock = new ManualClock(T0);
  const own = new NegotiationRooms<any>({ clock, rules: RULES, warnings: false, ...service });
  const rooms = (options.rooms ?? own) as NegotiationRooms<any>;
  const faults: Bridged["faults"] = [];
  const bridge = createMcpBridge<any>({
    identify: (authInfo) => callerOf(authInfo?.token),
    onError: (error, context) => void faults.push({ error, context }),
    ...options,
    rooms,
  });
  closedLater(async () => {
    await bridge.close();
    await own.close();
  });
  const opened = async (price = 40): Promise<string> =>
    (await rooms.room("market-7").createNegotiation("ada", "smith", { price })).id;
  return { bridge, rooms, clock, faults, opened };
}

function callerOf(token: string | undefined): { partyId: string; agentId?: string | undefined } | null {
  const [partyId, agentId] = token?.split("/") ?? [];
  return partyId && partyId !== "nobody" ? { partyId, agentId } : null;
}

/** What the host's middleware would have made of a token. */
export function authInfoOf(token: string): AuthInfo {
  return { token, clientId: "test", scopes: [] };
}

/** How a client speaks: as before 2026-07-28, or as both sides can. */
export const MODES = ["legacy", "auto"] as const;

/** A v2 client over a linked pair of transports. */
export async function inMemory(
  { bridge }: Pick<Bridged, "bridge">,
  token: string,
  mode: (typeof MODES)[number] = "legacy",
): Promise<Client> {
  const [own, theirs] = InMemoryTransport.createLinkedPair();
  const serverFor = (context: Parameters<McpBridge["serverFor"]>[0]) =>
    bridge.serverFor({ ...context, authInfo: authInfoOf(token) });
  const served = serveStdio(serverFor, { transport: theirs });
  const client = new Client({ name: "test", version: "1" }, optionsOf(mode));
  await client.connect(own);
  closedLater(async () => {
    await client.close();
    await served.close();
  });
  return client;
}

function optionsOf(mode: (typeof MODES)[number]): ClientOptions {
  return mode === "legacy" ? {} : { versionNegotiation: { mode } };
}

/** The bridge behind a real socket on a free loopback port; whoever has a bearer token is who it says. */
export async function overHttp({ bridge }: Pick<Bridged, "bridge">): Promise<{ url: URL; server: Server }> {
  const node = toNodeHandler({
    fetch: (request) => {
      const token = /^Bearer (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
      return bridge.fetch(request, token === undefined ? {} : { authInfo: authInfoOf(token) });
    },
  });
  const server = createServer((request, response) => void node(request as never, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  closedLater(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`), server };
}

/** A v2 client over HTTP. */
export async function httpClient(
  url: URL,
  token: string,
  mode: (typeof MODES)[number] = "legacy",
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, optionsOf(mode));
  await client.connect(new StreamableHTTPClientTransport(url, withToken(token)));
  closedLater(() => client.close());
  return client;
}

/** A client of the line before, over HTTP. */
export async function v1Client(url: URL, token: string): Promise<V1Client> {
  const client = new V1Client({ name: "test", version: "1" });
  await client.connect(new V1Transport(url, withToken(token)) as never);
  closedLater(() => client.close());
  return client;
}

function withToken(token: string): { readonly requestInit: RequestInit } {
  return { requestInit: { headers: { authorization: `Bearer ${token}` } } };
}

/** Any of the clients. */
export interface Calling {
  callTool(params: { name: string; arguments?: Record<string, unknown> }): Promise<unknown>;
}

/** Calls a tool; what it gave, or throws the text of its refusal. */
export async function called(
  client: Calling,
  name: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<any> {
  const { isError, structuredContent, content } = (await client.callTool({
    name,
    arguments: given,
  })) as CallToolResult;
  const [first] = content;
  const text = first?.type === "text" ? first.text : "";
  if (isError === true) throw new Error(text);
  return { ...(structuredContent as object), text };
}

/** The text of a refused call. */
export async function refusedText(
  client: Calling,
  name: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  try {
    await called(client, name, given);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`Expected ${name} to be refused.`);
}
