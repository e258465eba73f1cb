import { execFile, spawn } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { ROOT } from "./patched-source.js";

const SIMULATE = ["--import", "tsx", "test/simulation/simulate.ts"] as const;

// Each starts processes that bundle the library first, on cores that other tests share.

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** What `npm run simulate -- ...` prints, and whether it fails. */
function simulated(...options: readonly string[]): Promise<Printed & { readonly isFailure: boolean }> {
  const running = promisify(execFile)(process.execPath, [...SIMULATE, ...options], { cwd: ROOT });
  return running.then(
    (printed) => ({ ...printed, isFailure: false }),
    ({ stdout, stderr }: Printed) => ({ stdout, stderr, isFailure: true }),
  );
}

it("SM-84: --seed runs one world, the same each time, and --trace prints its every line", async () => {
  const options = ["--seed", "42", "--preset", "room"];
  const [plain, traced] = await Promise.all([simulated(...options), simulated(...options, "--trace")]);
  expect(plain.isFailure).toBe(false);
  expect(plain.stdout).toMatch(
    /^seed 42 {2}mode safety {2}preset room {2}no violation {2}events \d+ .* trace [0-9a-f]{16}\n$/,
  );
  expect(traced.stdout.endsWith(`\n${plain.stdout}`)).toBe(true);
  const lines = traced.stdout.trimEnd().split("\n").slice(0, -1);
  expect(lines.length).toBeGreaterThan(20);
  for (const line of lines) expect(line).toMatch(/^\d+ \S+ \S+ \S+ \S+$/);
});

it("SM-84, SM-70: --worlds runs so many, from a seed that it prints first, and says how many a second", async () => {
  const { stdout, isFailure } = await simulated("--worlds", "20");
  expect(isFailure).toBe(false);
  expect(stdout).toMatch(/^first seed \d+\nworlds 20 \(\d+\/s\) {2}events /);
});

it("SM-84: --mutant hunts one, and shows the world in which it was seen", async () => {
  const { stdout, isFailure } = await simulated("--mutant", "exclusiveKeyIgnored");
  // To be caught is what a mutant is for.
  expect(isFailure).toBe(false);
  expect(stdout).toContain("1 of 1 mutants caught");
  expect(stdout).toMatch(/\nSIMULATION FAILED {2}invariant I7 {2}seed \d+ /);
});

it("SM-84: without arguments it goes on from a random seed, which it prints first, until it is stopped", async () => {
  const firstLines = [1, 2].map(async () => {
    const child = spawn(process.execPath, SIMULATE, { cwd: ROOT, stdio: ["ignore", "pipe", "ignore"] });
    const hasEnded = new Promise((resolve) => child.once("close", resolve));
    onTestFinished(async () => {
      child.kill("SIGKILL");
      await hasEnded;
      removeBundlesOf(child.pid);
    });
    let text = "";
    for await (const part of child.stdout.setEncoding("utf8")) {
      text += part;
      if (text.includes("\n")) break;
    }
    expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    return text.split("\n")[0];
  });
  const [one, other] = await Promise.all(firstLines);
  expect(one).toMatch(/^first seed \d+$/);
  expect(other).toMatch(/^first seed \d+$/);
  expect(other).not.toBe(one);
});

it("SM-84: refuses what it does not know, and says what it knows", async () => {
  const { stderr, isFailure } = await simulated("--seed", "1", "--mode", "panic");
  expect(isFailure).toBe(true);
  expect(stderr).toContain("Expected --mode to be one of safety, liveness, got panic.");
});

/** A process that is killed leaves behind what it had bundled for its threads. */
function removeBundlesOf(pid: number | undefined): void {
  const folder = join(ROOT, ".tmp/simulation");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name.includes(`-${pid}-`)) rmSync(join(folder, name), { force: true });
  }
}
