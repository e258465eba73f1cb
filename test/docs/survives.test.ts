import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../package/package-root.js";

// README, "What survives what": behind each line stand tests, by file and by the words of their titles. A line
// without tests fails here, and so does a test that is gone.

type Proof = readonly [file: string, words: string];

const PROOFS: Readonly<Record<string, readonly Proof[]>> = {
  "a listener, an agent, an observer throws or hangs": [
    ["test/service/regressions.test.ts", "B-04: a throwing listener blocks nothing"],
    ["test/service/observers.test.ts", "throw"],
    ["test/service/parking.scenarios.test.ts", "AS-51: a process that dies in an agent's call"],
  ],
  "the process is killed (`kill -9`) at any instruction": [
    ["src/testing/store-suite-processes.ts", "TS-27"],
    ["test/examples/resume-after-kill.test.ts", "ST-14: no acknowledged turn is missing"],
    ["test/examples/three-nodes.test.ts", "SM-61: each due negotiation ends exactly once"],
    ["test/simulation/crash-points.test.ts", "SM-40"],
  ],
  "the answer of the store is lost": [
    ["src/testing/store-suite-life.ts", "TS-28"],
    ["test/service/unknown-outcome.test.ts", "AS-58: whatever command comes next tells it first"],
  ],
  "the database restarts, or the connection breaks in mid-commit": [
    ["test/stores/postgres-store.test.ts", "ST-14: in the midst of a commit leaves the outcome open"],
    ["test/stores/postgres-store.test.ts", "ST-13: between two calls is not noticed"],
  ],
  "a wake-up is lost, late, early or repeated": [
    ["src/testing/timer-suite-service.ts", "TT-13"],
    ["src/testing/timer-suite-sweep.ts", "TT-17"],
    ["test/service/parking.scenarios.test.ts", "AS-39, B-29: with a wake-up timer that throws"],
  ],
  "several processes serve one room": [
    ["src/testing/store-suite-processes.ts", "TS-26"],
    ["test/simulation/postgres-nodes.test.ts", "SM-62"],
    ["test/stores/postgres-service.test.ts", "ST-31: two processes that move at once make one turn"],
  ],
  "the disk is full, the file read-only or locked": [
    ["test/stores/open-sqlite-store.test.ts", "is said of a full disk"],
    ["test/stores/open-sqlite-store.test.ts", "is said of a read-only one"],
    ["test/stores/open-sqlite-store.test.ts", "is said of one that another connection keeps locked"],
    ["test/stores/sqlite-service.test.ts", "ST-32: waits out a lock"],
  ],
  "the clock jumps, or differs between processes": [
    ["src/testing/timer-suite-sweep.ts", "TT-15"],
    ["test/service/parking.scenarios.test.ts", "by clocks that differ"],
  ],
  "an older version of the library reads a newer database": [
    ["test/service/newer-schema.test.ts", "is left to newer processes when it is due"],
    ["test/stores/sqlite-layout.test.ts", "newer"],
    ["test/stores/postgres-layout.test.ts", "newer"],
  ],
};

const page = readFileSync(join(packageRoot, "README.md"), "utf8");
const table = page.slice(page.indexOf("| what happens |"));
const lines = table
  .slice(0, table.indexOf("\n\n"))
  .split("\n")
  .slice(2)
  .map((line) => line.split("|")[1]?.trim() ?? "");

describe("What survives what", () => {
  it("has tests behind every line, and no line is gone", () => {
    expect(lines).toEqual(Object.keys(PROOFS));
  });

  it.each(Object.entries(PROOFS))("%s", (_, proofs) => {
    const missing = proofs.filter(([file, words]) => {
      const path = join(packageRoot, file);
      return !existsSync(path) || !readFileSync(path, "utf8").includes(words);
    });
    expect(missing).toEqual([]);
  });
});
