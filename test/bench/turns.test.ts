import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { packageRoot } from "../package/package-root.js";

// The figures are for people to judge, on a quiet machine; here it is enough that the bench still measures.
it("MA-7: the bench prints both ratios of the table, measured in one run", { timeout: 180_000 }, async () => {
  const tsx = join(packageRoot, "node_modules", "tsx", "dist", "cli.mjs");
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [tsx, "bench/run.ts", "turns", "--json"], {
    cwd: packageRoot,
  });
  const report = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as {
    question: string;
    ratios: Record<string, number>;
    figures: Record<string, number>;
  };
  expect(report.question).toBe("turns");
  for (const ratio of ["tableToReducer", "transitionToTable"])
    expect(report.ratios[ratio]).toBeGreaterThan(0);
  for (const figure of ["tableNs", "reducerNs", "transitionNs", "compileMs"]) {
    expect(report.figures[figure]).toBeGreaterThan(0);
  }
});
