/**
 * @module
 * Negotiations and digests put into words by a model of the host's, or in plain words where that fails. Which model,
 * and with what instructions, is the host's business.
 */

import { integerIn, LONGEST_TIMER_MS, readOptions } from "../core/checks/index.js";
import type { Negotiation } from "../core/record/index.js";
import type { Clock, MaybePromise } from "../ports/index.js";
import { fallbackSummary, type NegotiationDigest, reasoningOf } from "../presets/index-network/index.js";
import { systemClock } from "../system-clock.js";

/**
 * Writes 2 to 4 sentences about what it is given: what was agreed, what was objected to, where it ended.
 *
 * What parties wrote is in there as data: have your prompt say so.
 */
export type Summarise<Given> = (given: Given, call: { readonly signal: AbortSignal }) => MaybePromise<string>;

/** How long a summary may take. */
export interface SummaryOptions {
  /** Aborted: the plain words at once, and the model's signal is aborted as well. @default none */
  readonly signal?: AbortSignal | undefined;
  /** Ms, up to 2,147,483,647. @default 5_000 */
  readonly timeoutMs?: number | undefined;
  /** @default the platform's timers */
  readonly clock?: Pick<Clock, "setTimeout" | "clearTimeout"> | undefined;
}

/**
 * A negotiation in a few sentences; where the model fails, takes too long or is aborted, in `fallbackSummary`'s words.
 *
 * The model gets every turn with its action, reasoning and message, without any score: both sides' reasoning, so the
 * words are for the host until it has looked at them.
 *
 * @throws {TypeError} as a rejection, on an unknown option
 * @throws {RangeError} as a rejection, when `timeoutMs` is out of range
 * @see docs/requirements/index-network.md, IN-2; Index Network's protocol deep dive, "negotiation insights"
 * @example
 * const words = await summariseNegotiation(negotiation, async (text, { signal }) => {
 *   const answer = await fetch("https://models.example/sum-up", { method: "POST", body: text, signal });
 *   return answer.text();
 * });
 */
export function summariseNegotiation(
  negotiation: Negotiation,
  summarise: Summarise<string>,
  options: SummaryOptions = {},
): Promise<string> {
  return summarised(
    () => dialogueOf(negotiation),
    summarise,
    options,
    () => fallbackSummary(negotiation),
  );
}

/**
 * What a party's negotiations came to, in a few sentences; `null` where it had none.
 *
 * @throws {TypeError} as a rejection, on an unknown option
 * @throws {RangeError} as a rejection, when `timeoutMs` is out of range
 * @see docs/requirements/index-network.md, IN-2
 * @example
 * const words = await summariseHistory(negotiationDigest(negotiations, "ada"), async (digest) => {
 *   const answer = await fetch("https://models.example/sum-up", { method: "POST", body: JSON.stringify(digest) });
 *   return answer.text();
 * });
 */
export async function summariseHistory(
  digest: NegotiationDigest,
  summarise: Summarise<NegotiationDigest>,
  options: SummaryOptions = {},
): Promise<string | null> {
  if (digest.totalCount === 0) return null;
  return summarised(
    () => digest,
    summarise,
    options,
    () => plainDigest(digest),
  );
}

async function summarised<Given>(
  given: () => Given,
  summarise: Summarise<Given>,
  options: SummaryOptions,
  plain: () => string,
): Promise<string> {
  const { signal, timeoutMs = 5_000, clock = systemClock } = readOptions("options", options, KEYS);
  integerIn("timeoutMs", timeoutMs, 0, LONGEST_TIMER_MS);
  if (signal?.aborted === true) return plain();
  const controller = new AbortController();
  let timer: unknown;
  const over = new Promise<undefined>((resolve) => {
    controller.signal.addEventListener("abort", () => resolve(undefined));
    timer = clock.setTimeout(() => controller.abort(), timeoutMs);
  });
  const abort = (): void => controller.abort(signal?.reason);
  signal?.addEventListener("abort", abort);
  try {
    const asked = async (): Promise<unknown> => summarise(given(), { signal: controller.signal });
    // Whatever a model says that is no text, or throws, is no summary (IN-2).
    const said = await Promise.race([over, asked().catch(() => undefined)]);
    return typeof said === "string" && said.trim() !== "" ? said.trim() : plain();
  } finally {
    clock.clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

const KEYS = ["signal", "timeoutMs", "clock"] as const;

/** A line a turn: what parties wrote stands as JSON, and makes no line of its own. */
function dialogueOf({ initiator, responder, turns, outcome }: Negotiation): string {
  const lines = turns.map((turn) => {
    const said = { reasoning: reasoningOf(turn), message: turn.message ?? undefined };
    return `${turn.number}. ${turn.partyId}: ${turn.action} ${JSON.stringify(said)}`;
  });
  const end = outcome === null ? "Still in progress." : `Ended ${outcome.status} (${outcome.reason}).`;
  return [`${initiator.id} sought out ${responder.id}.`, ...lines, end].join("\n");
}

/** Counts and reasons alone; no word of either party is in it. */
function plainDigest(digest: NegotiationDigest): string {
  const { totalCount, opportunityCount, noOpportunityCount, inProgressCount, byReason } = digest;
  const reasons = Object.entries(byReason).map(([reason, count]) => `${reason} ${count}`);
  const ended = reasons.length === 0 ? "" : ` Ended by: ${reasons.join(", ")}.`;
  return `Of ${totalCount} negotiations ${opportunityCount} agreed, ${noOpportunityCount} did not, ${inProgressCount} go on.${ended}`;
}
