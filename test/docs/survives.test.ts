import { describe, expect, it } from "vitest";
import { pageAt } from "../package/pages.js";
import { testTitles } from "./test-titles.js";

// docs/guide/stores.md, "What survives what": behind each line stand tests, by file and by their whole titles. A line without
// tests fails here, and so does a test that is gone, that got another title, or that no longer runs.

type Proof = readonly [file: string, ...titles: string[]];

const PROOFS: Readonly<Record<string, readonly Proof[]>> = {
  "a listener, an agent, an observer throws or hangs": [
    [
      "test/service/event-order.test.ts",
      "DESIGN 5.2: a listener that throws or rejects hurts nobody, of any event",
    ],
    [
      "test/simulation/regressions-named.test.ts",
      "R8: a listener that hangs for ever keeps nothing from going on",
      "R8: what hangs for ever is ended: %s",
      "R7: an agent that fails after a counter is asked once more, and then that is the end",
    ],
    ["test/service/events/observers.test.ts", "EN-47: that %s negotiates as without it"],
  ],
  "the process is killed (`kill -9`) at any instruction": [
    [
      "src/testing/stores/store-suite-processes.ts",
      "TS-27: loses nothing that it confirmed when a writer is killed ten times (… of 4)",
    ],
    [
      "test/examples/resume-after-kill.test.ts",
      "ST-14: no acknowledged turn is missing, none is twice, and the agents are asked on",
    ],
    [
      "test/examples/three-nodes.test.ts",
      "SM-61: two processes are killed while deadlines are still due",
      "SM-61: each due negotiation ends exactly once, in record, entries and events",
    ],
    [
      "test/simulation/postgres-nodes.test.ts",
      "SM-62: three processes run 200 negotiations while one is killed every 2 s; nothing is lost, doubled or stuck",
    ],
    ["test/simulation/crash-points.test.ts", "SM-40: … …"],
  ],
  "the answer of the store is lost": [
    ["src/testing/stores/store-suite-life.ts", "TS-28: takes a command once whose connection broke, …"],
    [
      "test/service/unknown-outcome.test.ts",
      "AS-58: whatever command comes next tells it first, and is decided after it",
    ],
    [
      "test/stores/sqlite-service.test.ts",
      "ST-32: says what is wrong when %s; sent again later, the command takes effect once",
    ],
    [
      "test/stores/postgres-outages.test.ts",
      "ST-14, ST-32: %s: a creation and a move take effect once, are answered with success, and are told once",
    ],
  ],
  "the database restarts, or the connection breaks in mid-commit": [
    [
      "test/stores/postgres-outages.test.ts",
      "a server that crashes and starts again",
      "ST-14, ST-32: in the midst of a commit: the same command, sent again, takes effect once",
      "ST-14, ST-32: %s: a creation and a move take effect once, are answered with success, and are told once",
    ],
    [
      "test/stores/postgres/postgres-store.test.ts",
      "ST-14: in the midst of a commit leaves the outcome open: sent again, it stands once",
      "ST-13: between two calls is not noticed, or the call can be made again",
    ],
  ],
  "a wake-up is lost, late, early or repeated": [
    [
      "src/testing/timers/timer-suite-service.ts",
      "TT-13: ends a negotiation once, however early, late and often it is woken",
    ],
    ["src/testing/timers/timer-suite-sweep.ts", "TT-17: finds a lost wake-up within the sweep interval"],
    [
      "test/service/parking.scenarios.test.ts",
      "AS-39, B-29: with a wake-up timer that throws it is parked all the same, and the sweep finds its end",
    ],
  ],
  "several processes serve one room": [
    [
      "src/testing/stores/store-suite-processes.ts",
      "TS-26: shows a second handle what the first commits, and the other way round",
      "TS-26: takes 500 tries each of two writers on one row, each version once",
    ],
    [
      "src/testing/stores/store-suite-writing.ts",
      "TS-09: gives an exclusive key to one live negotiation at a time",
    ],
    [
      "test/simulation/postgres-nodes.test.ts",
      "SM-62: three processes run 200 negotiations while one is killed every 2 s; nothing is lost, doubled or stuck",
    ],
    [
      "test/examples/three-nodes.test.ts",
      "SM-61: each due negotiation ends exactly once, in record, entries and events",
    ],
    ["test/stores/rooms-over-databases.test.ts", "ST-31: two processes that move at once make one turn"],
  ],
  "the disk is full, the file read-only or locked": [
    [
      "test/stores/sqlite/open-sqlite-store.test.ts",
      "is said of a full disk; nothing is written, and with room again the same command works",
      "is said of a read-only one, when it is opened and when it is written",
      "is said of one that another connection keeps locked; later it works",
    ],
    [
      "test/stores/sqlite-service.test.ts",
      "ST-32: waits out a lock that another process holds for a moment; the command takes effect once",
      "ST-32: says what is wrong when %s; sent again later, the command takes effect once",
    ],
  ],
  "the clock jumps, or differs between processes": [
    [
      "src/testing/timers/timer-suite-sweep.ts",
      "TT-15: wakes by the next sweep what is due when the clock is set forward by an hour",
      "TT-15: wakes when the clock says so, and goes on sweeping, when it is set back by an hour",
    ],
    [
      "test/stores/postgres-outages.test.ts",
      "ST-38: a node whose clock is %s settles at the deadline by its own clock, not before",
    ],
    [
      "test/service/parking.scenarios.test.ts",
      "PT-5, B-25: respond and the end of the claim at once, by clocks that differ: one of them",
    ],
  ],
  "an older version of the library reads a newer database": [
    [
      "test/service/newer-schema.test.ts",
      "is schema_unsupported for a room that has not seen it: %s",
      "is never overwritten by a room that knows its last version: %s",
      "is left to newer processes when it is due, while older ones go on with theirs",
    ],
    ["test/stores/sqlite/sqlite-layout.test.ts", "ST-42: of a newer version is refused, and left as it is"],
    [
      "test/stores/postgres/postgres-layout.test.ts",
      "ST-42: of a newer version is refused, and left as it is",
    ],
  ],
};

const known = new Set(testTitles().map(({ file, title }) => `${file}: ${title}`));

const page = pageAt("docs/guide/stores.md").text;
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
    const wanted = proofs.flatMap(([file, ...titles]) => titles.map((title) => `${file}: ${title}`));
    expect(wanted.length).toBeGreaterThanOrEqual(proofs.length);
    expect(wanted.filter((one) => !known.has(one))).toEqual([]);
  });
});
