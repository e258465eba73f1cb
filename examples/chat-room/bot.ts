/**
 * A program at the table of the chat: an ordinary agent function behind a Socket.IO line, which may drop and come back.
 */
import type { Agent } from "concordat";
import { serveAgent } from "concordat/channel";
import { io, type Socket } from "socket.io-client";

/** Connects an agent to a chat. Its turns come as `negotiation:turn`, each acknowledged with its move. */
export function connectBot<Terms>(url: string, credentials: object, agent: Agent<Terms>): Socket {
  const socket = io(url, { auth: { ...credentials } });
  serveAgent<Terms>(agent, {
    onMessage(listener) {
      socket.on("negotiation:turn", listener);
      socket.on("negotiation:over", (text: unknown) => listener(text));
    },
  });
  return socket;
}
