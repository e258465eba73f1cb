import { describe, expect, it } from "vitest";
import {
  analysisOf,
  metricsOf,
  type PartyAnalysis,
  type PartyMetrics,
  type TracedTurn,
} from "../../src/analysis/index.js";
import { utilitiesFrom } from "./points.js";
import { accepting, offering } from "./traces.js";

const ADA: PartyAnalysis = { name: "ada", reservation: 0.25, minimum: 0, maximum: 1, rationalCount: 5 };
const SMITH: PartyAnalysis = { name: "smith", reservation: null, minimum: 2, maximum: 6, rationalCount: 9 };

const ANALYSIS = analysisOf(utilitiesFrom("0 1, 1 0"));

/** Ada comes down from 1 to 0.5 and goes up again; Smith comes down from 6 to 5. */
const TRACE: readonly TracedTurn[] = [
  offering(0, 0, [1, 3], 0.125),
  offering(1, 3, [0, 6], 0.125),
  offering(0, 1, [0.75, 3], 0.25),
  offering(1, 4, [0.5, 5], 0.25),
  offering(0, 2, [0.5, 4], 0.375),
  offering(1, 4, [0.5, 5], 0.375),
  offering(0, 1, [0.75, 3], 0.5),
];

describe("the metrics of a party", () => {
  it("BA-34: are what their formulas give", () => {
    const [ada, smith] = metrics([...TRACE, accepting(1, 1, [0.75, 3])]);
    expect(ada).toStrictEqual({
      name: "ada",
      offerCount: 4,
      utility: { value: 0.75 },
      advantage: { value: 0.5 / 0.75 },
      concession: { value: 0.5 / 0.75 },
      patience: { value: 0.25 },
      monotonicity: { value: 2 / 3 },
      variability: { value: 0.75 },
      concessionShare: { value: 0.5 / 0.75 / (0.5 / 0.75 + 0.25) },
    });
    expect(smith).toStrictEqual({
      name: "smith",
      offerCount: 3,
      utility: { value: 3 },
      advantage: { value: null, reason: "no-reservation" },
      concession: { value: 0.25 },
      patience: { value: 0.25 },
      monotonicity: { value: 1 },
      variability: { value: 2 / 3 },
      concessionShare: { value: 0.25 / (0.5 / 0.75 + 0.25) },
    });
  });

  it("BA-34: measure patience by half of the final concession, exactly half included", () => {
    const patienceOf = (halfway: number): unknown => {
      const [ada] = metrics(
        [0.875, halfway, 0.25, 0].map((own, index) => offering(0, index, [own, 3], index / 8)),
      );
      return ada?.patience.value;
    };
    expect(patienceOf(0.5)).toBe(1 / 8);
    expect(patienceOf(0.5 + 2 ** -53)).toBe(2 / 8);
  });

  it("BA-34: have the reservation as utility without an agreement", () => {
    const [ada, smith] = metrics(TRACE);
    expect([ada?.utility, ada?.advantage]).toStrictEqual([{ value: 0.25 }, { value: 0 }]);
    expect([smith?.utility, smith?.advantage]).toStrictEqual([
      { value: null, reason: "no-reservation" },
      { value: null, reason: "no-reservation" },
    ]);
  });

  it("BA-34: are null without offers, and the partner's share with them", () => {
    const none = { value: null, reason: "no-offer" };
    const [ada, smith] = metrics(TRACE.slice(0, 1));
    expect(smith).toMatchObject({ offerCount: 0, concession: none, patience: none, monotonicity: none });
    expect(smith).toMatchObject({ variability: none, concessionShare: none });
    expect(ada?.concessionShare).toStrictEqual(none);
    expect(ada?.monotonicity).toStrictEqual({ value: null, reason: "one-offer" });
  });

  it("BA-34: of who never concedes have no patience and a share of 0, and none where nobody does", () => {
    const none = { value: null, reason: "no-concession" };
    const [ada, smith] = metrics([offering(0, 0, [1, 3]), offering(1, 3, [0, 5])]);
    expect(ada).toMatchObject({ concession: { value: 0 }, patience: none, concessionShare: { value: 0 } });
    expect(smith?.concessionShare).toStrictEqual({ value: 1 });
    const [one, other] = metrics([offering(0, 0, [1, 3]), offering(1, 3, [0, 6])]);
    expect([one?.concessionShare, other?.concessionShare]).toStrictEqual([none, none]);
  });

  it("BA-34: are null where a denominator is 0", () => {
    const flat = { ...ADA, minimum: 1, maximum: 1, reservation: 0 };
    const [one] = metrics([offering(0, 0, [1, 3])], [flat, SMITH]);
    expect(one?.concession).toStrictEqual({ value: null, reason: "no-range" });
    const demanding = { ...ADA, reservation: 1 };
    const [other] = metrics([offering(0, 0, [1, 3])], [demanding, SMITH]);
    expect(other?.advantage).toStrictEqual({ value: null, reason: "no-range" });
    expect(other?.concession).toStrictEqual({ value: null, reason: "no-range" });
    const unreachable = { ...ADA, reservation: 2 };
    const [last] = metrics([offering(0, 0, [1, 3])], [unreachable, SMITH]);
    expect(last?.advantage).toStrictEqual({ value: null, reason: "no-range" });
  });

  it("BA-34: count an offer repeated at the same worth as not rising", () => {
    const [ada] = metrics([offering(0, 0, [0.5, 3]), offering(0, 1, [0.5, 4])]);
    expect(ada?.monotonicity).toStrictEqual({ value: 1 });
  });
});

function metrics(
  trace: readonly TracedTurn[],
  parties: readonly PartyAnalysis[] = [ADA, SMITH],
): readonly PartyMetrics[] {
  return metricsOf(trace, { ...ANALYSIS, parties }).parties;
}
