/**
 * @module
 * Each negotiation as the resource `negotiation://ID`: the caller's view of it, what the counterparty wrote fenced.
 */

import type { McpServer } from "@modelcontextprotocol/server";
import { isRefusal, shownError, unknownHere } from "../door/index.js";
import type { ResolvedMcpOptions } from "./mcp-options.js";
import { sdk } from "./peers.js";
import { fencedView, nameOf } from "./projections.js";
import { refusalLine, visibleJson } from "./tool-results.js";
import type { Bound } from "./tools.js";
import { type Connection, idOf, uriOf } from "./watches.js";

/** Adds them to a server. */
export function addResources<Terms>(
  server: McpServer,
  bound: Bound,
  { rooms, list, onError }: ResolvedMcpOptions<Terms>,
  connection: Connection | undefined,
): void {
  /** What failed unexpectedly is told as what it is to a caller. */
  const guarded = async <T>(negotiationId: string | null, work: () => Promise<T>): Promise<T> => {
    if (isRefusal(bound)) throw refused(bound);
    try {
      return await work();
    } catch (error) {
      if (error instanceof sdk.ProtocolError) throw error;
      throw refused(shownError(error, negotiationId, onError));
    }
  };
  const partyId = isRefusal(bound) ? "" : bound.partyId;
  const template = new sdk.ResourceTemplate("negotiation://{id}", {
    list: () =>
      guarded(null, async () => {
        const { items } = await list(partyId, { status: "all", limit: 100 });
        return {
          resources: items.map(({ negotiationId, status, counterpartyId }) => ({
            uri: uriOf(negotiationId),
            name: `${nameOf(counterpartyId)}: ${status}`,
            mimeType: JSON_TYPE,
          })),
        };
      }),
  });
  server.registerResource(
    "negotiation",
    template,
    { title: "A negotiation", description: "All that your party may see of it.", mimeType: JSON_TYPE },
    (uri) => {
      const id = idOf(uri.href) ?? "";
      return guarded(id, async () => {
        const view = id && (await (await rooms.roomOf(id))?.viewFor(id, partyId));
        if (!view) throw refused(unknownHere(id));
        connection?.told([id]);
        const text = visibleJson(fencedView(view, partyId));
        return { contents: [{ uri: uri.href, mimeType: JSON_TYPE, text }] };
      });
    },
  );
  server.server.setRequestHandler("resources/subscribe", async ({ params: { uri } }) => {
    return guarded(null, async () => {
      if (connection !== undefined && !(await connection.subscribe(uri))) throw refused(unknownHere(uri));
      return {};
    });
  });
  server.server.setRequestHandler("resources/unsubscribe", async ({ params: { uri } }) => {
    connection?.unsubscribe(uri);
    return {};
  });
}

const JSON_TYPE = "application/json";

/** JSON-RPC's invalid parameters. */
const INVALID_PARAMS = -32_602;

function refused(shown: Parameters<typeof refusalLine>[0]): Error {
  return new sdk.ProtocolError(INVALID_PARAMS, refusalLine(shown, []));
}
