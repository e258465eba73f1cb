/**
 * @module
 * From a room's record to the rows that metrics, pictures and pages of a negotiation read.
 */

import { demandOneOf, readOptions } from "../../core/checks/index.js";
import type { Action, Negotiation, Turn } from "../../core/record/index.js";
import {
  checkedPreferences,
  type IssueTerms,
  type OutcomeSpace,
  outcomeSpace,
  refusedWith,
} from "../../preferences/model/index.js";
import type { Scenario } from "../../preferences/scenarios/index.js";
import { indexUtility, utilityOf } from "../../preferences/utility/index.js";
import type { TermsCodec } from "../../strategies/agents/index.js";
import { relativeTime } from "../../strategies/play/index.js";
import type { TraceRow } from "./negotiation-result.js";

/** A turn of a room; parties also reject and ask questions there. Frozen, JSON-safe. */
export interface RoomTraceRow extends Omit<TraceRow, "action"> {
  readonly action: Action;
}

/** What the agents were told of the limits, as for `composeAgent`; by default what the rules of the record say. */
export interface TraceOfOptions<Terms = IssueTerms> {
  /** The cap, of both parties together. */
  readonly turnLimit?: number | undefined;
  /** Ms for the whole negotiation. */
  readonly totalMs?: number | undefined;
  /** What the cap counts; by default as the rules say. */
  readonly counts?: "turns" | "proposals" | undefined;
  /** How the room's terms say issue values. By default the terms are the values. */
  readonly codec?: Pick<TermsCodec<Terms>, "read"> | undefined;
}

/** What is read of a record; a party's view has it as well. */
export type TracedNegotiation<Terms> = Pick<Negotiation<Terms>, "rules"> & {
  readonly turns: readonly Pick<Turn<Terms>, "number" | "seat" | "action" | "round" | "terms" | "at">[];
};

/**
 * The turns of a room's negotiation with what they are worth: a row for each, as `runNegotiation` traces them.
 *
 * The initiator is the first party of the scenario, the responder the second. Terms between the levels of a
 * continuous issue have the index of the nearest outcome, and their own exact utilities.
 *
 * @param negotiation - a record of a room, or a party's view of it; a copy from JSON serves as well
 * @throws {NegotiationError} `scenario_unsupported` for other than two parties, `outcome_invalid` when a proposal is
 * outside the scenario's space, `issue_invalid` or `preferences_invalid` for the scenario itself
 * @see docs/requirements/bargaining.md, BA-14 and BA-35
 * @example
 * const shown = (negotiation: Negotiation<IssueTerms>, scenario: Scenario) =>
 *   utilityPlaneSvg({ scenario, trace: traceOf(negotiation, scenario), analysis: analysisOf(scenario) });
 */
export function traceOf<Terms = IssueTerms>(
  negotiation: TracedNegotiation<Terms>,
  scenario: Scenario,
  given: TraceOfOptions<Terms> = {},
): readonly RoomTraceRow[] {
  const { turns } = negotiation;
  const options = readOptions("the options of traceOf", given, ["turnLimit", "totalMs", "counts", "codec"]);
  const { read = (terms: Terms): unknown => terms } = options.codec ?? {};
  if (options.counts !== undefined) demandOneOf("counts", options.counts, ["turns", "proposals"]);
  const worthOf = worthIn(scenario);
  const limits = limitsOf(negotiation, options);
  const firstAt = turns[0]?.at ?? 0;
  let proposals = 0;
  let standing: Worth | null = null;
  const rows = turns.map(({ number, seat, action, round, terms }, place): RoomTraceRow => {
    const ordinal = limits.counts === "turns" ? number : proposals + 1;
    // A party moves at the time of the turn before, which is all that the record knew.
    const elapsedMs = (turns[place - 1]?.at ?? firstAt) - firstAt;
    if (round !== null) {
      proposals += 1;
      standing = worthOf(read(terms as Terms), number);
    }
    const shown: Worth | null = round !== null || action === "accept" ? standing : null;
    return Object.freeze({
      turnNumber: number,
      cycle: Math.floor((number - 1) / 2),
      relativeTime: relativeTime({ turnNumber: ordinal, ...limits, elapsedMs }),
      seat,
      party: seat === "initiator" ? 0 : 1,
      action,
      outcome: shown === null ? null : shown.outcome,
      utilities: shown === null ? null : shown.utilities,
    });
  });
  return Object.freeze(rows);
}

/** Terms as a row tells them. */
interface Worth {
  readonly outcome: number;
  readonly utilities: readonly number[];
}

function worthIn(scenario: Scenario): (values: unknown, turnNumber: number) => Worth {
  const { parties } = scenario;
  if (parties.length !== 2) {
    const fault = { path: ["parties"], expected: "two parties", received: `${parties.length}` };
    throw refusedWith("scenario_unsupported", "the scenario of a room", [fault]);
  }
  const space = outcomeSpace(scenario.issues);
  const utilities = parties.map(({ preferences }) => utilityIn(space, preferences));
  return (values, turnNumber) => {
    const outcome = space.indexOf(values);
    if (outcome === -1) {
      const expected = "an outcome of the scenario's space as terms";
      const fault = { path: ["turns", turnNumber - 1, "terms"], expected, received: "others" };
      throw refusedWith("outcome_invalid", "a proposal", [fault]);
    }
    const worth = utilities.map((utility) => utility(outcome, values as IssueTerms));
    return { outcome, utilities: Object.freeze(worth) };
  };
}

/** By the index where terms are outcomes: to the last digit what the headless runner writes. */
function utilityIn(
  space: OutcomeSpace,
  preferences: Scenario["parties"][number]["preferences"],
): (outcome: number, terms: IssueTerms) => number {
  if (space.issues.some(({ kind }) => kind === "continuous")) {
    const exact = utilityOf(preferences, space);
    return (_, terms) => exact(terms);
  }
  const utility = indexUtility(checkedPreferences(preferences, space), space);
  return (outcome) => utility(outcome);
}

function limitsOf<Terms>(
  { rules }: TracedNegotiation<Terms>,
  { turnLimit, totalMs, counts = rules.cap.counts }: TraceOfOptions<Terms>,
): { turnLimit: number | null; totalMs: number | null; counts: "turns" | "proposals" } {
  if (turnLimit !== undefined || totalMs !== undefined) {
    return { turnLimit: turnLimit ?? null, totalMs: totalMs ?? null, counts };
  }
  const { limit } = rules.cap;
  return { turnLimit: limit === "unlimited" ? null : limit, totalMs: rules.totalMs, counts };
}
