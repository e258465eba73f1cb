/**
 * @module
 * The A2A bridge behind the SDK's own handlers and express, on a free loopback port, and the SDK's own clients of it.
 */

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { AgentCard, Message, Part, Task } from "@a2a-js/sdk";
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
import { afterEach } from "vitest";
import { type A2aBridge, type A2aBridgeOptions, createA2aBridge } from "../../../src/bridges/a2a/index.js";
import { NegotiationRooms } from "../../../src/index.js";

/** The extension that the tests declare. */
export const URI = "urn:concordat:a2a:negotiation:v1";

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

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A fetch that says who asks. */
export function fetchAs(partyId: string): typeof fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("authorization", `Bearer ${partyId}`);
    return fetch(input, { ...init, headers });
  };
}

/** Serves rooms as an agent; a bearer token is the caller's own id. */
export async function served(
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
  open.push(close);
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

/** The SDK's client of an agent, by one transport. */
export function clientOf(card: AgentCard, partyId: string, transport = "JSONRPC"): Promise<Client> {
  const fetchImpl = fetchAs(partyId);
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })],
      preferredTransports: [transport],
    }),
  );
  return factory.createFromAgentCard(card);
}

let count = 0;

/** A request with one data part, and whatever else is given. */
export function saying(
  data: unknown,
  given: Partial<Message> & { readonly returnImmediately?: boolean } = {},
): Parameters<Client["sendMessage"]>[0] {
  const { returnImmediately = false, ...message } = given;
  count += 1;
  return {
    tenant: "",
    metadata: undefined,
    configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately },
    message: {
      messageId: `message-${count}`,
      contextId: "",
      taskId: "",
      role: 1,
      parts: [part(data)],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
      ...message,
    },
  };
}

/** A data part. */
export function part(value: unknown): Part {
  return {
    content: { $case: "data", value },
    mediaType: "application/json",
    filename: "",
    metadata: undefined,
  };
}

/** A text part. */
export function text(value: string): Part {
  return { content: { $case: "text", value }, mediaType: "text/plain", filename: "", metadata: undefined };
}

/** What a task says: its state by name, the data of its status message, and what the extension adds. */
export function told(result: Task | Message | undefined) {
  const task = result as Task;
  const data = (parts?: Part[]): any =>
    parts?.[0]?.content?.$case === "data" ? parts[0].content.value : undefined;
  return {
    id: task.id,
    contextId: task.contextId,
    state: STATES[task.status?.state ?? 0],
    data: data(task.status?.message?.parts),
    extension: task.metadata?.[URI] as any,
    outcome: data(task.artifacts.find(({ name }) => name === "negotiation-outcome")?.parts),
    history: task.history.map(({ parts }) => data(parts)),
  };
}

const STATES = [
  "",
  "submitted",
  "working",
  "completed",
  "failed",
  "canceled",
  "input required",
  "rejected",
  "auth",
];
