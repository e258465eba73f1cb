/**
 * @module
 * The one door to the MCP SDK, an optional peer: loaded with this room, which is of no use without it.
 */

import type * as Mcp from "@modelcontextprotocol/server";
import { NegotiationError } from "../../errors.js";

const peer: typeof Mcp = await import("@modelcontextprotocol/server").catch(refuseMissing);

/** What this bridge is built with. */
export const sdk: Pick<
  typeof Mcp,
  | "createMcpHandler"
  | "hostHeaderValidationResponse"
  | "localhostAllowedHostnames"
  | "localhostAllowedOrigins"
  | "McpServer"
  | "originValidationResponse"
  | "ProtocolError"
  | "ResourceTemplate"
> = peer;

function refuseMissing(cause: unknown): never {
  throw new NegotiationError(
    "dependency_missing",
    "Expected the package @modelcontextprotocol/server for concordat/mcp, got a failure to load it. " +
      "Install it: npm install @modelcontextprotocol/server@^2.4.",
    { details: { package: "@modelcontextprotocol/server", range: "^2.4" }, cause },
  );
}
