import { expect, it } from "vitest";
import type { InverseUtility } from "../../../src/preferences/inverse/index.js";
import { offerMonotonicConcession } from "../../../src/strategies/offering/index.js";
import type { OpponentModel } from "../../../src/strategies/play/index.js";
import { inverseOf, knowing, never, soloParty } from "../solo-party.js";
import { twoPartyFixtures } from "../two-party-fixtures.js";

function proposals(inverse: InverseUtility, count: number, model?: OpponentModel): number[] {
  const offering = offerMonotonicConcession();
  const party = soloParty(inverse, { name: "m", offering, acceptance: never, model });
  return Array.from({ length: count }, () => {
    const sent = party.propose();
    party.hear(0);
    return sent;
  });
}

it("BA-25: goes one distinct utility down at each own turn, to its reservation and no further", () => {
  const inverse = inverseOf([0.2, 0.9, 0.5, 0.9, 0.5, 0.7, 0.4], 0.4);
  expect(proposals(inverse, 6)).toEqual([1, 5, 2, 6, 6, 6]);
});

it("BA-25: within a level the model chooses, then the lower index", () => {
  const inverse = inverseOf([0.9, 0.9, 0.9, 0.5, 0.5, 0.1]);
  expect(
    proposals(
      inverse,
      3,
      knowing((index) => [0.1, 0.8, 0.8, 0.2, 0.3, 1][index]!),
    ),
  ).toEqual([1, 4, 5]);
});

it("BA-25: never goes back and skips no level, on every fixture", () => {
  for (const { inverses } of twoPartyFixtures) {
    for (const inverse of inverses) {
      const levels = [
        ...new Set(Array.from({ length: inverse.size }, (_, rank) => inverse.utility(inverse.at(rank)))),
      ].reverse();
      const least = levels.filter((level) => level >= inverse.floor).length;
      const sent = proposals(inverse, Math.min(100, least + 2)).map((index) => inverse.utility(index));
      expect(sent).toEqual(sent.map((_, turn) => levels[Math.min(turn, least - 1)]));
    }
  }
});
