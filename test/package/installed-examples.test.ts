import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresUrl, URL_VARIABLE } from "../provide-postgres.js";
import { type Consumer, makeConsumer } from "./consumer.js";
import { packageRoot } from "./package-root.js";

const HTTP_SERVER = ["hono", "@hono/zod-openapi", "@hono/node-server"] as const;

/** Those of the package, with their arguments, what else a user has to install for each, and what each ends with. */
const EXAMPLES = [
  ["quickstart.ts", [], [], "accepted"],
  ["quickstart.ts", ["--full"], [], "negotiation.svg"],
  ["oap-deal.ts", [], ["@noble/hashes"], "log: written anew as a whole"],
  ["chat-room/main.ts", ["--bots"], ["socket.io", "socket.io-client"], "accepted (accept)"],
  ["resume-after-kill.ts", [], [], "deal: accepted (accept)"],
  ["cluster/main.ts", ["--deals", "20"], [...HTTP_SERVER, "pg"], "turns not told: 0"],
  ["three-nodes.ts", ["--due", "200", "--open", "1000"], ["pg"], "ended at version 1: 200 of 200"],
] as const;

describe("the examples of the installed package", () => {
  let consumer: Consumer;
  beforeAll(() => {
    consumer = makeConsumer(EXAMPLES.flatMap(([, , peers]) => peers));
  });
  afterAll(() => consumer.remove());

  it.each(EXAMPLES)(
    "%s %s runs where the package is installed",
    async (file, args, peers: readonly string[], last) => {
      const env = { ...process.env };
      if (peers.includes("pg")) env[URL_VARIABLE] = await postgresUrl();
      const tsx = join(packageRoot, "node_modules", "tsx", "dist", "cli.mjs");
      const path = join("node_modules", "concordat", "examples", file);
      const ending = await promisify(execFile)(process.execPath, [tsx, path, ...args], {
        cwd: consumer.folder,
        env,
      });
      expect(ending.stderr).toBe("");
      expect(ending.stdout).toContain(last);
    },
  );
});
