/**
 * @module
 * What calls of a model cost: counted for each negotiation, also those that fail or come late, and held against a
 * budget (AI-5).
 */

import { integerIn, readOptions } from "../../core/checks/index.js";
import type { AgentCall } from "../../ports/index.js";

/** Tokens of one call, or of many; `null` where the model does not say. */
export interface ModelUsage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly totalTokens: number | null;
}

/** One call of a model, told when it has ended, however it ended. */
export interface UsageReport {
  readonly negotiationId: string;
  readonly partyId: string;
  /** The number of the turn. */
  readonly turn: number;
  /** Counts the calls for this turn, from 1. */
  readonly attempt: number;
  /** The model's name; `null` where nobody says. */
  readonly model: string | null;
  readonly usage: ModelUsage;
}

/** What one negotiation may cost. The call that would start at or above a limit is not made. */
export interface ModelBudget {
  /** @default any number */
  readonly calls?: number | undefined;
  /** Of all calls, as far as the model says. @default any number */
  readonly tokens?: number | undefined;
  /** Ms of all calls together. @default any time */
  readonly ms?: number | undefined;
}

/**
 * A copy of the budget.
 *
 * @throws {RangeError} for a limit that is no integer of at least 0
 */
export function checkedBudget(given: ModelBudget): ModelBudget {
  const budget = readOptions("the budget", given, ["calls", "tokens", "ms"]);
  for (const key of ["calls", "tokens", "ms"] as const) {
    if (budget[key] !== undefined) integerIn(`budget.${key}`, budget[key], 0);
  }
  return budget;
}

/** What one party's negotiation has cost so far. */
export interface Spending {
  calls: number;
  tokens: number;
  /** Of those that have ended. */
  ms: number;
  /** Those that have not, and may never. */
  readonly underWay: Set<{ readonly begunAt: number }>;
  /** The turn of the latest call, and how many calls were made for it. */
  turn: number;
  attempts: number;
}

/** Chosen: some 10 MB; who negotiates more at once counts the oldest anew. */
const MOST_NEGOTIATIONS = 100_000;

/** The spendings of an agent. */
export class SpendingLedger {
  readonly #spendings = new Map<string, Spending>();

  of({ negotiationId, seat }: Pick<AgentCall, "negotiationId" | "seat">): Spending {
    const key = `${seat} ${negotiationId}`;
    let spending = this.#spendings.get(key);
    if (spending === undefined) {
      spending = { calls: 0, tokens: 0, ms: 0, underWay: new Set(), turn: 0, attempts: 0 };
      this.#spendings.set(key, spending);
      const [oldest] = this.#spendings.keys();
      if (this.#spendings.size > MOST_NEGOTIATIONS) this.#spendings.delete(oldest as string);
    }
    return spending;
  }
}

/** Whether no further call may start. */
export function isSpent(spending: Spending, { calls, tokens, ms }: ModelBudget, now: number): boolean {
  let spentMs = spending.ms;
  for (const { begunAt } of spending.underWay) spentMs += Math.max(0, now - begunAt);
  return spending.calls >= (calls ?? NONE) || spending.tokens >= (tokens ?? NONE) || spentMs >= (ms ?? NONE);
}

const NONE = Number.POSITIVE_INFINITY;

/** What a model, or an error of its call, says of tokens; whatever else it holds. */
export function usageOf(said: unknown): ModelUsage {
  const { usage } = { ...(said as { readonly usage?: { [K in keyof ModelUsage]?: unknown } | null } | null) };
  const inputTokens = countOf(usage?.inputTokens);
  const outputTokens = countOf(usage?.outputTokens);
  const parts =
    inputTokens === null && outputTokens === null ? null : (inputTokens ?? 0) + (outputTokens ?? 0);
  return { inputTokens, outputTokens, totalTokens: countOf(usage?.totalTokens) ?? parts };
}

function countOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}
