/**
 * @module
 * The HTTP bridge behind a real socket on a free loopback port, for tests that ask it by plain `fetch`. Every answer is
 * validated against the bridge's own document, by operation and status.
 */

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { afterEach, expect } from "vitest";
import {
  createHttpBridge,
  type HttpBridge,
  type HttpBridgeOptions,
} from "../../../src/bridges/http/index.js";
import { NegotiationRooms, type NegotiationRoomsOptions } from "../../../src/index.js";
import { ManualClock } from "../../../src/testing/clock/index.js";
import { T0 } from "../../kit/open-room.js";
import { type Conformance, conformanceTo } from "./conformance.js";

/** How a request is made. */
export interface Asked {
  /** Whose token it carries. @default none */
  readonly as?: string | undefined;
  /** JSON, or a text that is sent as it is. @default none */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether the body is bytes, or a text, that are sent as they are. @default only a text is */
  readonly isRaw?: boolean | undefined;
  /** Whether its length is not stated. @default false */
  readonly isChunked?: boolean | undefined;
}

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, or `null`. */
  readonly body: any;
}

/** A bridge that answers at a URL. */
export interface Served {
  readonly base: string;
  readonly rooms: NegotiationRooms<any>;
  readonly bridge: HttpBridge;
  readonly clock: ManualClock;
  readonly server: Server;
  /** What the bridge told its host of. */
  readonly faults: { readonly error: unknown; readonly context: object }[];
  readonly conformance: Conformance;
  ask(method: string, path: string, asked?: Asked): Promise<Answer>;
  /** Ada opens a negotiation with smith; its path. */
  opened(price?: number): Promise<string>;
}

/** What a served bridge is made with. */
export interface ServedOptions
  extends Partial<HttpBridgeOptions<any>>,
    Pick<NegotiationRoomsOptions<any>, "store"> {
  readonly service?: NegotiationRoomsOptions<any> | undefined;
}

/** A token is "Bearer PARTY" or "Bearer PARTY/AGENT". */
export function byToken(request: Request): { partyId: string; agentId?: string | undefined } | null {
  const [partyId, agentId] = request.headers.get("authorization")?.slice("Bearer ".length).split("/") ?? [];
  return partyId ? { partyId, agentId } : null;
}

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A bridge over rooms on a manual clock, until the test ends. */
export async function served({ service, ...options }: ServedOptions = {}): Promise<Served> {
  const clock = new ManualClock(T0);
  const own = new NegotiationRooms<any>({ clock, rules: RULES, warnings: false, ...service });
  const rooms = (options.rooms ?? own) as NegotiationRooms<any>;
  const faults: Served["faults"] = [];
  const onError = (error: unknown, context: object): void => void faults.push({ error, context });
  const bridge = createHttpBridge<any>({ authorize: byToken, onError, ...options, rooms });
  const server = serve({ fetch: bridge.fetch, port: 0, hostname: "127.0.0.1" }) as Server;
  if (!server.listening) await new Promise((resolve) => server.once("listening", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closing.push(async () => {
    await bridge.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await own.close();
  });
  const conformance = conformanceTo(bridge.openApiDocument());
  const ask: Served["ask"] = async (method, path, { as, body, headers, signal, isRaw, isChunked } = {}) => {
    const isSent = isRaw || typeof body === "string" || body === undefined;
    const sent = (isSent ? body : JSON.stringify(body)) as string | undefined;
    const response = await fetch(base + path, {
      method,
      headers: {
        ...(as !== undefined && { authorization: `Bearer ${as}` }),
        ...(sent !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(sent !== undefined && { body: isChunked ? new Blob([sent]).stream() : sent }),
      ...(isChunked && { duplex: "half" }),
      ...(signal !== undefined && { signal }),
    });
    const text = await response.text();
    const type = response.headers.get("content-type") ?? "";
    const answer = { status: response.status, headers: response.headers, text, body: jsonOf(type, text) };
    conformance.check(method, path, answer);
    expect(response.headers.get("cache-control")).toBe("no-store");
    return answer;
  };
  const opened = async (price = 40): Promise<string> => {
    const body = { roomId: "market-7", responder: "smith", proposal: { price } };
    const { status, headers } = await ask("POST", "/negotiations", { as: "ada", body });
    expect(status).toBe(201);
    return headers.get("location") as string;
  };
  return { base, rooms, bridge, clock, server, faults, conformance, ask, opened };
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

function jsonOf(type: string, text: string): unknown {
  return /json/.test(type) && text !== "" ? JSON.parse(text) : null;
}
