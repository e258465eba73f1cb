/**
 * @module
 * `concordat/mcp`: negotiations as tools of the Model Context Protocol, over Streamable HTTP, stdio and in memory. It
 * needs the package @modelcontextprotocol/server.
 */

export { negotiationTurnInstructions } from "../../presets/index-network/index.js";
export type { Caller, InputLimits } from "../door/index.js";
export { createMcpBridge, type McpBridge } from "./create-mcp-bridge.js";
export type { McpBridgeOptions, McpLimits } from "./mcp-options.js";
