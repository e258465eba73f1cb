/**
 * @module
 * What pictures and pages of a negotiation show, before anything is drawn: who negotiated about what, and how it
 * went; from outside, or as one party may see it.
 */

import { utilitiesOf } from "../../analysis/frontier/index.js";
import { unmet } from "../../core/checks/index.js";
import { type OutcomeSpace, outcomeSpace, reservationOf } from "../../preferences/model/index.js";
import type { Scenario } from "../../preferences/scenarios/index.js";
import { shownText } from "../drawing/index.js";
import { type ShownTraceRow, type TraceStory, traceStory } from "./trace-story.js";

/** A party in a picture. */
export interface ShownParty {
  /** Fit to be shown, and cut where there is no room for more. */
  readonly name: string;
  /** The least and the greatest utility of all outcomes; `null` where it is not the reader's business. */
  readonly range: readonly [minimum: number, maximum: number] | null;
  /** `null` for none, and where it is not the reader's business. */
  readonly reservation: number | null;
}

/** A negotiation as it is shown. */
export interface NegotiationScene extends TraceStory {
  readonly name: string;
  readonly parties: readonly ShownParty[];
  readonly space: OutcomeSpace;
}

/**
 * The scene as the party of that name may see it: of all preferences only its own are read, and of the utilities
 * in a trace only its own are taken.
 *
 * @throws {TypeError} when no party has that name
 * @see docs/requirements/bargaining.md, BA-41
 */
export function ownScene(
  scenario: Scenario,
  trace: readonly ShownTraceRow[] | null,
  viewer: string,
): NegotiationScene {
  const names = scenario.parties.map(({ name }) => name);
  const own = names.indexOf(viewer);
  const party = scenario.parties[own];
  if (party === undefined) {
    throw new TypeError(unmet("viewer", `the name of a party: ${names.join(", ")}`, viewer));
  }
  const { minima, maxima } = utilitiesOf({ ...scenario, parties: [party] });
  const rows = (trace ?? []).map((row) => ({
    ...row,
    utilities: names.map((_, index) => (index === own ? (row.utilities?.[index] ?? null) : null)),
  }));
  return {
    name: shownText(scenario.name, LONGEST_TITLE),
    parties: names.map((name, index) => ({
      name: shownText(name, LONGEST_NAME),
      range: index === own ? [minima[0] as number, maxima[0] as number] : null,
      reservation: index === own ? reservationOf(party.preferences) : null,
    })),
    space: outcomeSpace(scenario.issues),
    ...traceStory(rows, names.length),
  };
}

/** Chosen: characters for which every place in a picture has room. */
export const LONGEST_NAME = 24;

/** Chosen, for the heading of a picture. */
export const LONGEST_TITLE = 60;
