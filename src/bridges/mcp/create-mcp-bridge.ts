/**
 * @module
 * The bridge to MCP: servers for the SDK's transports, and a handler of web-standard requests.
 */

import type { McpRequestContext, McpServer } from "@modelcontextprotocol/server";
import { doorRefusal, isRefusal, shownError } from "../door/index.js";
import { HttpFace, type McpFetchOptions } from "./http-face.js";
import { type McpBridgeOptions, type ResolvedMcpOptions, resolveMcpOptions } from "./mcp-options.js";
import { sdk } from "./peers.js";
import { addResources } from "./resources.js";
import { type Bound, toolsOf } from "./tools.js";
import { Watches } from "./watches.js";

/** Negotiations as tools of MCP. */
export interface McpBridge {
  /** A fresh server for the SDK's transports, its caller bound; what is added to it is the host's own. Never rejects. */
  serverFor(context: Pick<McpRequestContext, "era" | "authInfo" | "requestInfo">): Promise<McpServer>;
  /** Answers a request of Streamable HTTP by who the host has verified; never rejects. */
  fetch(request: Request, options?: McpFetchOptions): Promise<Response>;
  /** Ends its streams, and refuses from then on. The rooms go on. Idempotent. */
  close(): Promise<void>;
}

/**
 * Three tools over rooms: `list_negotiations`, `get_negotiation` and `respond_to_negotiation`, and each negotiation as
 * the resource `negotiation://ID`.
 *
 * @throws {TypeError} on an unknown option, and without `rooms` or `identify`
 * @throws {RangeError} for a limit out of range
 * @see docs/doors/mcp.md
 */
export function createMcpBridge<Terms = unknown>(options: McpBridgeOptions<Terms>): McpBridge {
  const resolved = resolveMcpOptions(options);
  const { instructions, serverInfo } = resolved;
  let isClosed = false;
  const tools = toolsOf(resolved, () => isClosed);
  const watches = new Watches(resolved);
  const serverFor: McpBridge["serverFor"] = async (context) => {
    const bound = await boundBy(resolved, context.authInfo);
    const server = new sdk.McpServer(serverInfo, { instructions, capabilities: CAPABILITIES });
    // Over HTTP a server answers one request; elsewhere it is a connection, which is told of news.
    const connection =
      context.requestInfo === undefined && !isRefusal(bound)
        ? watches.connection(server, bound, context.era)
        : undefined;
    for (const { name, config, call } of tools)
      server.registerTool(name, config, (given: unknown) => call(given, bound, connection?.told));
    addResources(server, bound, resolved, connection);
    return server;
  };
  const http = new HttpFace(resolved, serverFor, watches);
  return Object.freeze({
    serverFor,
    fetch: (request: Request, given?: McpFetchOptions) => http.fetch(request, given),
    async close(): Promise<void> {
      isClosed = true;
      watches.close();
      await http.close();
    },
  });
}

const CAPABILITIES = { tools: { listChanged: false }, resources: { subscribe: true, listChanged: false } };

/** Who calls, or the refusal of all that it asks for. */
async function boundBy<Terms>(
  { identify, onError }: ResolvedMcpOptions<Terms>,
  authInfo: McpRequestContext["authInfo"],
): Promise<Bound> {
  try {
    return (await identify(authInfo)) ?? doorRefusal("unauthenticated", "Agent not registered");
  } catch (error) {
    // Whatever it is: nobody else knows of the host's hook.
    onError(error, null);
    return shownError(error, null, () => undefined);
  }
}
