/**
 * A program at the table of the chat, seen from the server: an agent whose answers are acknowledgements. `bot.ts` is its
 * other end.
 */
import type { Clock } from "concordat";
import { type ChannelAgent, channelAgent } from "concordat/channel";
import type { Socket } from "socket.io";

/**
 * Asks on the newest line, for as long as is left of the turn. Who does not acknowledge, is not there, or is late, lets the
 * turn pass.
 */
export function remoteAgent<Terms>(sockets: ReadonlySet<Socket>, clock: Clock): ChannelAgent<Terms> {
  return channelAgent<Terms>({
    send(text, { kind, timeoutMs }) {
      const line = [...sockets].at(-1);
      if (kind === "cancel") return line?.emit("negotiation:over", text);
      return line?.timeout(timeoutMs).emitWithAck("negotiation:turn", text);
    },
    clock,
  });
}
