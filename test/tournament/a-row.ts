import type { TournamentRow } from "../../src/tournament/index.js";

/** A row with what a test wants of it. */
export function aRow(given: Partial<TournamentRow> = {}): TournamentRow {
  return {
    key: { scenario: "s", strategies: ["a", "b"], profiles: [0, 1], repetition: 0 },
    seed: 1,
    hash: 2,
    status: "accepted",
    reason: "accept",
    agreed: true,
    turnCount: 4,
    cycles: 2,
    agreement: { price: 3 },
    utilities: [0.5, 0.25],
    advantages: [0.4, null],
    discountedUtilities: [0.5, 0.2],
    metrics: null,
    error: null,
    ...given,
  };
}
