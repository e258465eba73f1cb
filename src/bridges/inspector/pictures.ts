/**
 * @module
 * What the offers of a negotiation are worth, as the pictures of `./report` show it: of a scenario with all of its
 * outcomes, of two functions with the offers alone.
 */

import { type Analysis, analysisOf } from "../../analysis/index.js";
import { turnsLeft } from "../../core/moves/index.js";
import type { Negotiation, Turn } from "../../core/record/index.js";
import { outcomeSpace } from "../../preferences/model/index.js";
import type { Scenario } from "../../preferences/scenarios/index.js";
import { utilityOf } from "../../preferences/utility/index.js";
import { type ShownTraceRow, timelineSvg, utilityPlaneSvg } from "../../report/index.js";

/** What terms are worth to the two parties: finite numbers, the more the better. */
export interface WorthFunctions<Terms = unknown> {
  readonly initiator: (terms: Terms) => number;
  readonly responder: (terms: Terms) => number;
}

/** Preferences of both parties, the initiator's first, over issues that are the terms' members; or any functions. */
export type Worth<Terms = unknown> = Scenario | WorthFunctions<Terms>;

/** Draws pictures, and remembers what was found out about scenarios. */
export class Pictures {
  readonly #analyses = new WeakMap<Scenario, Analysis>();

  /** An SVG document. */
  drawn(kind: "plane" | "timeline", record: Negotiation, worth: Worth): string {
    const { scenario, valued } = "issues" in worth ? ofScenario(worth) : ofFunctions(record, worth);
    const left = turnsLeft(record) ?? 0;
    const trace = record.turns.map((turn): ShownTraceRow => {
      const value = turn.terms === null ? null : valued(turn);
      return {
        turnNumber: turn.number,
        relativeTime: turn.number / (record.turns.length + left + 1),
        party: turn.seat === "initiator" ? 0 : 1,
        action: turn.action,
        outcome: value?.outcome ?? null,
        utilities: value?.utilities ?? null,
      };
    });
    if (kind === "timeline") return timelineSvg({ scenario, trace });
    return utilityPlaneSvg({
      scenario,
      trace,
      analysis: "issues" in worth ? this.#analysed(worth) : undefined,
    });
  }

  /** Frontier and solution points, where the space is small enough for a page that waits. */
  #analysed(scenario: Scenario): Analysis | undefined {
    if (outcomeSpace(scenario.issues).cardinality > MOST_ANALYSED) return undefined;
    const known = this.#analyses.get(scenario) ?? analysisOf(scenario);
    this.#analyses.set(scenario, known);
    return known;
  }
}

/** Chosen: analysed within some hundred milliseconds. */
const MOST_ANALYSED = 50_000;

interface Valued {
  readonly scenario: Scenario;
  /** `null` for terms that are no outcome. */
  readonly valued: (turn: Turn) => { readonly outcome: number; readonly utilities: readonly number[] } | null;
}

function ofScenario(scenario: Scenario): Valued {
  const space = outcomeSpace(scenario.issues);
  const utilities = scenario.parties.map(({ preferences }) => utilityOf(preferences, space));
  return {
    scenario,
    valued: ({ terms }) => {
      const outcome = space.indexOf(terms);
      return outcome < 0 ? null : { outcome, utilities: utilities.map((utility) => utility(terms as never)) };
    },
  };
}

/** A scenario whose outcomes are the offers that were made. */
function ofFunctions({ id, turns, ...parties }: Negotiation, worth: WorthFunctions): Valued {
  const offers: (readonly [number, number])[] = [];
  const indexOf = new Map<string, number>();
  for (const { terms } of turns) {
    const key = JSON.stringify(terms);
    if (terms === null || indexOf.has(key) || offers.length === MOST_OFFERS) continue;
    const found = [worth.initiator(terms), worth.responder(terms)] as const;
    if (!found.every(Number.isFinite)) continue;
    indexOf.set(key, offers.length);
    offers.push(found);
  }
  // An issue has one value at least.
  const values = offers.length === 0 ? [[0, 0] as const] : offers;
  const scenario: Scenario = {
    format: "concordat-scenario",
    version: 1,
    name: id,
    issues: [{ name: "offer", kind: "categorical", values: values.map((_, index) => `${index + 1}`) }],
    parties: (["initiator", "responder"] as const).map((seat, party) => ({
      name: parties[seat].id.slice(0, 200),
      preferences: {
        kind: "additive",
        weights: [1],
        values: [{ kind: "table", values: values.map((pair) => pair[party] as number) }],
      },
    })),
  };
  return {
    scenario,
    valued: ({ terms }) => {
      const outcome = indexOf.get(JSON.stringify(terms));
      return outcome === undefined ? null : { outcome, utilities: offers[outcome] as readonly number[] };
    },
  };
}

/** Chosen: more markers than a picture draws. */
const MOST_OFFERS = 5_000;
