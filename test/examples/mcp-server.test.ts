import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, expect, it } from "vitest";
import { called, MODES } from "../bridges/mcp/mcp-clients.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "concordat-mcp-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A client that starts the example as its configuration on the page says. */
async function started(file: string, mode: (typeof MODES)[number]): Promise<Client> {
  const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");
  const script = join(root, "examples", "mcp-server.ts");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [tsx, "--tsconfig", join(root, "tsconfig.json"), script, join(folder, file)],
    // Where better-sqlite3 is found before Node 22.13.
    env: process.env as Record<string, string>,
    stderr: "inherit",
  });
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return client;
}

const RESPOND = "respond_to_negotiation";
const OFFER = { action: "counter", reasoning: "Our limit is 60." } as const;

it.each(MODES)(
  "a client bargains with the example over stdio in its mode %s, and goes on after a restart [MC-6] [MC-8]",
  async (mode) => {
    const first = await started(`${mode}.db`, mode);
    expect(first.getInstructions()).toContain("negotiation turn mode");
    const waiting = () => called(first, "list_negotiations");
    await expect.poll(async () => (await waiting()).total).toBe(1);
    const [{ negotiationId, version }] = (await waiting()).negotiations;
    const terms = { pricePerUnit: 30, deliveryDays: 21 };
    await called(first, RESPOND, { negotiationId, ...OFFER, terms, expectedVersion: version });
    await expect.poll(async () => (await waiting()).total).toBe(1);
    await first.close();

    const second = await started(`${mode}.db`, mode);
    const { turns, standing } = await called(second, "get_negotiation", { negotiationId });
    expect(turns.map(({ action }: any) => action)).toEqual(["propose", "counter", "counter"]);
    expect(turns[2].message).toContain("below what we can do");
    const accept = { negotiationId, action: "accept", reasoning: "Enough." };
    expect((await called(second, RESPOND, accept)).outcome).toMatchObject({
      status: "accepted",
      by: "own",
      terms: standing.terms,
    });
    await second.close();
  },
);
