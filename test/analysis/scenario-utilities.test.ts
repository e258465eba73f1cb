import { describe, expect, it } from "vitest";
import { utilitiesFrom } from "./points.js";

const POINTS = "0 1, 0.5 0.5, 1 0, 0.25 0.25";

describe("the utilities of a scenario", () => {
  it("BA-5: count what is rational, inclusive, for each and for all", () => {
    const utilities = utilitiesFrom(POINTS, [0.5, 0.5]);
    expect(utilities.rationalCounts).toEqual([2, 2]);
    expect(utilities.rationalCount).toBe(1);
    expect(utilitiesFrom(POINTS).rationalCount).toBe(4);
    expect(utilitiesFrom(POINTS, [null, 0.25]).rationalCount).toBe(3);
  });

  it("give ranges over all outcomes, rational or not", () => {
    const utilities = utilitiesFrom(POINTS, [0.5, 0.5]);
    expect(utilities.minima).toEqual([0, 0]);
    expect(utilities.maxima).toEqual([1, 1]);
  });

  it("give utilities and points by position", () => {
    const utilities = utilitiesFrom(POINTS);
    expect(utilities.utility(1, 0)).toBe(1);
    expect(utilities.utilitiesAt(2)).toEqual([1, 0]);
    expect(utilities.pointAt(3)).toEqual({ outcome: 3, terms: { outcome: 3 }, utilities: [0.25, 0.25] });
    for (const stray of [-1, 4, 0.5, Number.NaN]) {
      expect(() => utilities.utilitiesAt(stray)).toThrow(RangeError);
      expect(() => utilities.utility(0, stray)).toThrow(RangeError);
      expect(utilities.positionOf(stray)).toBe(-1);
    }
    expect(() => utilities.utility(2, 0)).toThrow("Expected party");
  });

  it("are frozen, and so is everything they give", () => {
    const utilities = utilitiesFrom(POINTS);
    const given = [
      utilities,
      Object.getPrototypeOf(utilities),
      utilities.minima,
      utilities.maxima,
      utilities.names,
      utilities.reservations,
      utilities.rationalCounts,
      utilities.utilitiesAt(0),
      utilities.pointAt(0),
      utilities.frontierPositions("rational", "one"),
      utilities.frontierPositions("all", "all"),
    ];
    expect(given.map(Object.isFrozen)).toEqual(given.map(() => true));
  });

  it("D-17: have no negative zero", () => {
    const utilities = utilitiesFrom("-0 1", [-0, 0]);
    expect(utilities.utilitiesAt(0)).toStrictEqual([0, 1]);
    expect(utilities.minima).toStrictEqual([0, 1]);
    expect(utilities.maxima).toStrictEqual([0, 1]);
    expect(utilities.reservations).toStrictEqual([0, 0]);
  });
});
