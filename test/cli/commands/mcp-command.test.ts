import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it } from "vitest";
import { called, MODES } from "../../bridges/mcp/mcp-clients.js";
import { command, workplace } from "../concordat.js";

const { concordat, folder, path, start } = workplace();

/** A client that starts the command as its configuration says. */
async function client(args: readonly string[], mode: (typeof MODES)[number]): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, "mcp", ...args],
    cwd: folder,
    // Where better-sqlite3 is found before Node 22.13.
    env: process.env as Record<string, string>,
    stderr: "ignore",
  });
  const started = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await started.connect(transport);
  return started;
}

const RESPOND = "respond_to_negotiation";

describe("concordat mcp", () => {
  it.each(MODES)(
    "lets two clients bargain over one file, in the mode %s, and goes on after a restart [MC-6] [MC-8]",
    async (mode) => {
      const store = ["--store", `${mode}.db`];
      const open = ["--party", "buyer", "--open", "seller"];
      const buyer = await client([...store, ...open], mode);
      const [{ negotiationId }] = (await called(buyer, "list_negotiations")).negotiations;
      const offer = { negotiationId, action: "propose", reasoning: "Low.", terms: { price: 40 } };
      expect((await called(buyer, RESPOND, offer)).yourTurn).toBe(false);
      const seller = await client([...store, "--party", "seller"], mode);
      const counter = { negotiationId, action: "counter", reasoning: "High.", terms: { price: 55 } };
      expect((await called(seller, RESPOND, counter)).status).toBe("countered");
      await buyer.close();
      const again = await client([...store, ...open], mode);
      expect((await called(again, "list_negotiations", { status: "all" })).total).toBe(1);
      const accept = { negotiationId, action: "accept", reasoning: "Enough." };
      expect((await called(again, RESPOND, accept)).outcome).toMatchObject({
        status: "accepted",
        terms: { price: 55 },
      });
      const { turns, outcome } = await called(seller, "get_negotiation", { negotiationId });
      expect(outcome).toMatchObject({ status: "accepted", by: "counterparty" });
      expect(JSON.stringify(turns)).not.toMatch(/Low\.|Enough\./);
      await Promise.all([again.close(), seller.close()]);
    },
  );

  it("tells wrong usage, and what it cannot open, in one line [SY-15]", async () => {
    expect(await concordat("mcp")).toMatchObject({ code: 2, stdout: "" });
    const same = await concordat("mcp", "--store", "a.db", "--party", "ada", "--open", "ada");
    expect(same).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("another party") });
    for (const flags of [
      ["--party", ""],
      ["--party", "a".repeat(257)],
      ["--open", "a\tb"],
    ]) {
      const unserved = await concordat("mcp", "--store", "a.db", ...flags);
      expect(unserved).toMatchObject({ code: 2, stdout: "" });
      expect(unserved.stderr).toMatch(/^concordat: [^\n]*1 to 256 characters[^\n]*\n$/);
    }
    const nowhere = await concordat("mcp", "--store", path("no/such/folder/a.db"));
    expect(nowhere).toMatchObject({ code: 1, stdout: "" });
    expect(nowhere.stderr).toMatch(/^concordat: [^\n]*a\.db: [^\n]+\n$/);
    const device = await concordat("mcp", "--store", "/dev/null");
    expect(device).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("/dev/null: Expected a regular"),
    });
  });

  it("ends when its client goes away [BR-8]", async () => {
    const child = start("mcp", "--store", "ended.db");
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => said.push(String(text)));
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect([code, said.join("")]).toEqual([0, "concordat: me negotiates in ended.db.\n"]);
  });
});
