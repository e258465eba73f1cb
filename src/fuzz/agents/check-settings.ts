/**
 * @module
 * The options of `checkAgent`, checked at the door and completed.
 */

import type * as fc from "fast-check";
import { integerIn, readOptions, unmet } from "../../core/checks/index.js";
import { copyJson, type Json } from "../../core/json/index.js";
import type { ContextProjection, NegotiationRules, PartyKind, Seat } from "../../core/record/index.js";
import type { Clock, TermsSchema } from "../../ports/index.js";
import { systemClock } from "../../service/timing/index.js";
import { type PresetRules, presetOf, settledRules } from "../../testing/agents/index.js";
import type { AgentCallData } from "./agent-call.js";

/** The id of the party whose agent is checked. */
export const partyUnderCheck: string = "agent";

/** How an agent is checked. */
export interface CheckAgentOptions<Terms = unknown> {
  /** What the opponent offers. */
  readonly terms: fc.Arbitrary<Terms>;
  /** The rules of the rooms that the agent is meant for. @default { preset: "room" } */
  readonly rules?: PresetRules | undefined;
  /** The schema of those rooms, if they have one: it judges what the agent offers. @default none */
  readonly schema?: TermsSchema<Terms> | undefined;
  /** Where the agent sits. @default "both" */
  readonly seat?: Seat | "both" | undefined;
  /** JSON that the agent is told, as the preset projects it. @default null */
  readonly context?: unknown;
  /** Trials, at least 1. @default 100 */
  readonly runs?: number | undefined;
  /** An integer; the same seed tries the same. @default chosen anew */
  readonly seed?: number | undefined;
  /** The `path` of a fault, to see that one again; with its `seed`. */
  readonly path?: string | undefined;
  /** Whether the agent may answer an equal call differently, as models do. @default false */
  readonly mayVary?: boolean | undefined;
  /** What terms are worth to the agent; with `acceptsAtLeast`. */
  readonly utility?: ((terms: Terms) => number) | undefined;
  /** The least utility of terms that the agent may accept. */
  readonly acceptsAtLeast?: number | undefined;
  /** Whether the agent may accept these terms here, for bounds that are no utility. */
  readonly mayAccept?: ((terms: Terms, call: AgentCallData<Terms>) => boolean) | undefined;
  /** Ms that an answer may take, 1 to 2,147,483,647. @default 1_000 */
  readonly answerWithinMs?: number | undefined;
  /** Ms in which an agent settles after its signal aborted, 1 to 2,147,483,647. @default 50 */
  readonly abortGraceMs?: number | undefined;
  /** Measures both; a `ManualClock` that the agent waits on as well is advanced. @default the real clock */
  readonly clock?: Clock | undefined;
}

/** The options, complete. */
export interface CheckSettings<Terms = unknown> {
  readonly terms: fc.Arbitrary<Terms>;
  readonly seats: readonly Seat[];
  readonly schema: TermsSchema<Terms> | null;
  /** Deep-frozen. */
  readonly context: Json;
  readonly projectContext: ContextProjection | undefined;
  readonly parameters: fc.Parameters<unknown>;
  readonly mayVary: boolean;
  readonly answerWithinMs: number;
  readonly abortGraceMs: number;
  readonly clock: Clock;
  rulesFor(initiator: PartyKind, responder: PartyKind): NegotiationRules;
  /** How accepting these terms breaks the bound, or `undefined`. */
  breachOf(terms: Terms, call: AgentCallData<Terms>): string | undefined;
}

/** The settings of one trial. */
export interface TrialSettings<Terms = unknown> extends CheckSettings<Terms> {
  /** What the agent's principal answers; `null`: nothing, in time. */
  readonly principalSays: string | null;
}

/**
 * The options, complete.
 *
 * @throws {TypeError} or {RangeError} naming the option that is wrong or unknown
 * @throws {NegotiationError} `rules_invalid` listing all issues
 */
