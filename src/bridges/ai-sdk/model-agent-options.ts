/**
 * @module
 * The options of an agent that asks a model, read once.
 */

import { demandFunctions, type Filled, integerIn, readOptions, unmet } from "../../core/checks/index.js";
import type { Move } from "../../core/moves/index.js";
import type { AgentCall, Clock, MaybePromise, TermsSchema } from "../../ports/index.js";
import { systemClock } from "../../system-clock.js";
import { nonces } from "../fences/index.js";
import {
  type AnswerSchema,
  checkedGuard,
  type Guard,
  type GuardOptions,
  type TermsForm,
  termsForm,
} from "./answers/index.js";
import { checkedBudget, type ModelBudget, type ModelUsage, type UsageReport } from "./spending.js";
import {
  type PromptInput,
  type PromptParts,
  promptParts,
  type Shortlist,
  ShortlistOffers,
} from "./words/index.js";

/** What a model is asked. */
export interface GenerateRequest {
  /** The system's message. */
  readonly instructions: string;
  /** The user's message. */
  readonly prompt: string;
  /** JSON Schema of the answer: flat, all members required, those that may be absent nullable. */
  readonly schema: AnswerSchema;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
}

/** What a model answered. */
export interface Generated {
  /** An object after the request's schema, or text with one in it. */
  readonly answer: unknown;
  /** @default unknown */
  readonly usage?: Partial<ModelUsage> | undefined;
  /** The model's name, for reports. */
  readonly model?: string | undefined;
}

/**
 * Asks a model, whatever stack it is of.
 *
 * An error that it throws may have a `usage` too: tokens of a failed call are counted as well.
 */
export type Generate = (request: GenerateRequest) => MaybePromise<Generated>;

/** How an agent asks a model, and what holds whatever the model answers. */
export interface ModelAgentOptions<Terms = unknown> extends GuardOptions {
  /** What the party wants, in words; `briefFrom` makes one. The model may tell it: no limits in here. */
  readonly brief: string;
  /** The schema of the terms, as the room has it; `null` where proposals have none. */
  readonly terms: TermsSchema<Terms> | null;
  /** Where `terms` gives no JSON Schema itself. */
  readonly termsJsonSchema?: AnswerSchema | undefined;
  /** What no answer passes; `utilityGuard` makes one. `null`: the model may agree to anything. */
  readonly guard: Guard<Terms> | null;
  /** For each negotiation. @default none */
  readonly budget?: ModelBudget | undefined;
  /**
   * Ms for all calls of one turn together.
   *
   * @default 15_000
   */
  readonly turnTimeoutMs?: number | undefined;
  /**
   * How many further calls there are for an answer that cannot be used, each told what was wrong; 0 to 10.
   *
   * @default 1
   */
  readonly repairs?: number | undefined;
  /** Told of each call, also of failed ones and of those whose answer came too late. @default none */
  readonly onUsage?: ((report: UsageReport) => void) | undefined;
  /** Moves where the model does not: no usable answer, none in time, or no budget. Guarded as well. @default none */
  readonly fallback?: ((call: AgentCall<Terms>) => MaybePromise<Move<Terms>>) | undefined;
  /** Parts of the prompt of your own, each replaced alone. @default promptParts */
  readonly parts?: Partial<PromptParts> | undefined;
  /** Shows the model the next offers of a strategy with their worth. For terms that are outcomes of a space. */
  readonly shortlist?: Shortlist | undefined;
  /** @default the platform's */
  readonly clock?: Clock | undefined;
  /** At least 64 random bits as letters and digits, new at each call; for tests. @default 128 bits */
  readonly nonce?: (() => string) | undefined;
}

/** The names of those options. */
export const MODEL_AGENT_KEYS: readonly (keyof ModelAgentOptions)[] = [
  ...(["brief", "terms", "termsJsonSchema", "guard", "budget", "turnTimeoutMs", "repairs"] as const),
  ...(["onUsage", "onGuard", "fallback", "parts", "shortlist", "clock", "nonce"] as const),
];

/** The options, complete. */
export interface ModelAgentSettings<Terms>
  extends Pick<ModelAgentOptions<Terms>, "brief" | "guard" | "onUsage" | "onGuard" | "fallback">,
    Filled<Pick<ModelAgentOptions, "budget" | "turnTimeoutMs" | "repairs" | "clock" | "nonce">> {
  readonly terms: TermsForm<Terms> | null;
  readonly parts: PromptParts;
  readonly shortlist: ShortlistOffers | null;
}

/**
 * The options, each read once.
 *
 * @throws {TypeError} for one that is missing, unknown or of another sort
 * @throws {RangeError} for a number out of range
 */
export function modelAgentSettings<Terms>(given: ModelAgentOptions<Terms>): ModelAgentSettings<Terms> {
  const options = readOptions("the options of a model's agent", given, MODEL_AGENT_KEYS);
  const { brief, terms, termsJsonSchema, guard, onUsage, onGuard, fallback, nonce = nonces() } = options;
  const {
    turnTimeoutMs = 15_000,
    repairs = 1,
    budget = {},
    shortlist,
    parts = {},
    clock = systemClock,
  } = options;
  if (typeof brief !== "string") throw new TypeError(unmet("brief", "a text", typeof brief));
  if (terms === undefined || guard === undefined)
    throw new TypeError(
      "Expected terms and guard, each with a value or null for none. See docs/doors/models.md.",
    );
  demandFunctions({ onUsage, onGuard, fallback, nonce });
  const own = readOptions("parts", parts, Object.keys(promptParts) as (keyof PromptParts)[]);
  demandFunctions({ ...own });
  const known = Object.entries(own).filter(([, part]) => part !== undefined);
  const form = terms === null ? null : termsForm(terms, termsJsonSchema);
  // Written once, since it is the same on every turn.
  const shownTerms = promptParts.terms({ terms: form?.json ?? null } as PromptInput);
  return {
    brief,
    terms: form,
    guard: guard === null ? null : checkedGuard(guard),
    budget: checkedBudget(budget),
    turnTimeoutMs: integerIn("turnTimeoutMs", turnTimeoutMs, 1, 2_147_483_647),
    repairs: integerIn("repairs", repairs, 0, 10),
    onUsage,
    onGuard,
    fallback,
    parts: { ...promptParts, terms: () => shownTerms, ...Object.fromEntries(known) },
    shortlist: shortlist === undefined ? null : new ShortlistOffers(shortlist),
    clock,
    nonce,
  };
}
