import { describe, expect, it } from "vitest";
import {
  type AdditivePreferences,
  checkedPreferences,
  outcomeSpace,
  type Preferences,
  reservationOf,
  undiscounted,
} from "../../../src/preferences/model/index.js";

const space = outcomeSpace([{ name: "n", kind: "integer", min: 0, max: 2 }]);
const base: AdditivePreferences = {
  kind: "additive",
  weights: [1],
  values: [{ kind: "linear", slope: 0.5 }],
  reservation: 0.25,
};

/** Objects and lists within a value that are not frozen. */
function unfrozen(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = Object.isFrozen(value) ? 0 : 1;
  return Object.values(value).reduce<number>((count, member) => count + unfrozen(member), own);
}

describe("checkedPreferences", () => {
  it("BA-4: fills in the defaults of each kind, in a copy frozen at every depth", () => {
    const given: Preferences[] = [
      { kind: "additive", weights: [1], values: [{ kind: "triangular", low: 0, top: 1, high: 2 }] },
      { kind: "mapping", entries: [{ outcome: { n: 1 }, utility: 1 }], otherwise: 0 },
      { kind: "rectangles", rectangles: [{ utility: 1, within: { n: { min: 0, max: 1 } } }] },
      { kind: "discounted", base, factor: 0.5 },
    ];
    const complete = given.map((preferences) => checkedPreferences(preferences, space));
    const values = [{ kind: "triangular", low: 0, top: 1, high: 2, height: 1 }];
    expect(complete[0]).toEqual({ kind: "additive", weights: [1], values, bias: 0, reservation: null });
    expect(complete[1]).toEqual({ ...given[1], reservation: null });
    const rectangles = [{ utility: 1, weight: 1, within: { n: { min: 0, max: 1 } } }];
    expect(complete[2]).toEqual({ kind: "rectangles", bias: 0, rectangles, reservation: null });
    expect(complete[3]).toEqual({
      kind: "discounted",
      base: {
        kind: "additive",
        weights: [1],
        values: [{ kind: "linear", slope: 0.5, offset: 0, from: 0, clamp: null }],
        bias: 0,
        reservation: 0.25,
      },
      factor: 0.5,
      form: "exponential",
      reservation: 0.25,
      discountReservation: true,
    });
    expect(complete.map(unfrozen)).toEqual([0, 0, 0, 0]);
    expect(given.map((preferences) => Object.isFrozen(preferences))).toEqual([false, false, false, false]);
  });

  it("is complete already when checked again", () => {
    const once = checkedPreferences({ kind: "discounted", base, factor: 1, reservation: null }, space);
    expect(checkedPreferences(once, space)).toEqual(once);
  });
});

describe("reservationOf", () => {
  it("BA-5: is that of the preferences, of a discount's base if it names none, or null", () => {
    expect(reservationOf(base)).toBe(0.25);
    expect(reservationOf({ ...base, reservation: undefined })).toBeNull();
    expect(reservationOf({ kind: "discounted", base, factor: 1 })).toBe(0.25);
    expect(reservationOf({ kind: "discounted", base, factor: 1, reservation: 0 })).toBe(0);
    expect(reservationOf({ kind: "discounted", base, factor: 1, reservation: null })).toBeNull();
  });
});

describe("undiscounted", () => {
  it("BA-5: keeps the reservation and drops the discount", () => {
    expect(undiscounted(base)).toBe(base);
    expect(undiscounted({ kind: "discounted", base, factor: 0.5 })).toEqual(base);
    const own = undiscounted({ kind: "discounted", base, factor: 0.5, reservation: 0.5 });
    expect(own).toEqual({ ...base, reservation: 0.5 });
  });
});