export function checkSettings<Terms>(options: CheckAgentOptions<Terms>): CheckSettings<Terms> {
  checkOptions(options);
  const { rules = {}, seat = "both", runs = 100, seed, path, clock = systemClock } = options;
  const context = copyJson(options.context ?? null, 16_777_216);
  if (!context.ok) throw new TypeError(`Expected context to be JSON: ${context.issue.message}`);
  const rulesFor = (initiator: PartyKind, responder: PartyKind): NegotiationRules =>
    settledRules(rules, { kind: initiator }, { kind: responder });
  rulesFor("system", "system");
  return Object.freeze({
    terms: options.terms,
    seats: seat === "both" ? (["initiator", "responder"] as const) : [seat],
    schema: options.schema ?? null,
    context: context.value,
    projectContext: presetOf(rules).projectContext,
    parameters: {
      numRuns: runs,
      ...(seed === undefined ? {} : { seed }),
      ...(path === undefined ? {} : { path }),
    },
    mayVary: options.mayVary ?? false,
    answerWithinMs: options.answerWithinMs ?? 1_000,
    abortGraceMs: options.abortGraceMs ?? 50,
    clock,
    rulesFor,
    breachOf: (terms: Terms, call: AgentCallData<Terms>) => breachOf(options, terms, call),
  });
}

const KEYS: readonly (keyof CheckAgentOptions)[] = [
  "terms",
  "rules",
  "schema",
  "seat",
  "context",
  "runs",
  "seed",
  "path",
  "mayVary",
  "utility",
  "acceptsAtLeast",
  "mayAccept",
  "answerWithinMs",
  "abortGraceMs",
  "clock",
];

/** The longest time that a platform's timer takes. */
const MOST_MS = 2_147_483_647;

function checkOptions<Terms>(given: CheckAgentOptions<Terms>): void {
  const { terms, seat, utility, acceptsAtLeast, mayAccept, ...options } = readOptions("options", given, KEYS);
  if (typeof (terms as { generate?: unknown } | undefined)?.generate !== "function") {
    throw new TypeError(unmet("terms", "an arbitrary of fast-check", terms));
  }
  if (seat !== undefined && seat !== "initiator" && seat !== "responder" && seat !== "both") {
    throw new TypeError(unmet("seat", '"initiator", "responder" or "both"', seat));
  }
  integerIn("runs", options.runs ?? 1, 1);
  integerIn("seed", options.seed ?? 0, Number.MIN_SAFE_INTEGER);
  integerIn("answerWithinMs", options.answerWithinMs ?? 1, 1, MOST_MS);
  integerIn("abortGraceMs", options.abortGraceMs ?? 1, 1, MOST_MS);
  if ((utility === undefined) !== (acceptsAtLeast === undefined)) {
    throw new TypeError("Expected utility and acceptsAtLeast together, got one of them.");
  }
  for (const [name, value] of Object.entries({ utility, mayAccept })) {
    if (value === undefined || typeof value === "function") continue;
    throw new TypeError(unmet(name, "a function", value));
  }
  if (acceptsAtLeast !== undefined && (typeof acceptsAtLeast !== "number" || Number.isNaN(acceptsAtLeast))) {
    throw new RangeError(unmet("acceptsAtLeast", "a number", acceptsAtLeast));
  }
}

function breachOf<Terms>(
  { utility, acceptsAtLeast = 0, mayAccept }: CheckAgentOptions<Terms>,
  terms: Terms,
  call: AgentCallData<Terms>,
): string | undefined {
  const worth = utility?.(terms);
  // A utility that is no number is worth less than any bound.
  if (worth !== undefined && !(worth >= acceptsAtLeast))
    return `worth ${worth}, with a bound of ${acceptsAtLeast}`;
  return mayAccept !== undefined && !mayAccept(terms, call) ? "mayAccept says no" : undefined;
}
