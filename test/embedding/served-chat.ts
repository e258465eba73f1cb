/**
 * @module
 * The chat of the examples on a port of its own and a clock that is moved by hand, with clients of Socket.IO.
 */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { io, type Socket } from "socket.io-client";
import type * as z from "zod";
import { chatPages } from "../../examples/chat-room/chat-pages.js";
import { type Member, serveChat } from "../../examples/chat-room/server.js";
import type { Answer, Snapshot } from "../../examples/hosts/seat.js";
import type { NegotiationRoomsOptions } from "../../src/index.js";
import { ManualClock } from "../../src/testing/clock/index.js";
import { EVENT_NAMES, sequentialIds, T0 } from "../kit/open-room.js";

/** What the page's own script has for what a client knows. */
export const { Snapshots } = await import(
  new URL("../../examples/hosts/page/snapshots.js", import.meta.url).href
);

/** A client: what it was told, and what it knows. */
export interface ChatClient {
  readonly socket: Socket;
  /** Whatever came, in order. */
  readonly told: Snapshot[];
  /** The newest, as the page keeps it. */
  newest(): Snapshot;
  /** Hands in a message and gives the answer. */
  send(message: object): Promise<Answer>;
  /** All that came under one name. */
  readonly heard: { readonly name: string; readonly data: any }[];
}

/** A chat whose tokens are `room/member`, with a `!` behind for programs. */
export async function servedChat(
  options: NegotiationRoomsOptions<any> & { readonly page?: z.ZodType; readonly example?: unknown } = {},
) {
  const { page, example, ...given } = options;
  const clock = new ManualClock(T0);
  const memberOf = (credentials: unknown): Member | undefined => {
    const { token } = (credentials ?? {}) as { token?: unknown };
    const [, roomId = "", id = "", mark] = /^([^/]+)\/(\w+)(!?)$/.exec(String(token)) ?? [];
    return id === "" ? undefined : { roomId, id, isAgent: mark === "!" };
  };
  const nameOf = (token: string) => memberOf({ token })?.id;
  const http = createServer(page && chatPages({ nameOf, terms: page, example }));
  const chat = serveChat<any>(http, memberOf, { clock, ids: sequentialIds(), ...given });
  const events: string[] = [];
  for (const name of EVENT_NAMES)
    if (name.startsWith("negotiation:"))
      chat.rooms.on(name, ({ roomId }) => void events.push(`${roomId} ${name}`));
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const sockets: Socket[] = [];

  /** A socket, before anything has come over it. */
  const dial = (auth: object): Socket => {
    const socket = io(url, { auth, transports: ["websocket"], reconnection: false, forceNew: true });
    sockets.push(socket);
    return socket;
  };

  const connect = async (token: string, more: object = {}): Promise<ChatClient> => {
    const socket = dial({ token, ...more });
    const snapshots = new Snapshots();
    const told: Snapshot[] = [];
    const heard: ChatClient["heard"] = [];
    socket.on("negotiation:snapshot", (snapshot) => {
      told.push(snapshot);
      snapshots.take(snapshot);
    });
    socket.onAny((name, data) => heard.push({ name, data }));
    await once(socket as never, "room:members");
    return {
      socket,
      told,
      heard,
      newest: () => snapshots.newest,
      async send(message) {
        const answer = await socket.emitWithAck("negotiation:move", message);
        if (answer.snapshot) snapshots.take(answer.snapshot);
        return answer;
      },
    };
  };

  return {
    chat,
    http,
    clock,
    events,
    url,
    dial,
    connect,
    async stop() {
      for (const socket of sockets) socket.disconnect();
      await chat.close(0);
    },
  };
}

/** An opening at a price. */
export const opening = (price: number, commandId = "open-1") => ({
  commandId,
  negotiationId: null,
  move: { action: "propose", terms: { price } },
});
