import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyJson } from "../../../src/core/json/index.js";
import { arbitraryTerms } from "../../../src/fuzz/arbitraries/index.js";

describe("arbitrary terms", () => {
  it("are JSON that the engine copies as it is, and never null", () => {
    fc.assert(
      fc.property(arbitraryTerms(), (terms) => {
        expect(terms).not.toBeNull();
        expect(copyJson(terms, 65_536)).toMatchObject({ ok: true, value: terms });
      }),
      { numRuns: 500 },
    );
  });

  it("stay within any limit", () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 40 })
          .chain((maxBytes) =>
            fc.record({ maxBytes: fc.constant(maxBytes), terms: arbitraryTerms({ maxBytes }) }),
          ),
        ({ maxBytes, terms }) => copyJson(terms, maxBytes).ok,
      ),
      { numRuns: 300 },
    );
  });

  it("are often an offer with a price", () => {
    const offers = fc
      .sample(arbitraryTerms(), 100)
      .filter((terms) => typeof terms === "object" && "price" in terms!);
    expect(offers.length).toBeGreaterThan(40);
  });

  it.each([0, -1, 1.5, Number.NaN])("refuse a limit of %d", (maxBytes) => {
    expect(() => arbitraryTerms({ maxBytes })).toThrow(RangeError);
  });
});
