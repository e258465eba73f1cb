/**
 * @module
 * Writes a scenario as the JSON of GeniusWeb: a domain, and a profile a party. Nothing but the scenario goes
 * into it: no path, no host, no time, and not its `source` either.
 */

import {
  FaultList,
  type FaultSink,
  MOST_HELD_OUTCOMES,
  type OutcomeSpace,
  outcomeSpace,
  refusedWith,
} from "../model/index.js";
import { parseScenario, type Scenario } from "../scenarios/index.js";
import { evaluationAt, utilityTable } from "../utility/index.js";
import { type ExportedParty, exportedParties, listedTexts } from "./exported-party.js";

/** A domain of GeniusWeb, as plain JSON data. */
export interface GeniusWebDomainJson {
  readonly name: string;
  readonly issuesValues: Readonly<Record<string, { readonly values: readonly string[] }>>;
}

/** A profile of GeniusWeb, as plain JSON data. */
export interface GeniusWebProfileJson {
  readonly LinearAdditiveUtilitySpace: {
    readonly issueUtilities: Readonly<
      Record<
        string,
        { readonly DiscreteValueSetUtilities: { readonly valueUtilities: Readonly<Record<string, number>> } }
      >
    >;
    readonly issueWeights: Readonly<Record<string, number>>;
    readonly domain: GeniusWebDomainJson;
    readonly name: string;
    /** `null`: none. */
    readonly reservationBid: { readonly issuevalues: Readonly<Record<string, string>> } | null;
  };
}

/** The files of a GeniusWeb scenario, as plain JSON data; `fromGeniusWeb(domain, profiles)` reads them back. */
export interface GeniusWebFiles {
  readonly domain: GeniusWebDomainJson;
  /** One a party, in order. */
  readonly profiles: readonly GeniusWebProfileJson[];
}

/**
 * The GeniusWeb JSON of a scenario with additive, undiscounted preferences.
 *
 * Read back, it gives the same utilities to the last bit. Values become texts. GeniusWeb has bids instead of
 * numbers as reservations: the least outcome at or above the reservation stands for it, so that the same outcomes
 * are rational; a reservation of 0 is the empty bid. GeniusWeb itself asks for weights that sum to 1 and
 * utilities in 0..1; they are written as they are.
 *
 * @throws {NegotiationError} `scenario_unsupported` with all that GeniusWeb cannot say; `scenario_invalid`
 * @see bargaining requirements, BA-10 and BA-12
 * @example
 * const { domain, profiles } = toGeniusWeb(generateScenario(7, [3, 4], 2));
 * const scenario = fromGeniusWeb(domain, profiles);
 * scenario.issues.length; // 2
 */
export function toGeniusWeb(scenario: Scenario): GeniusWebFiles {
  const checked = parseScenario(scenario);
  const space = outcomeSpace(checked.issues);
  const faults = new FaultList();
  const parties = exportedParties(checked, space, faults);
  const texts = space.issues.flatMap((issue, position) => {
    const path = ["issues", position];
    const evaluations = parties.flatMap(({ values }) => values[position] ?? []);
    if (issue.kind === "continuous" && evaluations.some(({ kind }) => kind !== "table")) {
      faults.push({
        path,
        expected: "values that can be listed, or tables of every party",
        received: issue.kind,
      });
    }
    const listed = listedTexts(issue, path, faults);
    return listed === undefined ? [] : [listed];
  });
  refuseDiscounts(parties, faults);
  refuseReordered(
    space.issues.map(({ name }) => name),
    faults,
  );
  if (faults.length > 0) throw refusedWith("scenario_unsupported", "a scenario for GeniusWeb", faults);
  const listedIssues = space.issues.map(({ name }, position) => [name, { values: texts[position] ?? [] }]);
  const domain: GeniusWebDomainJson = { name: checked.name, issuesValues: Object.fromEntries(listedIssues) };
  const profiles = parties.map((party, index) => profileOf(party, index, domain, space, texts, faults));
  if (faults.length > 0) throw refusedWith("scenario_unsupported", "a scenario for GeniusWeb", faults);
  return { domain, profiles };
}

/** Members of JSON objects named like 1, 2 come first when they are read, and with their order goes that of sums. */
function refuseReordered(names: readonly string[], faults: FaultSink): void {
  const read = Object.keys(Object.fromEntries(names.map((name) => [name, true])));
  const moved = names.findIndex((name, position) => name !== read[position]);
  if (moved === -1) return;
  const path = ["issues", moved, "name"];
  faults.push({ path, expected: "names whose order JSON objects keep", received: "one that is a number" });
}

function refuseDiscounts(parties: readonly ExportedParty[], faults: FaultSink): void {
  parties.forEach(({ discount }, index) => {
    if (discount === 1) return;
    const path = ["parties", index, "preferences", "factor"];
    faults.push({ path, expected: "no discount", received: "one" });
  });
}

function profileOf(
  party: ExportedParty,
  index: number,
  domain: GeniusWebDomainJson,
  space: OutcomeSpace,
  texts: readonly (readonly string[])[],
  faults: FaultSink,
): GeniusWebProfileJson {
  const utilities = space.issues.map((issue, position) => {
    const evaluation = party.values[position];
    const entries = (texts[position] ?? []).map((text, digit) => [
      text,
      evaluation === undefined ? 0 : evaluationAt(evaluation, issue, digit),
    ]);
    return [issue.name, { DiscreteValueSetUtilities: { valueUtilities: Object.fromEntries(entries) } }];
  });
  const weights = space.issues.map(({ name }, position) => [name, party.weights[position] ?? 0]);
  return {
    LinearAdditiveUtilitySpace: {
      issueUtilities: Object.fromEntries(utilities),
      issueWeights: Object.fromEntries(weights),
      domain,
      name: party.name,
      reservationBid: reservationBid(party, index, space, texts, faults),
    },
  };
}

function reservationBid(
  { weights, values, reservation }: ExportedParty,
  index: number,
  space: OutcomeSpace,
  texts: readonly (readonly string[])[],
  faults: FaultSink,
): GeniusWebProfileJson["LinearAdditiveUtilitySpace"]["reservationBid"] {
  if (reservation === null) return null;
  if (reservation === 0) return { issuevalues: {} };
  const path = ["parties", index, "preferences", "reservation"];
  if (space.cardinality > MOST_HELD_OUTCOMES) {
    faults.push({
      path,
      expected: "few enough outcomes to look for one of it",
      received: `${space.cardinality}`,
    });
    return null;
  }
  const utilities = utilityTable({ kind: "additive", weights, values }, space);
  let least = -1;
  for (let outcome = 0; outcome < utilities.length; outcome += 1) {
    const utility = utilities[outcome] as number;
    if (utility >= reservation && (least === -1 || utility < (utilities[least] as number))) least = outcome;
  }
  if (least === -1) {
    faults.push({ path, expected: "a reservation that some outcome reaches", received: "one above all" });
    return null;
  }
  const digits = space.digitsAt(least);
  const terms = space.issues.map(({ name }, position) => [
    name,
    texts[position]?.[digits[position] ?? 0] ?? "",
  ]);
  return { issuevalues: Object.fromEntries(terms) };
}
