import { describe, expect, it } from "vitest";
import { negotiationHtml } from "../../../src/report/page/index.js";
import {
  expectSelfContained,
  fixture,
  HOSTILE,
  parsedXml,
  played,
  scenarioOf,
  triangle,
  triangleTrace,
} from "../builders.js";

/** The page as XML: all but the head's single tags is well-formed. */
function wellFormed(html: string): void {
  parsedXml(html.replace("<!doctype html>\n", "").replace(/<meta [^>]*>/g, ""));
}

describe("negotiationHtml", () => {
  it("BA-39: has the plane, the solution points, the timeline and all turns", () => {
    const { scenario, trace, analysis } = played(fixture("s14-5issues"));
    const html = negotiationHtml({ scenario, trace, analysis });
    wellFormed(html);
    expectSelfContained(html);
    expect(html.match(/<svg /g)?.length).toBe(2);
    for (const words of ["Utility plane", "Over time", "Solution points", "Kalai–Smorodinsky", "Turns"]) {
      expect(html).toContain(words);
    }
    expect(html.match(/<th scope="row" class="number">/g)?.length).toBe(trace.length);
    expect(negotiationHtml({ scenario, trace, analysis })).toBe(html);
  });

  it("shows a scenario before anybody has negotiated", () => {
    const html = negotiationHtml({ scenario: triangle });
    wellFormed(html);
    expect(html).not.toContain("Turns");
  });

  it("BA-40: is safe with hostile names in every place", () => {
    for (const name of HOSTILE) {
      const base = scenarioOf(
        [2],
        [
          { name, tables: [[0, 1]] },
          { name: `${name}2`, tables: [[1, 0]] },
        ],
      );
      const issues = [{ name, kind: "categorical", values: [name, `${name}2`] }] as const;
      const scenario = { ...base, name, issues };
      const { trace, analysis } = played(scenario);
      for (const html of [
        negotiationHtml({ scenario, trace, analysis }),
        negotiationHtml({ scenario, trace, viewer: name }),
      ]) {
        wellFormed(html);
        expectSelfContained(html);
        expect(html).not.toMatch(/[\u0007\u001B\u202A-\u202E\u2066-\u2069\uD800-\uDFFF]/);
      }
    }
  });

  it("BA-41: shows a party no plane, no analysis and nothing of the others' utilities", () => {
    const { scenario, trace, analysis } = played(fixture("s14-5issues"));
    const html = negotiationHtml({ scenario, trace, analysis, viewer: "p1" });
    expect(html).not.toContain("Utility plane");
    expect(html).not.toContain("Nash");
    expect(html).not.toContain("u of p0");
    const others = trace.map((one) => ({ ...one, utilities: [99, one.utilities![1]!] }));
    const [, second] = scenario.parties;
    const parties = [{ name: "p0", preferences: second!.preferences }, second!];
    expect(negotiationHtml({ scenario: { ...scenario, parties }, trace: others, viewer: "p1" })).toBe(html);
  });

  it("refuses a viewer that is no party, and unknown options", () => {
    expect(() => negotiationHtml({ scenario: triangle, trace: triangleTrace, viewer: "Eve" })).toThrow(
      TypeError,
    );
    expect(() => negotiationHtml({ scenario: triangle, view: "Ada" } as never)).toThrow(
      /Did you mean viewer/,
    );
  });
});
