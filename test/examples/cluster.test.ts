import { once } from "node:events";
import { beforeAll, describe, expect, it } from "vitest";
import { postgresUrl, URL_VARIABLE } from "../provide-postgres.js";
import { inspectedRows, startExample } from "./run-example.js";

// Three processes with an HTTP bridge each, a round-robin proxy, one PostgreSQL, one SIGKILL.

const DEALS = 60;

describe("examples/cluster/", () => {
  let code: number | null;
  let seen: Awaited<ReturnType<typeof inspectedRows>>;
  const lines: string[] = [];
  beforeAll(async () => {
    // The run's own server: another one would only cost time.
    process.env[URL_VARIABLE] = await postgresUrl();
    const running = startExample("cluster/main.ts", ["--deals", String(DEALS), "--stay"]);
    for await (const line of running.lines) {
      console.log(line);
      lines.push(line);
      if (!line.startsWith("took")) continue;
      seen = await inspectedRows(lines[1] ?? "");
      running.child.stdin.end();
    }
    if (running.child.exitCode === null) await once(running.child, "exit");
    code = running.child.exitCode;
  }, 600_000);

  const numberIn = (start: string): number =>
    Number(/\d+/.exec(lines.find((line) => line.startsWith(start))?.slice(start.length) ?? "")?.[0]);

  it("ends by itself without a complaint: no version told twice, no move refused [ST-103]", () => {
    expect(code).toBe(0);
    expect(lines).toContain("complaints: none");
  });

  it("loses nothing to the process that is killed: each deal ends once, each acknowledged turn is kept", () => {
    expect(numberIn("killed process 2 with")).toBeGreaterThan(0);
    expect(lines).toContain(`accepted: ${DEALS} of ${DEALS}`);
    expect(lines).toContain(`ended once: ${DEALS} of ${DEALS}`);
    expect(lines).toContain(`turns acknowledged: ${DEALS * 10}, of which lost: 0`);
  });

  it("shows the deals of all processes in the inspector, whichever of them answers [UI-1]", () => {
    // Whichever of the two that are left it was, most were not made in it.
    expect(seen.filter(({ status }) => status === "accepted")).toHaveLength(DEALS);
  });

  it("tells each turn to both sides, of whatever process they are clients [ST-105]", () => {
    expect(lines).toContain("turns not told: 0");
    expect(numberIn("deals whose parties were streamed by two processes:")).toBeGreaterThan(0);
    expect(lines.find((line) => line.startsWith("heard of another process's turns"))).toMatch(
      /: \d+, p50 .* p99 \d+ ms/,
    );
  });
});
