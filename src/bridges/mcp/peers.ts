/**
 * @module
 * The one door to the MCP SDK, an optional peer: loaded with this room, which is of no use without it.
 */

import type * as Mcp from "@modelcontextprotocol/server";
import { missingPeer } from "../../errors.js";

/** What this bridge is built with. */
export const sdk: typeof Mcp = await import("@modelcontextprotocol/server").catch(refuseMissing);

function refuseMissing(cause: unknown): never {
  throw missingPeer("@modelcontextprotocol/server", "^2.4", "concordat/mcp", cause);
}
