/**
 * @module
 * What a gate is given: who searches, who was found, with which advocates, and within which limits. Read and
 * completed once.
 */

import { demandText, integerIn, LONGEST_TIMER_MS, readOptions, unmet } from "../core/checks/index.js";
import type { PartyKind } from "../core/record/index.js";
import type { Agent, Clock, MaybePromise } from "../ports/index.js";
import type { IndexContext, SeedAssessment, Trigger } from "../presets/index-network/index.js";
import { triggerRules } from "../presets/index-network/index.js";
import type { ServiceRules } from "../service/commands/index.js";
import type { NegotiationService } from "../service/room/index.js";
import type { ResolvedCandidate } from "./gate-results.js";
import type { GateTrace } from "./gate-trace.js";

/** A user for whom an advocate speaks. */
export interface GateUser<Terms = unknown> {
  readonly userId: string;
  /** A person's own agent polls for its turns; a system party's advocate is called here. @default "system" */
  readonly kind?: PartyKind | undefined;
  /** What its advocate knows of it and shows to the other: profile, needs. JSON. @default `{ userId }` */
  readonly user?: unknown;
  /** Takes this user's turns in this process. @default that of `agents` for a system party, else the service's */
  readonly agent?: Agent<Terms> | undefined;
}

/** Somebody whom an evaluator found for the source. */
export interface Candidate<Terms = unknown> extends GateUser<Terms> {
  /** The evaluator's judgement; both advocates see it. @default none */
  readonly seedAssessment?: SeedAssessment | undefined;
  /** The opportunity that the negotiation gates; without one it is not traced. @default none */
  readonly opportunityId?: string | undefined;
}

/** A pair that has agreed before, and where it talks. */
export interface AcceptedPair {
  readonly userId: string;
  readonly opportunityId: string;
  readonly conversationId: string;
}

/** Advocates: one for both sides, which takes its stance from its seat and context, or one each. */
export type GateAgents<Terms = unknown> =
  | Agent<Terms>
  | { readonly source?: Agent<Terms> | undefined; readonly candidate?: Agent<Terms> | undefined };

/** What a gate is given. */
export interface GateOptions<Terms = unknown> {
  /** One room for the whole network, with the preset `index` or `index-2026-04`. */
  readonly service: NegotiationService<Terms>;
  /**
   * 1 to 64 characters, unique in the store. The same call with the same id, after a crash, goes on with what there is.
   *
   * @default a new id of the service
   */
  readonly id?: string | undefined;
  /** Who searches. */
  readonly source: GateUser<Terms>;
  /** Whom the evaluator found; an iterable is read no faster than `concurrency` allows. */
  readonly candidates: Iterable<Candidate<Terms>> | AsyncIterable<Candidate<Terms>>;
  /** The network in which they are to meet. */
  readonly indexContext: IndexContext["indexContext"];
  /** What the source asked for; its own advocate alone sees it. @default nothing */
  readonly discoveryQuery?: string | undefined;
  /** `orchestrator`: 60 s windows, and hooks as each one settles; `ambient`: hooks at the end. @default "ambient" */
  readonly trigger?: Trigger | undefined;
  /** Laid over the service's rules and those of the trigger. @default none */
  readonly rules?: ServiceRules | undefined;
  /** The advocates of system parties. @default the service's `agentFor` */
  readonly agents?: GateAgents<Terms> | undefined;
  /** Runs once for each candidate, and is awaited; what it throws is traced as `hook_error`. @default none */
  readonly onCandidateResolved?: ((resolved: ResolvedCandidate<Terms>) => MaybePromise<unknown>) | undefined;
  /** Hears what happens, both sides' reasoning included: for the host, never for a party. @default none */
  readonly onTrace?: ((event: GateTrace) => unknown) | undefined;
  /** Aborted: nothing new starts, what runs ends by its own windows, its hooks are told `suppressed`. @default none */
  readonly signal?: AbortSignal | undefined;
  /** Ms after which the call returns, up to 2,147,483,647; `null`: when all is settled. @default null */
  readonly budgetMs?: number | null | undefined;
  /** Whether parked and claimed turns live on when the budget is spent. @default false */
  readonly keepParked?: boolean | undefined;
  /** Whether parked turns are waited for. @default windows of at most 300,000 ms are */
  readonly waitForParked?: boolean | undefined;
  /** Of these candidates, those who agreed with the source before. @default none */
  readonly alreadyAccepted?:
    | ((
        source: GateUser<Terms>,
        candidateIds: readonly string[],
      ) => MaybePromise<Iterable<AcceptedPair> | undefined>)
    | undefined;
  /** Whether anybody negotiates; else all are skipped, and the host goes by their seed assessments. @default true */
  readonly enabled?: boolean | undefined;
  /** How many negotiate at once, their hooks included. @default all */
  readonly concurrency?: number | undefined;
}

