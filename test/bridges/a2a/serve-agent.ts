/**
 * @module
 * The A2A bridge behind the SDK's own handlers and express, on a free loopback port, and the SDK's own clients of it: for
 * tests, and for processes of their own.
 */

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { AgentCard } from "@a2a-js/sdk";
import {
  type Client,
  ClientFactory,
  ClientFactoryOptions,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from "@a2a-js/sdk/client";
import { DefaultRequestHandler, InMemoryTaskStore, type TaskStore, type User } from "@a2a-js/sdk/server";
import { agentCardHandler, jsonRpcHandler, restHandler } from "@a2a-js/sdk/server/express";
import express from "express";
import { type A2aBridge, type A2aBridgeOptions, createA2aBridge } from "../../../src/bridges/a2a/index.js";
import { type Agent, NegotiationRooms } from "../../../src/index.js";

/** An agent that answers at a URL. */
export interface ServedAgent {
  readonly base: string;
  readonly rooms: NegotiationRooms<any>;
  readonly bridge: A2aBridge;
  readonly card: AgentCard;
  readonly faults: unknown[];
  /** The SDK's client, for a party. */
  client(partyId: string, transport?: "JSONRPC" | "HTTP+JSON"): Promise<Client>;
  close(): Promise<void>;
}

/** A fetch that says who asks. */
export function fetchAs(partyId: string): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("authorization", `Bearer ${partyId}`);
    return fetch(input, { ...init, headers });
  };
}

/** Serves rooms as an agent; a bearer token is the caller's own id. */
export async function serveAgent(
  options: Partial<A2aBridgeOptions<any>> & { readonly tasks?: TaskStore } = {},
): Promise<ServedAgent> {
  const { tasks = new InMemoryTaskStore(), rooms = new NegotiationRooms<any>(), ...rest } = options;
  const faults: unknown[] = [];
  const bridge = createA2aBridge<any>({
    rooms,
    identify: ({ user }) => (user?.isAuthenticated ? { partyId: user.userName } : null),
    self: "smith",
    card: { name: "Smith", description: "Sells." },
    onError: (error) => faults.push(error),
    ...rest,
  });
  const app = express();
  const server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, "127.0.0.1", () => resolve(listening));
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const card = bridge.agentCard(base);
  const requestHandler = new DefaultRequestHandler(card, bridge.taskStore(tasks), bridge.executor);
  const userBuilder = async ({ headers }: { headers: Record<string, unknown> }): Promise<User> => {
    const userName = String(headers["authorization"] ?? "").replace(/^Bearer ?/, "");
    return { isAuthenticated: userName !== "", userName };
  };
  app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: requestHandler }));
  app.use("/a2a/jsonrpc", jsonRpcHandler({ requestHandler, userBuilder: userBuilder as never }));
  app.use("/a2a/rest", restHandler({ requestHandler, userBuilder: userBuilder as never }));
  const close = async (): Promise<void> => {
    await bridge.close();
    await (rooms as NegotiationRooms<any>).close?.();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return {
    base,
    rooms: rooms as NegotiationRooms<any>,
    bridge,
    card,
    faults,
    close,
    client: (partyId, transport = "JSONRPC") => clientOf(card, partyId, transport),
  };
}

/** The SDK's client of an agent that is known by its card or its URL, by one transport. */
export function clientOf(agent: AgentCard | string, partyId: string, transport = "JSONRPC"): Promise<Client> {
  const fetchImpl = fetchAs(partyId);
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
      preferredTransports: [transport],
    }),
  );
  return typeof agent === "string" ? factory.createFromUrl(agent) : factory.createFromAgentCard(agent);
}

/** Concedes in steps from one price to another, and takes what is as good as its next offer. */
export function bargainer(from: number, step: number): Agent<any> {
  return ({ turns, standing, party }) => {
    const made = turns.filter((turn) => turn.partyId === party.id).length;
    const next = from + made * step;
    const theirs = standing === null || standing.partyId === party.id ? undefined : standing.terms.price;
    if (theirs !== undefined && (step > 0 ? theirs <= next : theirs >= next)) return { action: "accept" };
    return {
      action: standing === null ? "propose" : "counter",
      terms: { price: next },
      message: `What of ${next}?`,
    };
  };
}
