/**
 * @module
 * `concordat/client`: a typed client of the HTTP door, for Node and browsers, with streams that go on after a lost line
 * and stores for user interfaces. It needs no package.
 */

export { ClientError, type ClientErrorCode } from "./client-error.js";
export type { ClientHeaders, NegotiationClientOptions } from "./client-options.js";
export type { ClientSnapshot, ClientStore } from "./client-store.js";
export {
  type AskOptions,
  type CommandOptions,
  createNegotiationClient,
  type MoveDone,
  type MoveOptions,
  type MoveRefused,
  type MoveResult,
  type NegotiationClient,
  type NegotiationOpening,
  type Target,
} from "./negotiation-client.js";
export type { ClientFrame, SeenNegotiation } from "./watch.js";
