import { expect, it } from "vitest";
import { isSamePreferences, outcomeSpace, type Preferences } from "../../../src/preferences/model/index.js";

const space = outcomeSpace([{ name: "n", kind: "integer", min: 0, max: 2 }]);
const table = (values: readonly number[], more: object = {}): Preferences =>
  ({ kind: "additive", weights: [1], values: [{ kind: "table", values }], ...more }) as Preferences;

it("tells preferences apart by what they say, not by how [BA-46]", () => {
  const one = table([0, 1, 2], { reservation: 1 });
  const same: readonly Preferences[] = [
    table([0, 1, 2], { reservation: 1, bias: 0 }),
    { kind: "discounted", base: one as never, factor: 0.5 },
  ];
  for (const other of same) expect(isSamePreferences(one, other, space)).toBe(true);
  const others: readonly Preferences[] = [
    table([0, 1, 2]),
    table([0, 1, 3], { reservation: 1 }),
    table([0, 1], { reservation: 1 }),
    table([0, 1, 2], { reservation: 1, bias: 1 }),
    { kind: "mapping", entries: [], otherwise: 0, reservation: 1 },
  ];
  for (const other of others) expect(isSamePreferences(one, other, space)).toBe(false);
});
