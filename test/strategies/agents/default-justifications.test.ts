import { expect, it } from "vitest";
import { chosenJustify, explainConcession } from "../../../src/strategies/agents/default-justifications.js";
import { monotonicConcession, tradeOff, zeuthen } from "../../../src/strategies/agents/index.js";
import { inverseOf, soloParty, stubborn } from "../solo-party.js";

const inverse = inverseOf([0, 0.25, 0.5, 0.75, 1]);

it("BA-38: a trade-off refers to the proposal that it was made like", () => {
  const party = soloParty(inverse, stubborn(tradeOff()));
  expect(party.justification("propose", party.propose())).toBeUndefined();
  party.hear(1);
  party.hear(2);
  const sent = party.decide();
  expect(party.justification("counter", sent)).toEqual({ type: "trade_off", references: ["proposal-3"] });
  expect(party.justification("accept", 2)).toBeUndefined();
});

it("BA-38: without ids, as in the headless runner, a trade-off refers to nothing", () => {
  const party = soloParty(inverse, stubborn(tradeOff()));
  (party.sheet as { proposalIds?: string[] | undefined }).proposalIds = undefined;
  party.hear(2);
  expect(party.justification("counter", party.decide())).toEqual({ type: "trade_off", references: [] });
});

it("BA-38: concessions are explained as such, accepts need no explanation", () => {
  for (const strategy of [monotonicConcession(), zeuthen()]) {
    const party = soloParty(inverse, stubborn(strategy));
    expect(party.justification("propose", party.propose())).toEqual({ type: "concession_explanation" });
    expect(party.justification("accept", 0)).toBeUndefined();
  }
});

it("BA-38: `justify: false` turns it off, a function replaces it", () => {
  for (const make of [tradeOff, monotonicConcession, zeuthen]) {
    expect(make({ justify: false }).justify).toBeUndefined();
    const own = (): string => "because";
    expect(make({ justify: own }).justify).toBe(own);
  }
  expect(chosenJustify({}, explainConcession)).toBe(explainConcession);
});
