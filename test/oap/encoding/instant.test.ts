import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readInstant, writeInstant } from "../../../src/oap/encoding/index.js";

describe("readInstant", () => {
  it.each([
    ["1970-01-01T00:00:00Z", 0],
    ["2026-05-10T12:00:00Z", 1_778_414_400_000],
    ["2026-05-10T12:00:00.001Z", 1_778_414_400_001],
    ["0001-01-01T00:00:00Z", -62_135_596_800_000],
    ["9999-12-31T23:59:59.999Z", 253_402_300_799_999],
    ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
    ["2000-02-29T23:59:59Z", Date.UTC(2000, 1, 29, 23, 59, 59)],
  ])("OAP-10: %s is an instant", (text, at) => {
    expect(readInstant(text)).toBe(at);
  });

  it.each([
    ...[
      "2026-05-10T12:00:00+00:00",
      "2026-05-10T12:00:00-00:00",
      "2026-05-10T12:00:00",
      "2026-05-10 12:00:00Z",
    ],
    ...[
      "2026-05-10t12:00:00Z",
      "2026-05-10T12:00:00z",
      "2026-05-10T12:00Z",
      "2026-05-10",
      "20260510T120000Z",
    ],
    ...["2026-05-10T24:00:00Z", "2026-05-10T12:00:60Z", "2026-05-10T12:60:00Z", "2016-12-31T23:59:60Z"],
    ...[
      "2026-05-10T12:00:00.Z",
      "2026-05-10T12:00:00.1Z",
      "2026-05-10T12:00:00.12Z",
      "2026-05-10T12:00:00.1234Z",
    ],
    ...["2026-05-10T12:00:00,123Z", "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z"],
    ...["2026-00-10T12:00:00Z", "2026-13-10T12:00:00Z", "2026-05-00T12:00:00Z", "2026-05-32T12:00:00Z"],
    ...[
      "0000-12-31T23:59:59Z",
      "+002026-05-10T12:00:00Z",
      "-000001-05-10T12:00:00Z",
      "10000-01-01T00:00:00Z",
    ],
    ...["", " 2026-05-10T12:00:00Z", "2026-05-10T12:00:00Z\n", "٢٠٢٦-05-10T12:00:00Z"],
  ])("OAP-10: %j is none", (text) => {
    expect(readInstant(text)).toBeUndefined();
  });

  it("OAP-10: what is no text is none", () => {
    for (const value of [
      undefined,
      null,
      0,
      new Date(0),
      ["2026-05-10T12:00:00Z"],
      { toString: () => "2026-05-10T12:00:00Z" },
    ]) {
      expect(readInstant(value)).toBeUndefined();
    }
  });
});

describe("writeInstant", () => {
  it("OAP-10: what is written is read, for every millisecond of the years 0001 to 9999", () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }), (at) => {
        expect(readInstant(writeInstant(at))).toBe(at);
        const seconds = Math.floor(at / 1_000) * 1_000;
        expect(readInstant(writeInstant(seconds).replace(".000", ""))).toBe(seconds);
      }),
    );
  });

  it.each([-62_135_596_800_001, 253_402_300_800_000, 0.5, Number.NaN, Number.POSITIVE_INFINITY])(
    "OAP-10: %d is refused",
    (at) => {
      expect(() => writeInstant(at)).toThrow(RangeError);
    },
  );
});

it("OAP-10: a burst of instants is written as the calendar has them, also backwards and before 1970 (seed 10)", () => {
  const starts = fc.constantFrom(0, 1_778_414_400_000, -1_000, -62_135_596_800_000, 253_402_300_799_000);
  const step = fc.oneof(fc.integer({ min: -2_001, max: 2_001 }), fc.constantFrom(999, 1_000, -1));
  const steps = fc.array(step, { minLength: 2, maxLength: 12 });
  const property = fc.property(starts, steps, (start, moves) => {
    let at: number = start;
    for (const move of moves) {
      at = Math.min(253_402_300_799_999, Math.max(-62_135_596_800_000, at + move));
      expect(writeInstant(at)).toBe(new Date(at).toISOString());
    }
  });
  fc.assert(property, { seed: 10, numRuns: 300 });
});
