/**
 * @module
 * `concordat/a2a`: negotiations over the Agent2Agent protocol 1.0, both ways: served as tasks, and asked of a remote
 * agent. It needs the package @a2a-js/sdk.
 */

export type { Caller, InputLimits } from "../door/index.js";
export { type A2aAgentOptions, a2aAgent } from "./a2a-agent.js";
export type { A2aBridgeOptions, CardDraft, NegotiationOffer } from "./a2a-options.js";
export { type A2aBridge, createA2aBridge } from "./create-a2a-bridge.js";
