/**
 * @module
 * The pinned reports: pictures, plane texts and pages of negotiations and of tournaments, and rows as text.
 */

import { analysisOf } from "../../../src/analysis/index.js";
import type { Scenario } from "../../../src/preferences/index.js";
import {
  negotiationHtml,
  timelineSvg,
  tournamentHtml,
  utilityPlaneSvg,
  utilityPlaneText,
} from "../../../src/report/index.js";
import { boulware } from "../../../src/strategies/index.js";
import {
  csvHeader,
  rowCsvLine,
  rowJsonLine,
  runNegotiation,
  runTournament,
  type TournamentRow,
  tournamentSummary,
} from "../../../src/tournament/index.js";
import { type Digests, digestOf, roundedNumbers, roundedText } from "./digest.js";
import { strategyAt } from "./played.js";

/** What the pages are about: two parties and more, with and without agreement, small and large. */
const SHOWN: readonly string[] = [
  "s01-5x5x5",
  "s04-two-outcomes",
  "s09-no-zone",
  "s11-3party-r",
  "s12-1000",
  "s13-4party-3x3x3",
  "api-supply",
  "data-consortium",
  "service-level",
];
const PLAYED_IN_TOURNAMENT: readonly string[] = ["s01-5x5x5", "s02-3x4x5x2-r", "s09-no-zone", "api-supply"];

/** By renderer and what it shows. */
export async function reportDigests(scenarios: ReadonlyMap<string, Scenario>): Promise<Digests> {
  const named = (name: string): Scenario => scenarios.get(name) as Scenario;
  const digests: Record<string, string> = {};
  SHOWN.forEach((name, place) => {
    for (const [renderer, texts] of Object.entries(shown(named(name), place)))
      digests[`${renderer} of ${name}`] = digestOf(texts);
  });
  return { ...digests, ...(await tournament(PLAYED_IN_TOURNAMENT.map(named))) };
}

function shown(scenario: Scenario, place: number): Readonly<Record<string, readonly string[]>> {
  const strategies = scenario.parties.map((_, party) => strategyAt(place + party));
  const { trace = null } = runNegotiation({ scenario, strategies, turnLimit: 24, seed: place, trace: true });
  const all = { scenario, trace, analysis: analysisOf(scenario) };
  const viewers = scenario.parties.map(({ name }) => name);
  return {
    utilityPlaneSvg: [
      utilityPlaneSvg(all),
      utilityPlaneSvg({ scenario }),
      utilityPlaneSvg({ scenario, trace }),
    ],
    utilityPlaneText: [
      utilityPlaneText(all),
      utilityPlaneText({ scenario, columns: 40, rows: 12 }),
      utilityPlaneText({ ...all, columns: 132, rows: 50 }),
    ],
    timelineSvg: [
      timelineSvg({ scenario, trace }),
      ...viewers.map((viewer) => timelineSvg({ scenario, trace, viewer })),
    ],
    negotiationHtml: [negotiationHtml(all)],
  };
}

const BROKEN = "broken <b>";

async function tournament(scenarios: readonly Scenario[]): Promise<Digests> {
  const broken = {
    ...boulware(),
    name: BROKEN,
    offering: {
      name: "broken",
      start: () => {
        throw new Error('It & "broke".');
      },
    },
  };
  const strategies = ["boulware", "conceder", "micro", "hybrid", "random", broken];
  const { rows } = await runTournament({
    scenarios,
    strategies,
    turnLimit: 40,
    seed: 5,
    repetitions: 2,
    trace: true,
  });
  const names = strategies.map((strategy) => (typeof strategy === "string" ? strategy : strategy.name));
  return {
    "tournamentHtml of five strategies and a broken one": digestOf([
      tournamentHtml({ rows }),
      tournamentHtml({ rows, strategies: names, title: "Five & one" }),
    ]),
    tournamentSummary: digestOf([roundedText(tournamentSummary(rows, names))]),
    "rows as JSON": digestOf(rows.map((row) => roundedText(JSON.parse(rowJsonLine(withoutSources(row)))))),
    "rows as CSV": digestOf([csvHeader, ...rows.map((row) => roundedNumbers(rowCsvLine(row)))]),
  };
}

/** The hash of a strategy that is no name is of the text of its functions, which each way to run tests writes anew. */
function withoutSources(row: TournamentRow): TournamentRow {
  return row.key.strategies.includes(BROKEN) ? { ...row, hash: 0 } : row;
}
