import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inspectedRows, startExample } from "./run-example.js";

// A server in a process of its own, and curl: nothing of ours stands between them.

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "concordat-http-"));
const running = new Set<ChildProcess>();

async function serverOver(file: string) {
  const { child, lines } = startExample("http-server.ts", [join(folder, file), "0"]);
  running.add(child);
  const ended = once(child, "exit").finally(() => void running.delete(child));
  const stop = (): Promise<unknown> => {
    child.kill("SIGTERM");
    return ended;
  };
  let url: string | undefined;
  for await (const line of lines) {
    if (url !== undefined) return { url, inspector: line, stop };
    url = line;
  }
  throw new Error(`The server ended before it served: ${await ended}.`);
}

describe("examples/http-deal.sh with examples/http-server.ts", () => {
  let lines: readonly string[];
  let stderr: string;
  let url: string;
  let inspector: string;
  let stop: () => Promise<unknown>;
  beforeAll(async () => {
    ({ url, inspector, stop } = await serverOver("deal.db"));
    const ending = await promisify(execFile)("sh", ["examples/http-deal.sh", url], { cwd: root });
    lines = ending.stdout.trimEnd().split("\n");
    stderr = ending.stderr;
  });
  afterAll(() => {
    for (const child of running) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  it("a whole deal is negotiated by curl alone, step by step, each with the answer that it says [HT-2]", () => {
    expect(stderr).toBe("");
    const answers = lines.filter((line) => line.startsWith("   ")).map((line) => line.trim());
    expect(answers).toEqual([
      '201, version "0", proposed',
      "201, replayed: true",
      "200, ada did propose",
      '200, version "1", countered',
      "409 not_your_turn",
      "412 stale_version, the version is 1",
      "400 terms_invalid at /price",
      '200, version "1", she may do [propose,counter,accept,reject,question,withdraw]',
      '200, version "2", accepted',
      "404 unknown_negotiation",
      "200, 2 turns",
      "snapshot",
      "turn:recorded",
      "turn:recorded",
      "200, openapi 3.1.0",
    ]);
  });

  it("the server shows the deal in the inspector whose address it has printed [UI-1]", async () => {
    expect(await inspectedRows(inspector)).toMatchObject([{ status: "accepted" }]);
  });

  it("the server ends when it is asked to, and another one has the deal, from the same file", async () => {
    expect(await stop()).toEqual([0, null]);
    const next = await serverOver("deal.db");
    const headers = { authorization: "Bearer s1" };
    const response = await fetch(`${next.url}/negotiations?status=completed`, { headers });
    expect(await response.json()).toMatchObject({
      total: 1,
      items: [{ status: "accepted", latestAction: "accept" }],
    });
    expect(await next.stop()).toEqual([0, null]);
  });

  it("a process that closes its bridge exits by itself, though a stream of it was open [BR-8]", async () => {
    const server = await serverOver("open.db");
    const opened = await fetch(`${server.url}/negotiations`, {
      method: "POST",
      headers: {
        authorization: "Bearer a1",
        "content-type": "application/json",
        "idempotency-key": "open-1",
      },
      body: JSON.stringify({
        roomId: "market-7",
        responder: "smith",
        proposal: { price: 40, deliverBy: "2026-12-01" },
      }),
    });
    expect(opened.status).toBe(201);
    const headers = { authorization: "Bearer s1" };
    const stream = await fetch(`${server.url}${opened.headers.get("location")}/events`, { headers });
    expect(stream.status).toBe(200);
    const [ending, text] = await Promise.all([server.stop(), stream.text()]);
    expect(ending).toEqual([0, null]);
    expect(text).toContain("event: snapshot");
  });
});
