import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { McpBridge } from "../../../src/bridges/mcp/index.js";
import { packageRoot } from "../../package/package-root.js";
import { authInfoOf, type Bridged, bridged, overHttp } from "./mcp-clients.js";

/** What the tools are asked of, pinned: other versions want other Node versions, or ask for tools of their own. */
const INSPECTOR = toolOf("@modelcontextprotocol/inspector-cli", "0.15.0", "build/index.js", 20);
const CONFORMANCE = toolOf("@modelcontextprotocol/conformance", "0.1.16", "dist/index.js", 22);

describe(`the inspector in its command-line mode${INSPECTOR.note}`, () => {
  it.skipIf(INSPECTOR.path === undefined)("lists the tools, and calls one [MC-2] [MC-6]", async () => {
    const all = bridged();
    const negotiationId = await all.opened();
    const asked = [INSPECTOR.path!, await openTo("smith", all), "--transport", "http", "--method"];
    const listed = JSON.parse(await outputOf(...asked, "tools/list"));
    expect(listed.tools.map(({ name }: { name: string }) => name)).toEqual([
      "list_negotiations",
      "get_negotiation",
      "respond_to_negotiation",
    ]);
    const call = ["--tool-name", "get_negotiation", "--tool-arg", `negotiationId=${negotiationId}`];
    const read = JSON.parse(await outputOf(...asked, "tools/call", ...call));
    expect(read.structuredContent).toMatchObject({ negotiationId, isYourTurn: true, version: 0 });
    expect(all.faults).toEqual([]);
  });
});

describe(`the conformance suite of MCP${CONFORMANCE.note}`, () => {
  it
    .skipIf(CONFORMANCE.path === undefined)
    .each(["server-initialize", "ping", "tools-list", "dns-rebinding-protection"])(
    "passes the bridge in its scenario %s [MC-6] [MC-8]",
    async (scenario) => {
      const all = bridged();
      const url = await openTo("ada", all);
      const said = await outputOf(CONFORMANCE.path!, "server", "--url", url, "--scenario", scenario);
      expect(said).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
      expect(all.faults).toEqual([]);
    },
  );
});

/** The URL of the bridge over HTTP for tools that have no token: whoever asks is this party. */
async function openTo(partyId: string, { bridge }: Bridged): Promise<string> {
  const fetch: McpBridge["fetch"] = (request) => bridge.fetch(request, { authInfo: authInfoOf(partyId) });
  return (await overHttp({ bridge: { ...bridge, fetch } })).url.href;
}

/** Where a tool's program stands: among the packages, or in a folder of NODE_PATH. A note where it does not. */
function toolOf(name: string, version: string, file: string, node: number): { path?: string; note: string } {
  const folders = [join(packageRoot, "node_modules"), ...(process.env["NODE_PATH"] ?? "").split(delimiter)];
  const home = folders.map((folder) => join(folder, name)).find((one) => existsSync(join(one, file)));
  const found = home && JSON.parse(readFileSync(join(home, "package.json"), "utf8")).version;
  const isFit = found === version && Number.parseInt(process.versions.node, 10) >= node;
  if (home !== undefined && isFit) return { path: join(home, file), note: "" };
  const reason = `${name} ${version} on Node ${node} or later is not there, got ${found ?? "none"} on ${process.version}`;
  console.warn(`Skips tests by a foreign tool: ${reason}.`);
  return { note: ` (SKIPPED: ${reason})` };
}

/** What a program wrote. Its failure shows that as well. */
function outputOf(...args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: packageRoot, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (said += text));
    child.on("error", reject);
    child.on("close", (code) =>
      code === 0 ? resolve(said) : reject(new Error(`Ended with ${code}: ${said}`)),
    );
  });
}
