import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Consumer, makeConsumer } from "./consumer.js";
import { packageRoot } from "./package-root.js";

/** Those of the package, with what else a user has to install for each. */
const EXAMPLES = [["oap-deal.ts", ["@noble/hashes"], "log: written anew as a whole"]] as const;

describe("the examples of the installed package", () => {
  let consumer: Consumer;
  beforeAll(() => {
    consumer = makeConsumer(EXAMPLES.flatMap(([, peers]) => peers));
  });
  afterAll(() => consumer.remove());

  it.each(EXAMPLES)("%s runs where the package is installed", (file, _, last) => {
    const tsx = join(packageRoot, "node_modules", "tsx", "dist", "cli.mjs");
    const path = join("node_modules", "concordat", "examples", file);
    const options = { cwd: consumer.folder, encoding: "utf8", timeout: 60_000 } as const;
    expect(execFileSync(process.execPath, [tsx, path], options)).toContain(last);
  });
});
