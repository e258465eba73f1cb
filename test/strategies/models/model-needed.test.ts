import { expect, it } from "vitest";
import { niceTitForTat, tradeOff, zeuthen } from "../../../src/strategies/agents/index.js";
import { neededModel } from "../../../src/strategies/models/index.js";
import { inverseOf, soloParty } from "../solo-party.js";

it("gives the model there is, and refuses to go on without one", () => {
  const model = { observe: () => {}, utility: () => 0, weights: () => [] };
  expect(neededModel({ model }, "zeuthen")).toBe(model);
  expect(() => neededModel({ model: null }, "zeuthen")).toThrow(
    expect.objectContaining({ code: "strategy_invalid" }),
  );
});

it("refuses a strategy whose model was taken away before the first turn", () => {
  for (const strategy of [niceTitForTat(), zeuthen(), tradeOff({ weights: "model" })]) {
    const bare = { ...strategy, model: undefined };
    expect(() => soloParty(inverseOf([0, 1]), bare)).toThrow(
      expect.objectContaining({ code: "strategy_invalid" }),
    );
  }
});
