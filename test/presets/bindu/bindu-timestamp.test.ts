import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readBinduProposal } from "../../../src/presets/bindu/index.js";

/** A proposal of that instant, as it is read: its instant in UTC, or `undefined`. */
function instantOf(timestamp: string): string | undefined {
  const named = { proposalId: "p", fromAgent: "a", toAgent: "b", terms: {}, status: "proposed" };
  const reading = readBinduProposal({ ...named, timestamp });
  return reading.ok ? reading.value.timestamp : undefined;
}

describe("the timestamp of a proposal", () => {
  it.each([
    ["2025-10-31T10:00:00Z", "2025-10-31T10:00:00.000Z"],
    ["2025-10-31t10:00:00z", "2025-10-31T10:00:00.000Z"],
    ["2025-10-31T10:00:00+00:00", "2025-10-31T10:00:00.000Z"],
    ["2025-10-31T10:00:00-00:00", "2025-10-31T10:00:00.000Z"],
    ["2025-10-31T10:00:00+02:00", "2025-10-31T08:00:00.000Z"],
    ["2025-10-31T23:30:00-05:45", "2025-11-01T05:15:00.000Z"],
    ["2025-10-31T10:00:00.5Z", "2025-10-31T10:00:00.500Z"],
    ["2025-10-31T10:00:00.12Z", "2025-10-31T10:00:00.120Z"],
    ["2025-10-31T10:00:00.123Z", "2025-10-31T10:00:00.123Z"],
    ["2025-10-31T10:00:00.9999Z", "2025-10-31T10:00:00.999Z"],
    ["2025-10-31T10:00:00.999999999+14:00", "2025-10-30T20:00:00.999Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
    ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("BD-2: %s is %s", (text, utc) => {
    expect(instantOf(text)).toBe(utc);
  });

  it.each([
    ["a local time", "2025-10-31T10:00:00"],
    ["a local time with fractions", "2025-10-31T10:00:00.123"],
    ["a date", "2025-10-31"],
    ["no seconds", "2025-10-31T10:00Z"],
    ["a blank for T", "2025-10-31 10:00:00Z"],
    ["a fraction without digits", "2025-10-31T10:00:00.Z"],
    ["ten fraction digits", "2025-10-31T10:00:00.1234567890Z"],
    ["30 February", "2025-02-30T10:00:00Z"],
    ["29 February of no leap year", "2025-02-29T10:00:00Z"],
    ["month 13", "2025-13-01T10:00:00Z"],
    ["day 0", "2025-10-00T10:00:00Z"],
    ["hour 24", "2025-10-31T24:00:00Z"],
    ["minute 60", "2025-10-31T10:60:00Z"],
    ["second 60", "2025-10-31T10:00:60Z"],
    ["offset 24:00", "2025-10-31T10:00:00+24:00"],
    ["offset 01:60", "2025-10-31T10:00:00+01:60"],
    ["a short offset", "2025-10-31T10:00:00+02"],
    ["a year before 0", "0000-01-01T00:00:00+00:01"],
    ["a year after 9999", "9999-12-31T23:59:59-00:01"],
    ["five year digits", "12025-10-31T10:00:00Z"],
    ["text around it", " 2025-10-31T10:00:00Z"],
    ["a line more", "2025-10-31T10:00:00Z\n"],
    ["nothing", ""],
  ])("BD-2: %s is no instant", (_, text) => {
    expect(instantOf(text)).toBeUndefined();
  });

  it("BD-2: what is written reads back, to the millisecond", () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }), (at) => {
        const utc = new Date(at).toISOString();
        expect(instantOf(utc)).toBe(utc);
      }),
    );
  });
});
