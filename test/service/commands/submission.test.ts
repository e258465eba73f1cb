import { describe, expect, it } from "vitest";
import { readMove } from "../../../src/core/moves/index.js";
import { bare, jsonIssues } from "../../../src/service/commands/index.js";
import { WIDEST_LIMITS } from "../../../src/service/commands/rules-resolver.js";
import { doorProblem } from "../../../src/service/commands/submission.js";

const submission = { id: "neg_1", partyId: "ada", move: {} };

describe("doorProblem", () => {
  it("EN-36: a commandId has 1 to 128 characters", () => {
    expect(doorProblem(submission)).toBeUndefined();
    expect(doorProblem({ ...submission, commandId: "x".repeat(128) })).toBeUndefined();
    for (const commandId of ["", "x".repeat(129), 7 as never]) {
      expect(doorProblem({ ...submission, commandId })?.path).toEqual(["commandId"]);
    }
  });

  it("EN-37: an expectedVersion is an integer", () => {
    expect(doorProblem({ ...submission, expectedVersion: 3 })).toBeUndefined();
    for (const expectedVersion of [1.5, Number.NaN, "3" as never]) {
      expect(doorProblem({ ...submission, expectedVersion })?.path).toEqual(["expectedVersion"]);
    }
  });
});

describe("bare", () => {
  it("gives a move that reads the same again", () => {
    const read = readMove(
      { action: "counter", terms: { price: 1 }, message: "so", extra: { a: 1 } },
      WIDEST_LIMITS,
    );
    if (!read.ok) throw new Error("Expected a readable move.");
    expect(readMove(bare(read.move), WIDEST_LIMITS)).toEqual(read);
  });
});

describe("jsonIssues", () => {
  it("EN-1: leaves plain JSON", () => {
    const issues = jsonIssues([{ path: ["terms", 0], message: "Expected a number." }]);
    expect(JSON.parse(JSON.stringify(issues))).toEqual(issues);
  });
});
