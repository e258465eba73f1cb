import { describe, expect, it } from "vitest";
import * as analysis from "../../src/analysis/index.js";
import * as preferences from "../../src/preferences/index.js";
import * as strategies from "../../src/strategies/index.js";
import { type RunNegotiationOptions, runNegotiation, traceOf } from "../../src/tournament/index.js";

const scenario = preferences.generateScenario(7, [4, 4], 2);
const utilities = analysis.utilitiesOf(scenario);
const space = preferences.outcomeSpace(scenario.issues);
const own = scenario.parties[0]!.preferences;
const run: RunNegotiationOptions = {
  scenario,
  strategies: [strategies.boulware(), strategies.micro()],
  turnLimit: 20,
};
const model = strategies.frequencyLinear().start({ space });

/** Each door with an option that is misspelt, and what it should have been. */
const MISSPELT: readonly (readonly [name: string, nearest: string, open: () => unknown])[] = [
  ["runNegotiation", "inverses", () => runNegotiation({ ...run, inverse: [] } as never)],
  ["analysisOf", "maxOutcomes", () => analysis.analysisOf(scenario, { maxOutcome: 3 } as never)],
  ["utilitiesOf", "seed", () => analysis.utilitiesOf(scenario, { sed: 3 } as never)],
  ["frontier", "duplicates", () => analysis.frontier(utilities, { duplicate: "all" } as never)],
  ["isPareto", "over", () => analysis.isPareto(utilities, 0, { ove: "all" } as never)],
  ...[
    analysis.nash,
    analysis.kalaiEgalitarian,
    analysis.kalaiSmorodinsky,
    analysis.minimumGainSpread,
    analysis.maximumRelativeWelfare,
  ].map(
    (rule) =>
      [rule.name, "disagreement", () => rule(utilities, { disagrement: "reservation" } as never)] as const,
  ),
  ...[strategies.acceptNext, strategies.acceptPrevious].map(
    (accept) => [accept.name, "shift", () => accept({ shif: 1 } as never)] as const,
  ),
  ["acceptGap", "gap", () => strategies.acceptGap({ gab: 1 } as never)],
  ["acceptConstant", "threshold", () => strategies.acceptConstant({ treshold: 1 } as never)],
  ...[
    strategies.acceptTime,
    strategies.acceptCombined,
    strategies.acceptCombinedMaximum,
    strategies.acceptCombinedMaximumWindow,
    strategies.acceptCombinedAverageWindow,
  ].map((accept) => [accept.name, "from", () => accept({ form: 0.5 } as never)] as const),
  ["acceptTarget", "exponent", () => strategies.acceptTarget({ exponent: 1, exponentt: 2 } as never)],
  ["timeDependent", "pick", () => strategies.offerTimeDependent({ exponent: 1 }, { pik: "model" } as never)],
  ["relativeTitForTat", "delay", () => strategies.relativeTitForTat({ dely: 1 } as never)],
  ["tradeOff", "weights", () => strategies.tradeOff({ weight: "model" } as never)],
  ["zeuthen", "disagreement", () => strategies.zeuthen({ disagrement: 0 } as never)],
  ["niceTitForTat", "model", () => strategies.niceTitForTat({ modl: null } as never)],
  [
    "modelScore",
    "seed",
    () => strategies.modelScore(model, { space, utility: () => 0 }, { sede: 1 } as never),
  ],
  ["inverseUtility", "maxOutcomes", () => preferences.inverseUtility(space, own, { maxOutcome: 9 } as never)],
  ["normalise", "reservation", () => preferences.normalise(own, space, { reservations: "keep" } as never)],
  [
    "traceOf",
    "totalMs",
    () => traceOf({ turns: [], rules: null } as never, scenario, { totalMS: 9 } as never),
  ],
];

/** Each option of a few texts with another, and the nearest. */
const UNKNOWN: readonly (readonly [name: string, nearest: string, open: () => unknown])[] = [
  [
    "runNegotiation",
    "withdraw",
    () => runNegotiation({ ...run, whenNoRationalOutcome: "withdrew" as never }),
  ],
  ["nash", "reservation", () => analysis.nash(utilities, { disagreement: "reserve" as never })],
  ["analysisOf", "reservation", () => analysis.analysisOf(scenario, { disagreement: "reservtion" as never })],
  ["disagreementOf", "reservation", () => analysis.disagreementOf(utilities, "reservtion" as never)],
  ["frontier", "rational", () => analysis.frontier(utilities, { over: "ratoinal" as never })],
  ["analysisOf", "all", () => analysis.analysisOf(scenario, { duplicates: "al" as never })],
  ["isPareto", "all", () => analysis.isPareto(utilities, 0, { over: "alll" as never })],
  ["timeDependent", "model", () => strategies.timeDependent({ exponent: 1, pick: "modell" as never })],
  ["tradeOff", "uniform", () => strategies.tradeOff({ weights: "uniforn" as never })],
];

describe("options", () => {
  it.each(MISSPELT)("of %s that are misspelt are refused, naming %s [BA-46]", (_, nearest, open) => {
    expect(open).toThrow(TypeError);
    expect(open).toThrow(`Did you mean ${nearest}?`);
  });

  it.each(UNKNOWN)(
    "of %s with a value that is not known are refused, naming %s [BA-46]",
    (_, nearest, open) => {
      expect(open).toThrow(TypeError);
      expect(open).toThrow(`Did you mean "${nearest}"?`);
    },
  );

  it("that are true or false take nothing else, and listeners are functions [BA-46]", () => {
    expect(() => runNegotiation({ ...run, trace: "yes" as never })).toThrow("trace to be true or false");
    expect(() => runNegotiation({ ...run, onTurn: "log" as never })).toThrow("onTurn to be a function");
    expect(() => strategies.acceptConstant({ strict: 1 as never })).toThrow("strict to be true or false");
  });

  it("with inverses of other preferences are refused, those of equal ones are not [BA-46]", () => {
    const inversesOf = (parties: readonly { readonly preferences: preferences.Preferences }[]) =>
      parties.map((party) => preferences.inverseUtility(space, party.preferences));
    const others = preferences.generateScenario(8, [4, 4], 2).parties;
    const copies = scenario.parties.map(({ preferences: one }) => ({
      preferences: { ...(JSON.parse(JSON.stringify(one)) as preferences.AdditivePreferences), bias: 0 },
    }));
    for (const right of [scenario.parties, copies]) {
      expect(runNegotiation({ ...run, inverses: inversesOf(right) })).toEqual(runNegotiation(run));
      expect(analysis.analysisOf(scenario, { inverses: inversesOf(right) })).toEqual(
        analysis.analysisOf(scenario),
      );
    }
    const [first] = inversesOf(scenario.parties);
    const [, stranger] = inversesOf(others);
    const inverses = [first!, stranger!];
    expect(() => runNegotiation({ ...run, inverses })).toThrow("an inverse utility of the preferences");
    expect(() => analysis.analysisOf(scenario, { inverses })).toThrow("preferences of party 1");
  });
});
