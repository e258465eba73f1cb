import { expect, it } from "vitest";
import { checkedPreferences, outcomeSpace } from "../../../src/preferences/model/index.js";
import { faultPaths } from "../expect-faults.js";

const space = outcomeSpace([{ name: "c", kind: "continuous", min: 0, max: 1 }]);

it("BA-4: each entry of a mapping names an outcome of the space, and none is named twice", () => {
  const entries = [
    { outcome: { c: 0.1 }, utility: 1 },
    { outcome: { c: 0.11 }, utility: 2 },
    { outcome: { c: 2 }, utility: 3 },
    { outcome: [0.5], utility: 3 },
    { outcome: { c: 0.5 }, utility: Number.NaN },
    { outcome: { c: 0.9 }, utility: 1, weight: 1 },
    null,
  ];
  const preferences = { kind: "mapping", entries, otherwise: 0 } as never;
  expect(faultPaths("preferences_invalid", () => checkedPreferences(preferences, space))).toEqual([
    "entries.1.outcome",
    "entries.2.outcome",
    "entries.3.outcome",
    "entries.4.utility",
    "entries.5.weight",
    "entries.6",
  ]);
  const listless = { kind: "mapping", entries: {}, otherwise: 0 } as never;
  expect(faultPaths("preferences_invalid", () => checkedPreferences(listless, space))).toEqual(["entries"]);
});

it("copies the terms of an entry", () => {
  const outcome = { c: 0.5 };
  const complete = checkedPreferences(
    { kind: "mapping", entries: [{ outcome, utility: 1 }], otherwise: 0 },
    space,
  );
  outcome.c = 0.7;
  expect(complete).toMatchObject({ entries: [{ outcome: { c: 0.5 } }] });
});
