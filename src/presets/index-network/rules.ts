/**
 * @module
 * The rules of the presets `index` and `index-2026-04`; what they leave out is as in `default-rules.ts`.
 */

import { deepFreeze } from "../../core/json/index.js";
import type { RulesInput } from "../../core/rules/index.js";
import { shown } from "../../errors.js";

/** What set a negotiation off: a background search, or a person who waits for results. */
export type Trigger = "ambient" | "orchestrator";

/**
 * The windows for a trigger: 5 minutes for `ambient`, 60 s for `orchestrator`; all else stays the preset's.
 *
 * @throws {TypeError} when `trigger` is neither
 * @see docs/requirements/index-network.md, IX-0
 * @example
 * const rules = { preset: "index", ...triggerRules("orchestrator") };
 */
export function triggerRules(trigger: Trigger): RulesInput {
  if (trigger !== "ambient" && trigger !== "orchestrator") {
    throw new TypeError(`Expected a trigger to be "ambient" or "orchestrator", got ${shown(trigger)}.`);
  }
  const windowMs = trigger === "ambient" ? 300_000 : 60_000;
  return {
    turnMs: windowMs,
    park: {
      parkMs: windowMs,
      claimBudget: "remaining",
      claimMs: null,
      onClaimExpiry: "fallback",
      freshMs: 90_000,
    },
  };
}

/** What the two documents have in common. */
const common: RulesInput = deepFreeze<RulesInput>({
  actions: {
    all: ["propose", "counter", "accept", "reject", "question", "withdraw"],
    system: ["propose", "counter", "accept", "reject", "withdraw"],
  },
  repropose: "refuse",
  cap: {
    counts: "turns",
    limit: { system: 6, mixed: 8, personal: "unlimited" },
    mode: "reach",
    result: "stalled",
  },
  finalTurn: { system: "decide", personal: "record" },
  totalMs: { system: null, mixed: null, personal: 86_400_000 },
  onTurnTimeout: "fallback",
  onTotalTimeout: "stall",
  agentTimeoutMs: 45_000,
  agentAttempts: 2,
  onInvalidAnswer: "conservative",
  repetition: "guard",
  deadlockAfter: 4,
  terms: "none",
  oneActive: "pair",
});

/**
 * Index Network's protocol deep dive, with the windows of the ambient trigger.
 *
 * @see docs/requirements/index-network.md, section 1; Index Network's protocol deep dive
 */
export const indexRules: RulesInput = deepFreeze<RulesInput>({
  ...common,
  ...triggerRules("ambient"),
  assessments: "roles",
  messageRequiredFor: ["counter", "question"],
});

/**
 * Index Network's negotiation domain of April 2026: a day for a turn, six hours for who picks it up.
 *
 * @see docs/requirements/index-network.md, section 1; Index Network's negotiation domain
 */
export const index202604Rules: RulesInput = deepFreeze<RulesInput>({
  ...common,
  // The cap without accept or reject is stalled, "to distinguish this from explicit rejection".
  finalTurn: "record",
  turnMs: 86_400_000,
  park: {
    parkMs: 86_400_000,
    claimBudget: "fresh",
    claimMs: 21_600_000,
    onClaimExpiry: "repark",
    freshMs: null,
  },
  assessments: "shared",
  assessmentRequired: true,
  messageRequiredFor: ["question"],
});
