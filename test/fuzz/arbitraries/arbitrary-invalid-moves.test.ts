import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMove } from "../../../src/core/moves/index.js";
import { arbitraryInvalidMove } from "../../../src/fuzz/arbitraries/index.js";

const LIMITS = { maxMessageLength: 10_000, maxTermsBytes: 65_536 };

describe("arbitrary invalid moves", () => {
  it("are all refused, without a throw", () => {
    fc.assert(
      fc.property(arbitraryInvalidMove(), (value) => {
        const read = readMove(value, LIMITS);
        return !read.ok || read.move.termsIssue !== null;
      }),
      { numRuns: 3_000 },
    );
  });

  it("are refused under tight limits too", () => {
    const limits = { maxMessageLength: 3, maxTermsBytes: 8 };
    fc.assert(
      fc.property(arbitraryInvalidMove(limits), (value) => {
        const read = readMove(value, limits);
        return !read.ok || read.move.termsIssue !== null;
      }),
      { numRuns: 1_000 },
    );
  });

  it("can be printed, also those that throw at whoever reads them", () => {
    const printed = fc
      .sample(arbitraryInvalidMove(), { numRuns: 2_000, seed: 1 })
      .map((value) => fc.stringify(value));
    for (const text of ["a getter that throws", "a proxy that throws", "10,000 levels", "a cycle", "NaN"]) {
      expect(printed.some((one) => one.includes(text))).toBe(true);
    }
  });

  it("are of all sorts: refused for each member, and for being none", () => {
    const paths = fc.sample(arbitraryInvalidMove(), { numRuns: 3_000, seed: 1 }).map((value) => {
      const read = readMove(value, LIMITS);
      return read.ok ? "terms" : String(read.issues[0]?.path[0]);
    });
    const members = ["action", "terms", "message", "reason", "assessment", "justification", "extra"];
    const ids = ["proposalId", "replyTo", "validUntilAt", "__proto__", "undefined"];
    expect([...members, ...ids].filter((member) => !paths.includes(member))).toEqual([]);
  });

  it.each([0, -1, 0.5, Number.NaN, "1"])("refuse %j as a limit", (limit) => {
    expect(() => arbitraryInvalidMove({ ...LIMITS, maxTermsBytes: limit as number })).toThrow(RangeError);
  });
});
