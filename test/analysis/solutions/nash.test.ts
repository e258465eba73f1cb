import { describe, expect, it } from "vitest";
import { nash } from "../../../src/analysis/solutions/index.js";
import { utilitiesFrom } from "../points.js";

describe("the Nash point", () => {
  it("BA-32: is the largest product of gains, with all ties", () => {
    const utilities = utilitiesFrom(
      [
        [0.25, 1],
        [1, 0.25],
        [0.375, 0.375],
        [0.5, 0.5],
      ],
      [0, 0],
    );
    const solution = nash(utilities);
    expect(solution).toMatchObject({
      rule: "nash",
      disagreement: "reservation",
      value: 0.25,
      degenerate: false,
    });
    expect(solution.points.map(({ outcome }) => outcome)).toEqual([1, 3, 0]);
  });

  it("BA-32, D-6: never multiplies two losses: (.3,.1), (.1,.3) with r = .5 have no point", () => {
    const utilities = utilitiesFrom(
      [
        [0.3, 0.1],
        [0.1, 0.3],
      ],
      [0.5, 0.5],
    );
    for (const disagreement of ["reservation", "reservation-or-minimum"] as const) {
      expect(nash(utilities, { disagreement })).toStrictEqual({
        rule: "nash",
        disagreement,
        value: null,
        reason: "no-rational-outcome",
        points: [],
        degenerate: false,
      });
    }
  });

  it("BA-32, D-6: of (0,.1,.9) and (.55,.55,.55) with r = .5 is the second", () => {
    const utilities = utilitiesFrom(
      [
        [0, 0.1, 0.9],
        [0.55, 0.55, 0.55],
      ],
      [0.5, 0.5, 0.5],
    );
    expect(nash(utilities).points.map(({ outcome }) => outcome)).toEqual([1]);
  });

  it("BA-32: with all products 0 is all of the frontier, and degenerate", () => {
    const solution = nash(
      utilitiesFrom(
        [
          [1, 0.5],
          [0.5, 1],
          [0.5, 0.5],
        ],
        [0.5, 0.5],
      ),
    );
    expect(solution).toMatchObject({ value: 0, degenerate: true });
    expect(solution.points.map(({ outcome }) => outcome)).toEqual([0, 1]);
  });

  it("BA-32: differs by the disagreement rule", () => {
    // The first party has at least 0.5 anyway: over that the products are 0, 0.1875, 0.25 and 0.
    const utilities = utilitiesFrom(
      [
        [0.5, 1],
        [0.75, 0.75],
        [1, 0.5],
        [1, 0],
      ],
      [0, 0],
    );
    expect(nash(utilities)).toMatchObject({ disagreement: "reservation", points: [{ outcome: 1 }] });
    expect(nash(utilities, { disagreement: "reservation-or-minimum" })).toMatchObject({
      disagreement: "reservation-or-minimum",
      value: 0.25,
      points: [{ outcome: 2 }],
    });
  });

  it("BA-5: starts gains at the minimum without a reservation", () => {
    const utilities = utilitiesFrom(
      [
        [0.5, 1],
        [0.75, 0.75],
        [1, 0.5],
        [1, 0],
      ],
      [null, null],
    );
    expect(nash(utilities).points.map(({ outcome }) => outcome)).toEqual([2]);
  });
});
