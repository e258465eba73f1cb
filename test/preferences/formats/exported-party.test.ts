import { expect, it } from "vitest";
import { exportedParties } from "../../../src/preferences/formats/index.js";
import type { AdditivePreferences, Fault, Preferences } from "../../../src/preferences/model/index.js";
import { outcomeSpace } from "../../../src/preferences/model/index.js";
import { generateScenario } from "../../../src/preferences/scenarios/index.js";

const scenario = generateScenario(5, [2, 2], 1);
const additive = { ...scenario.parties[0]!.preferences, reservation: 0.3 } as AdditivePreferences;

function exported(preferences: Preferences) {
  const faults: Fault[] = [];
  const parties = exportedParties(
    { ...scenario, parties: [{ name: "ada", preferences }] },
    outcomeSpace(scenario.issues),
    faults,
  );
  return { party: parties[0], faults: faults.map(({ path, expected }) => `${path.join("/")}: ${expected}`) };
}

it("gives weights, functions, reservation and discount", () => {
  const { weights, values } = additive;
  expect(exported(additive)).toEqual({
    party: { name: "ada", weights, values, reservation: 0.3, discount: 1 },
    faults: [],
  });
  expect(exported({ ...additive, reservation: null }).party).toMatchObject({ reservation: null });
});

it("D-4: keeps the reservation of a base under a discount, unless the discount has its own", () => {
  expect(exported({ kind: "discounted", base: additive, factor: 0.5 }).party).toMatchObject({
    reservation: 0.3,
    discount: 0.5,
  });
  expect(exported({ kind: "discounted", base: additive, factor: 0.5, reservation: 0.1 }).party).toMatchObject(
    {
      reservation: 0.1,
    },
  );
});

it("BA-8: tells what other formats have no words for", () => {
  expect(exported({ kind: "mapping", entries: [], otherwise: 0 })).toEqual({
    party: undefined,
    faults: ["parties/0/preferences: additive preferences"],
  });
  expect(exported({ ...additive, bias: 1 }).faults).toEqual(["parties/0/preferences/bias: no bias"]);
  expect(exported({ kind: "discounted", base: additive, factor: 0.5, form: "linear" }).faults.length).toBe(1);
  expect(
    exported({ kind: "discounted", base: additive, factor: 0.5, discountReservation: false }).faults.length,
  ).toBe(1);
  expect(exported({ kind: "discounted", base: additive, factor: 1, form: "linear" }).faults).toEqual([]);
});
