/**
 * @module
 * `concordat mcp`: a party's negotiations in an SQLite file, as tools for the MCP client that starts it.
 */

import { existsSync } from "node:fs";
import type { Command } from "commander";
import { NegotiationRooms } from "../../index.js";
import { openSqliteStore } from "../../stores/sqlite/index.js";
import { demandRegular } from "../files/index.js";
import { CommandError, fileError, partyId, say } from "../text/index.js";
import { openedDatabase } from "./export-log-command.js";

/** Adds the command to the program. */
export function addMcpCommand(program: Command): void {
  program
    .command("mcp")
    .summary("serve a party's negotiations to an MCP client, over stdio")
    .description(
      "Serves the negotiations of one party, kept in an SQLite file, as tools to the MCP client that starts it.",
    )
    .requiredOption("--store <file>", "the SQLite file; made if there is none")
    .option("--party <id>", "whose turns the client takes", partyId, "me")
    .option("--open <id>", "open a negotiation with this party, unless one with it is going on", partyId)
    .addHelpText(
      "after",
      `
The other party is another process on the same file: a second client with its own --party, or a program of yours. A
negotiation has at most 20 turns, a day for each and a week in all. It takes the package @modelcontextprotocol/server,
and before Node 22.13 better-sqlite3 as well.

Example:
  concordat mcp --store deals.db --party buyer --open seller

Clients write it as { "command": "npx", "args": ["concordat", "mcp", "--store", "deals.db", ...] }.`,
    )
    .action(serve);
}

interface McpFlags {
  readonly store: string;
  readonly party: string;
  readonly open?: string;
}

async function serve({ store: file, party, open }: McpFlags): Promise<void> {
  if (open === party) throw new CommandError("Expected --open to name another party than --party.", 2);
  // Loaded here, and the one that says what is missing first: other commands run without the packages that it takes.
  const { createMcpBridge } = await import("../../bridges/mcp/index.js");
  const { serveStdio } = await import("@modelcontextprotocol/server/stdio");
  const rooms = new NegotiationRooms({ store: storeIn(file), rules: RULES });
  await rooms.resume();
  if (open !== undefined) await openedWith(rooms, party, open);
  const bridge = createMcpBridge({
    rooms,
    identify: () => ({ partyId: party }),
    onError: (error) => say(`concordat: ${error instanceof Error ? error.message : String(error)}`),
  });
  serveStdio(bridge.serverFor);
  // Standard output is the client's.
  say(`concordat: ${party} negotiates in ${file}.`);
  await new Promise((resolve) => process.stdin.once("end", resolve).once("close", resolve));
  await bridge.close();
  await rooms.close();
}

/** Chosen: models and people take their time, and clients are closed overnight. */
const RULES = {
  actions: ["propose", "counter", "accept", "reject", "question"],
  cap: { limit: 20 },
  turnMs: 86_400_000,
  totalMs: 7 * 86_400_000,
} as const;

function storeIn(file: string): ReturnType<typeof openSqliteStore> {
  try {
    if (existsSync(file)) demandRegular(file);
    return openSqliteStore({ database: openedDatabase(file, { readOnly: false }) });
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw fileError(file, undefined, (error as Error).message, error);
  }
}

async function openedWith(rooms: NegotiationRooms, party: string, other: string): Promise<void> {
  for (let after: string | undefined; ; ) {
    const { items, next } = await rooms.list(party, { status: "active", limit: 100, after });
    if (items.some(({ counterpartyId }) => counterpartyId === other)) return;
    if (next === null) break;
    after = next;
  }
  // A room of their own: a room has one negotiation at a time.
  await rooms.room(`${party} and ${other}`).createNegotiation(party, other);
}
