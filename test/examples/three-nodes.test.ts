import { beforeAll, describe, expect, it } from "vitest";
import { postgresUrl, URL_VARIABLE } from "../provide-postgres.js";
import { type ExampleEnding, runExample } from "./run-example.js";

// SM-61 with the spec's own counts. Three processes, two SIGKILLs, one PostgreSQL.

const DUE = 20_000;
const OPEN = 100_000;

describe("examples/three-nodes.ts", () => {
  let ending: ExampleEnding;
  let lines: readonly string[];
  beforeAll(async () => {
    // The run's own server: another one would only cost time.
    process.env[URL_VARIABLE] = await postgresUrl();
    ending = await runExample("three-nodes.ts", ["--due", String(DUE), "--open", String(OPEN)], 600_000);
    lines = ending.stdout.trimEnd().split("\n");
    console.log(lines.join("\n"));
  }, 600_000);

  it("ends by itself without a complaint", () => {
    expect({ code: ending.code, stderr: ending.stderr }).toEqual({ code: 0, stderr: "" });
    expect(lines).toContain("unexpected errors: none");
  });

  it("SM-61: two processes are killed while deadlines are still due", () => {
    expect(lines.filter((line) => line.startsWith("killed process"))).toEqual([
      "killed process 1 with some still due; another one starts",
      "killed process 2 with some still due; another one starts",
    ]);
  });

  it("SM-61: each due negotiation ends exactly once, in record, entries and events", () => {
    expect(lines).toContain(`ended at version 1: ${DUE} of ${DUE}`);
    expect(lines).toContain(`entries of an end: ${DUE} for ${DUE} negotiations`);
    expect(lines).toContain(`events of an end: ${DUE} for ${DUE} negotiations`);
  });

  it("SM-61: what is not due is untouched", () => {
    expect(lines).toContain(`not due and untouched: ${OPEN} of ${OPEN}`);
  });
});
