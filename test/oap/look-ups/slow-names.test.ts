import { expect, it } from "vitest";
import { slowNames } from "../../../src/oap/look-ups/slow-names.js";
import { ManualClock } from "../../../src/testing/clock/index.js";

it("who was in vain for half a second has made nobody wait, and what is more is forgotten by halves in five minutes [OAP-54]", () => {
  const clock = new ManualClock(0);
  const slow = slowNames(clock, 8);
  slow.note(["sound"], 500);
  slow.note(["slow", "slower"], 1_500);
  slow.note(["slower"], 2_500);
  const told = () => ["sound", "slow", "slower"].map(slow.now([]));
  expect(told()).toEqual([0, 1_000, 3_000]);
  clock.set(300_000);
  expect(told()).toEqual([0, 500, 1_500]);
  const underWay = [{ names: ["sound", "slow"], ms: 700 }];
  expect(["sound", "slow"].map(slow.now(underWay))).toEqual([200, 700]);
});

it("who was quick makes nobody forget who was slow [OAP-54]", () => {
  const slow = slowNames(new ManualClock(0), 2);
  slow.note(["slow"], 1_500);
  for (const quick of ["a", "b"]) slow.note([quick], 100);
  expect(slow.now([])("slow")).toBe(1_000);
});