/** Options with every default in its place. */
export interface ResolvedGate<Terms> extends GateOptions<Terms> {
  readonly id: string;
  readonly clock: Clock;
  readonly source: GateUser<Terms>;
  readonly trigger: Trigger;
  readonly rules: ServiceRules | undefined;
  readonly agents: Exclude<GateAgents<Terms>, Agent<Terms>>;
  readonly budgetMs: number | null;
  readonly enabled: boolean;
  readonly concurrency: number;
}

/**
 * The options, complete and checked.
 *
 * @throws {TypeError} on an unknown option, naming the nearest known one, or one of the wrong type
 * @throws {RangeError} when `budgetMs` or `concurrency` is out of range
 */
export function readGateOptions<Terms>(given: GateOptions<Terms>): ResolvedGate<Terms> {
  const options = readOptions("options", given, KEYS);
  const { service, source, candidates, trigger = "ambient", agents = {}, budgetMs = null } = options;
  const { concurrency = Number.POSITIVE_INFINITY, rules } = options;
  if (typeof service?.createNegotiation !== "function")
    throw new TypeError(unmet("service", "a NegotiationService", typeof service));
  const { clock, ids } = service.ports;
  const id = options.id ?? ids("command");
  demandText("id", id, MOST_ID);
  demandText("source.userId", source?.userId, 256);
  if (!isIterable(candidates))
    throw new TypeError(unmet("candidates", "an array or another iterable, asynchronous or not", candidates));
  for (const [key, type] of TYPES) {
    if (options[key] !== undefined && typeof options[key] !== type)
      throw new TypeError(unmet(key, `a ${type}`, options[key]));
  }
  if (options.signal !== undefined && typeof options.signal.addEventListener !== "function")
    throw new TypeError(unmet("signal", "an AbortSignal", options.signal));
  if (concurrency !== Number.POSITIVE_INFINITY) integerIn("concurrency", concurrency, 1);
  if (budgetMs !== null) integerIn("budgetMs", budgetMs, 0, LONGEST_TIMER_MS);
  // Refuses a word that is no trigger; the ambient windows are those that the rules of the service have.
  const windows = triggerRules(trigger);
  return {
    ...options,
    id,
    clock,
    trigger,
    rules: trigger === "ambient" ? rules : { ...windows, ...rules },
    agents: typeof agents === "function" ? { source: agents, candidate: agents } : agents,
    budgetMs,
    enabled: options.enabled ?? true,
    concurrency,
  };
}

/** Chosen: the id, a colon and a candidate of 63 characters make a command id, which has 128 at most. */
const MOST_ID = 64;

const TYPES = [
  ["onCandidateResolved", "function"],
  ["onTrace", "function"],
  ["alreadyAccepted", "function"],
  ["keepParked", "boolean"],
  ["waitForParked", "boolean"],
  ["enabled", "boolean"],
] as const;

const KEYS = [
  ...TYPES.map(([key]) => key),
  "service",
  "id",
  "source",
  "candidates",
  "indexContext",
  "discoveryQuery",
  "trigger",
  "rules",
  "agents",
  "signal",
  "budgetMs",
  "concurrency",
] as const satisfies readonly (keyof GateOptions)[];

function isIterable(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Symbol.iterator in value || Symbol.asyncIterator in value;
}
