import { describe, expect, it } from "vitest";
import { tournamentSummary } from "../../src/tournament/index.js";
import { aRow } from "./a-row.js";

const between = (
  first: string,
  second: string,
  advantages: readonly (number | null)[],
  more: Parameters<typeof aRow>[0] = {},
) =>
  aRow({
    key: { scenario: "s", strategies: [first, second], profiles: [0, 1], repetition: 0 },
    utilities: advantages,
    advantages,
    ...more,
  });

describe("the summary of a tournament", () => {
  it("BA-36: has mean, median and standard deviation, by seat and against each other strategy", () => {
    const rows = [
      between("a", "b", [0.5, 0.1]),
      between("b", "a", [0.3, 0.9]),
      between("a", "a", [0.2, 0.8]),
    ];
    const [a, b] = tournamentSummary(rows, ["a", "b"]);
    expect(a).toMatchObject({ strategy: "a", rank: 1, negotiationCount: 4, agreementRate: 1 });
    expect(a?.advantage).toMatchObject({ count: 4, undefinedCount: 0, median: 0.65 });
    expect(a?.advantage.mean).toBeCloseTo(0.6, 12);
    expect(a?.advantage.standardDeviation).toBeCloseTo(Math.sqrt(0.3 / 4), 12);
    expect(a?.asInitiator.advantage).toMatchObject({ count: 2, mean: 0.35 });
    expect(a?.asResponder.advantage.count).toBe(2);
    expect(a?.against["b"]?.advantage).toMatchObject({ count: 2, mean: 0.7 });
    expect(b).toMatchObject({ strategy: "b", rank: 2 });
    expect(b?.against["b"]).toBeUndefined();
  });

  it("BA-36: ties share their rank, and the next one is behind both", () => {
    const rows = [between("a", "b", [0.5, 0.5]), between("c", "c", [0.1, 0.1])];
    expect(tournamentSummary(rows, ["c", "b", "a"]).map(({ strategy, rank }) => [strategy, rank])).toEqual([
      ["b", 1],
      ["a", 1],
      ["c", 3],
    ]);
  });

  it("D-13: a negotiation without agreement is no failure, one with an error is", () => {
    const rows = [
      between("a", "b", [0, 0], { agreed: false, status: "expired" }),
      between("a", "b", [null, null], { agreed: false, error: "The thread died" }),
    ];
    const [a] = tournamentSummary(rows, ["a", "b"]);
    expect(a).toMatchObject({ negotiationCount: 2, failedCount: 1, agreementRate: 0 });
    expect(a?.advantage).toEqual({
      count: 1,
      undefinedCount: 1,
      mean: 0,
      median: 0,
      standardDeviation: 0,
    });
  });

  it("BA-36: an error counts as no agreement, so that throwing instead of losing does not pay", () => {
    const rows = [
      between("steady", "quitter", [0.2, 0.9]),
      between("quitter", "steady", [0, 0], { agreed: false, status: "stalled", error: "bye" }),
      between("steady", "steady", [0.8, 0.8]),
    ];
    const [first, second] = tournamentSummary(rows, ["quitter", "steady"]);
    expect(first).toMatchObject({ strategy: "quitter", failedCount: 1, agreementRate: 0.5 });
    expect(first?.advantage).toMatchObject({ count: 2, mean: 0.45, median: 0.45 });
    expect(second).toMatchObject({ strategy: "steady", failedCount: 1, agreementRate: 0.75 });
    expect(second?.advantage.mean).toBeCloseTo(0.45, 12);
    expect(second?.utility).toMatchObject({ count: 4, undefinedCount: 0 });
  });

  it("BA-34: undefined figures are left out and counted; none at all is null, and stands last", () => {
    const rows = [between("a", "b", [null, 0.1]), between("a", "b", [null, null])];
    const [b, a] = tournamentSummary(rows, ["a", "b"]);
    expect(a?.advantage).toEqual({
      count: 0,
      undefinedCount: 2,
      mean: null,
      median: null,
      standardDeviation: null,
    });
    expect(b).toMatchObject({ strategy: "b", advantage: { count: 1, undefinedCount: 1 } });
  });

  it("a strategy that played nothing is in the table too", () => {
    expect(tournamentSummary([], ["a"])).toMatchObject([{ strategy: "a", rank: 1, agreementRate: null }]);
  });
});
