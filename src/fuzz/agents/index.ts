/**
 * @module
 * Looking for mistakes in somebody's agent.
 */

export type { AgentCallData } from "./agent-call.js";
export type { AgentFault, AgentFaultError, AgentFaultKind } from "./agent-fault.js";
export { checkAgent, findAgentFault } from "./check-agent.js";
export type { CheckAgentOptions } from "./check-settings.js";
