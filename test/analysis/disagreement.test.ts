import { describe, expect, it } from "vitest";
import { disagreementOf } from "../../src/analysis/index.js";
import { utilitiesFrom } from "./points.js";

const POINTS = "0.25 0.5, 1 0.75";

describe("the disagreement point", () => {
  it("BA-32: is the reservation, or the minimum where that is higher, by the rule named", () => {
    const utilities = utilitiesFrom(POINTS, [0, 0.625]);
    expect(disagreementOf(utilities, "reservation")).toEqual([0, 0.625]);
    expect(disagreementOf(utilities, "reservation-or-minimum")).toEqual([0.25, 0.625]);
  });

  it("BA-5: is the minimum by both rules without a reservation", () => {
    const utilities = utilitiesFrom(POINTS, [null, null]);
    expect(disagreementOf(utilities, "reservation")).toEqual([0.25, 0.5]);
    expect(disagreementOf(utilities, "reservation-or-minimum")).toEqual([0.25, 0.5]);
  });
});
