import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { registerSuite, type SkipReasons, type SuiteTest } from "../../../src/testing/harness/index.js";
import { bundleChild } from "../../kit/child-bundle.js";
import { recordingRunner } from "../recording-runner.js";

type Id = "X-1" | "X-2" | "X-3";

const ran: string[] = [];

const TESTS: readonly SuiteTest<Id, string, "disk">[] = [
  { id: "X-1", title: "does one thing", run: async (lab) => void ran.push(`${lab} 1`) },
  { id: "X-2", title: "does another", needs: ["disk"], run: async (lab) => void ran.push(`${lab} 2`) },
  { id: "X-3", title: "does a third", run: async (lab) => void ran.push(`${lab} 3`) },
];

function registered(skip: SkipReasons<Id>, options: { hasDisk?: boolean; canSkip?: boolean } = {}) {
  const { hasDisk = true, canSkip = true } = options;
  const runner = recordingRunner(canSkip);
  registerSuite<Id, string, "disk">({
    name: "Thing",
    runner,
    tests: TESTS,
    skip,
    provides: () => hasDisk,
    around: (run) => run("lab"),
  });
  return runner;
}

describe("registerSuite", () => {
  it("ST-100: registers every test, and one that says that nothing was skipped", async () => {
    const { tests, printed } = registered({});
    expect(tests.map(({ name }) => name)).toEqual([
      "X-1: does one thing",
      "X-2: does another",
      "X-3: does a third",
      "0 of 3 skipped",
    ]);
    for (const { body } of tests) await body();
    expect(ran).toEqual(["lab 1", "lab 2", "lab 3"]);
    expect(printed).toEqual(["Thing: 0 of 3 skipped"]);
  });

  it("ST-100: shows skips where they stand, prints them, and repeats them with a count", async () => {
    const { tests, printed } = registered({ "X-3": "too slow", "X-2": "no disk" }, { hasDisk: false });
    const summary = "2 of 3 skipped: X-2 (no disk), X-3 (too slow)";
    expect(tests.map(({ name, isSkipped }) => [name, isSkipped])).toEqual([
      ["X-1: does one thing", false],
      ["X-2: does another (skipped: no disk)", true],
      ["X-3: does a third (skipped: too slow)", true],
      [summary, false],
    ]);
    await tests.at(-1)?.body();
    expect(printed).toEqual([
      "Thing: skips X-2 (no disk)",
      "Thing: skips X-3 (too slow)",
      `Thing: ${summary}`,
    ]);
  });

  it("ST-100: skips without help of the runner as well", async () => {
    const { tests } = registered({ "X-1": "why not" }, { canSkip: false });
    ran.length = 0;
    await tests[0]?.body();
    expect([tests[0]?.name, ran]).toEqual(["X-1: does one thing (skipped: why not)", []]);
  });

  it("ST-100: refuses a skip without a reason, or of no test, and a need without a skip", () => {
    expect(() => registered({ "X-1": " " })).toThrow("Expected a reason for skipping X-1, got");
    expect(() => registered({ "X-1": 1 as never })).toThrow(TypeError);
    expect(() => registered({ "X-4": "no" } as object)).toThrow('got "X-4". Did you mean X-');
    expect(() => registered({}, { hasDisk: false })).toThrow(
      "Expected disk for X-2, got none. Provide it, or skip X-2 with a reason.",
    );
    expect(() => registered({ "X-1": undefined })).not.toThrow();
  });

  it("refuses what is no runner", () => {
    const suite = { name: "Thing", tests: TESTS, skip: {}, provides: () => true, around: async () => {} };
    for (const runner of [undefined, {}, { describe }, { it }]) {
      expect(() => registerSuite<Id, string, "disk">({ ...suite, runner: runner as never })).toThrow(
        TypeError,
      );
    }
  });
});

describe("the suites", () => {
  it("ST-100: run under node:test as well", async () => {
    const bundle = await bundleChild("testing/node-runner.ts");
    try {
      // Node's runner speaks TAP to whoever is no terminal, unless it is told which reporter to use.
      const args = ["--test-reporter=tap", bundle.path];
      const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 10_000_000 });
      expect(stdout).toContain("ok 1 - TS-01: creates and loads the same");
      expect(stdout).toContain("# SKIP");
      expect(stdout).toMatch(/^# fail 0$/m);
      expect(Number(/^# pass (\d+)$/m.exec(stdout)?.[1])).toBeGreaterThan(60);
    } finally {
      bundle.remove();
    }
  });
});
