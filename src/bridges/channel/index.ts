/**
 * @module
 * `concordat/channel`: a party behind any channel that carries texts: a WebSocket, a worker, a pipe, an acknowledgement
 * of Socket.IO. One end is an agent of a service, the other runs an agent function.
 *
 * @example
 * const far = channelAgent<{ price: number }>({
 *   send: (text) => socket.send(text),
 *   onMessage: (listener) => socket.on("message", (data: unknown) => listener(data)),
 * });
 * const ada = { id: "ada", kind: "personal", agent: far.agent } as const;
 */

export {
  type ChannelAgent,
  type ChannelAgentOptions,
  channelAgent,
  type SendDetails,
} from "./channel-agent.js";
export type { ChannelListener } from "./messages.js";
export { type ServeAgentOptions, type ServedAgent, serveAgent } from "./serve-agent.js";
