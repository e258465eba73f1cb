import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Analysis, analysisOf, metricsOf, type TracedTurn } from "../../src/analysis/index.js";
import { tieRichPoints, utilitiesFrom } from "./points.js";
import { accepting, offering } from "./traces.js";

const POINTS = [
  [4, 0],
  [3, 3],
  [0, 4],
  [2, 2],
] as const;
const ANALYSIS = analysisOf(utilitiesFrom(POINTS, [1, 1]));

const offer = (party: number, outcome: number): TracedTurn => offering(party, outcome, POINTS[outcome]!);
const accept = (party: number, outcome: number): TracedTurn => accepting(party, outcome, POINTS[outcome]!);

describe("the metrics of a negotiation", () => {
  it("BA-34: tell turns, cycles, agreement, welfare and distances", () => {
    const trace = [offer(0, 0), offer(1, 2), { ...offer(0, 3), cycle: 1 }, { ...accept(1, 3), cycle: 1 }];
    const metrics = metricsOf(trace, ANALYSIS);
    expect(metrics).toMatchObject({
      turnCount: 4,
      cycleCount: 2,
      agreed: true,
      agreement: 3,
      isPareto: false,
      welfare: { value: 4 },
      welfareOptimality: { value: 4 / 6 },
      distance: { frontier: { value: Math.sqrt(2) }, nash: { value: Math.sqrt(2) } },
      optimality: { frontier: { value: 1 - Math.sqrt(2) / Math.sqrt(32) } },
      parties: [{ utility: { value: 2 } }, { utility: { value: 2 } }],
    });
    const better = metricsOf([offer(0, 1), accept(1, 1)], ANALYSIS);
    expect(better).toMatchObject({ cycleCount: 1, isPareto: true, welfareOptimality: { value: 1 } });
  });

  it("BA-34: without an agreement are about the reservations", () => {
    const metrics = metricsOf([offer(0, 0), offer(1, 2)], ANALYSIS);
    expect(metrics).toMatchObject({
      agreed: false,
      agreement: null,
      isPareto: false,
      welfare: { value: 2 },
      welfareOptimality: { value: 2 / 6 },
      distance: { nash: { value: Math.sqrt(8) } },
      parties: [{ utility: { value: 1 } }, { utility: { value: 1 } }],
    });
  });

  it("BA-34: without an agreement and without reservations are null", () => {
    const none = { value: null, reason: "no-reservation" };
    const metrics = metricsOf([offer(0, 0)], analysisOf(utilitiesFrom(POINTS, [1, null])));
    expect(metrics).toMatchObject({ welfare: none, welfareOptimality: none });
    expect(Object.values(metrics.distance)).toStrictEqual(Object.values(metrics.distance).map(() => none));
    expect(Object.values(metrics.optimality)).toStrictEqual(Object.values(metrics.distance).map(() => none));
  });

  it("BA-34: have no welfare optimality where nothing was to be had", () => {
    const noZone = analysisOf(utilitiesFrom(POINTS, [4, 4]));
    expect(metricsOf([], noZone).welfareOptimality).toStrictEqual({
      value: null,
      reason: "no-rational-outcome",
    });
    const zero = analysisOf(utilitiesFrom("1 -1, -1 1", [-1, -1]));
    expect(metricsOf([], zero).welfareOptimality).toStrictEqual({ value: null, reason: "no-range" });
  });

  it("of a trace without rows are those of a negotiation without turns", () => {
    expect(metricsOf([], ANALYSIS)).toMatchObject({ turnCount: 0, cycleCount: 0, agreed: false });
  });

  it("D-17: are the same when trace and analysis come back from JSON, and are plain data themselves", () => {
    fc.assert(
      fc.property(negotiation, ({ trace, analysis }) => {
        const metrics = metricsOf(trace, analysis);
        const again = metricsOf(
          JSON.parse(JSON.stringify(trace)) as TracedTurn[],
          JSON.parse(JSON.stringify(analysis)) as Analysis,
        );
        expect(again).toStrictEqual(metrics);
        expect(JSON.parse(JSON.stringify(metrics))).toStrictEqual(metrics);
      }),
    );
  });

  it("BA-34: are never NaN: each figure is finite, or null with a reason", () => {
    fc.assert(
      fc.property(negotiation, ({ trace, analysis }) => {
        expect(straysIn(metricsOf(trace, analysis))).toEqual([]);
        expect(straysIn(analysis)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("BA-34: leave the quality of a result between 0 and 1", () => {
    fc.assert(
      fc.property(negotiation, ({ trace, analysis }) => {
        const { optimality, parties } = metricsOf(trace, analysis);
        const shares = parties.flatMap((party) => [
          party.monotonicity,
          party.variability,
          party.concessionShare,
        ]);
        for (const { value } of [...Object.values(optimality), ...shares]) {
          if (value === null) continue;
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

/** What was agreed by a trace of so many parties. */
function agreementOf(trace: readonly TracedTurn[], parties: number): number | null {
  return metricsOf(trace, analysisOf(utilitiesFrom([[1, 0, 0.5].slice(0, parties)]))).agreement;
}

describe("a trace", () => {
  it("is agreed on its last offer once all others accepted it, one after the other [BA-35]", () => {
    const two = [offering(0, 1, [1, 0]), offering(1, 2, [0, 1]), accepting(0, 2, [0, 1])];
    expect([two, two.slice(0, 2), []].map((trace) => agreementOf(trace, 2))).toEqual([2, null, null]);
    const utilities = [1, 0, 0.5];
    const start = [offering(0, 1, utilities), accepting(1, 1, utilities)];
    expect(agreementOf(start, 3)).toBeNull();
    expect(agreementOf([...start, accepting(2, 1, utilities)], 3)).toBe(1);
    const countered = [...start, offering(2, 3, utilities), accepting(0, 3, utilities)];
    expect(agreementOf(countered, 3)).toBeNull();
    expect(agreementOf([...countered, accepting(1, 3, utilities)], 3)).toBe(3);
  });

  it("is no agreement where someone left", () => {
    const withdrawal: TracedTurn = {
      ...offering(1, 0, [0, 0]),
      action: "withdraw",
      outcome: null,
      utilities: null,
    };
    expect(agreementOf([offering(0, 1, [1, 0]), withdrawal], 2)).toBeNull();
    expect(agreementOf([accepting(0, 1, [1, 0])], 2)).toBeNull();
  });

  it("is refused with the place of an offer of another shape", () => {
    const good = offering(0, 1, [1, 0]);
    const strays: readonly Partial<TracedTurn>[] = [
      { party: 2 },
      { party: -1 },
      { party: 0.5 },
      { relativeTime: Number.NaN },
      { outcome: null },
      { utilities: null },
      { utilities: [1] },
      { utilities: [1, Number.NaN] },
    ];
    for (const stray of strays) {
      expect(() => agreementOf([good, { ...good, ...stray }], 2)).toThrow(/^Expected offer 1 of the trace/);
    }
  });
});

/** Random offers and answers over random points, some of which are too big to be squared. */
const negotiation = fc
  .tuple(
    tieRichPoints,
    fc.constantFrom(1, 1, 1e300),
    fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(5)), { maxLength: 12 }),
  )
  .map(([{ vectors, reservations }, scale, turns]) => {
    const points = vectors.map((vector) => vector.map((value) => value * scale));
    const parties = reservations.length;
    const trace = turns.map(([who, what, kind], index): TracedTurn => {
      const outcome = what % points.length;
      const row = offering(who % parties, outcome, points[outcome]!, (index + 1) / 20);
      return kind < 4 ? row : { ...row, action: "accept" };
    });
    return { trace, analysis: analysisOf(utilitiesFrom(points, reservations)) };
  });

/** The paths of numbers that are not finite, and of nulls without a reason. */
function straysIn(value: unknown, path = ""): string[] {
  if (typeof value === "number") return Number.isFinite(value) ? [] : [`${path}: ${value}`];
  if (typeof value !== "object" || value === null) return [];
  const isFigure = "value" in value;
  if (isFigure && value.value === null && !("reason" in value)) return [`${path}: no reason`];
  if (isFigure && value.value !== null && "reason" in value) return [`${path}: a reason too many`];
  return Object.entries(value).flatMap(([key, inner]) => straysIn(inner, `${path}/${key}`));
}
