/**
 * @module
 * Checks rules as a host wrote them, laid over a preset's by `mergeRules`, and completes them. What does
 * not fit together is found in `rule-conflicts.ts`.
 */

import { type Issue, NegotiationError } from "../../errors.js";
import { deepFreeze, isPlainObject } from "../json/index.js";
import { type ActionRules, type Cap, type ConsultRules, PAIRINGS, type ParkRules } from "../record/index.js";
import type { CompleteRules } from "./resolve-rules.js";
import type { Check, Checks } from "./rule-checks.js";
import {
  actionList,
  alikeOrEach,
  duration,
  durationOrNull,
  flag,
  integer,
  integerOr,
  membersOf,
  nullable,
  oneOf,
  optional,
  shape,
  unexpected,
} from "./rule-checks.js";
import { type DraftRules, ruleConflicts, turnAboveTotal } from "./rule-conflicts.js";
import type { RulesInput } from "./rules-input.js";

/** Complete rules, or everything that is wrong with them. */
export type RulesCheck =
  | { readonly ok: true; readonly rules: CompleteRules }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * The rules, complete and deep-frozen, or all their issues at once.
 *
 * Nothing is filled in but the members of `actions`, `consult` and `park` that may be left out: lay the
 * rules over complete ones first. They are checked for every pairing of kinds, whoever negotiates later.
 *
 * @param rules - without `preset`, which the caller has resolved to `presetName`
 * @param written - what of them a host wrote: a `turnMs` of its own has to fit into `totalMs`
 * @see docs/requirements/engine.md, section 9 and EN-17 to EN-19, EN-25, EN-26, EN-38
 */
export function checkRules(rules: unknown, presetName: string, written?: RulesInput): RulesCheck {
  const issues: Issue[] = [];
  if (!isPlainObject(rules)) {
    unexpected("an object", rules, [], issues);
    return { ok: false, issues };
  }
  const draft: DraftRules = membersOf(RULES, rules, [], issues);
  issues.push(...ruleConflicts(draft));
  if (written?.turnMs !== undefined) issues.push(...turnAboveTotal(draft));
  if (issues.length > 0) return { ok: false, issues };
  // Without an issue, no member of the draft is undefined.
  return { ok: true, rules: deepFreeze({ preset: presetName, ...draft } as CompleteRules) };
}

/**
 * The error that lists these issues.
 *
 * @param what - whose rules they are, as the subject of the message: "the rules of preset fast"
 */
export function rulesInvalid(what: string, issues: readonly Issue[]): NegotiationError {
  const count =
    issues.length === 1 ? "one issue" : `${issues.length} issues (all in details.issues), the first`;
  const message = `Expected ${what} to be valid, got ${count}: ${issues[0]?.message ?? ""}`;
  return new NegotiationError("rules_invalid", message, { details: { issues } });
}

const listOrNull = optional(nullable(actionList), null);

const actionRules: Check<ActionRules> = shape(
  {
    all: actionList,
    initiator: listOrNull,
    responder: listOrNull,
    system: listOrNull,
    personal: listOrNull,
  },
  "a list of actions",
);

/** A list alone is that of all. */
const actions: Check<ActionRules> = (value, path, issues) => {
  if (isPlainObject(value)) return actionRules(value, path, issues);
  const all = actionList(value, path, issues);
  return all && { all, initiator: null, responder: null, system: null, personal: null };
};

/** EN-17 and EN-18: with `reach`, the second turn is the first that can be the last. */
const cap: Check<CompleteRules["cap"]> = (value, path, issues) => {
  const least = (value as Partial<Cap> | null | undefined)?.mode === "reach" ? 2 : 1;
  const checks: Checks<CompleteRules["cap"]> = {
    counts: oneOf("turns", "proposals"),
    limit: alikeOrEach(PAIRINGS, integerOr("unlimited", least)),
    mode: oneOf("reach", "exceed"),
    result: oneOf("expired", "stalled", "refuse"),
  };
  return shape(checks, "{ counts, limit, mode, result }")(value, path, issues);
};

const consult: Check<ConsultRules> = shape(
  { maxPerParty: optional(integer(1, 10), 1), windowMs: optional(duration, 86_400_000) },
  "{ maxPerParty, windowMs } or null",
);

const onlyNull: Check<null> = (value, path, issues) =>
  value === null ? null : unexpected('null with claimBudget "remaining"', value, path, issues);

const park: Check<ParkRules> = (value, path, issues) => {
  const budget = (value as Partial<ParkRules> | undefined)?.claimBudget;
  const claimMs = budget === "remaining" ? onlyNull : durationOrNull;
  const checks: Checks<ParkRules> = {
    parkMs: duration,
    claimBudget: oneOf("remaining", "fresh"),
    claimMs: budget === "fresh" ? duration : optional(claimMs, null),
    onClaimExpiry: oneOf("repark", "fallback", "close"),
    freshMs: optional(durationOrNull, null),
  };
  const expected = "{ parkMs, claimBudget, claimMs, onClaimExpiry, freshMs } or null";
  return shape(checks, expected)(value, path, issues);
};

/** EN-9: `question` needs a message whatever the list says. */
const messageRequiredFor: Check<CompleteRules["messageRequiredFor"]> = (value, path, issues) => {
  const list = actionList(value, path, issues);
  return list === undefined || list.includes("question") ? list : [...list, "question"];
};

/** Section 9, row by row. */
const RULES: Checks<Omit<CompleteRules, "preset">> = {
  actions,
  opener: oneOf("initiator", "responder"),
  repropose: oneOf("counter", "refuse"),
  cap,
  turnMs: durationOrNull,
  openMs: durationOrNull,
  totalMs: alikeOrEach(PAIRINGS, durationOrNull),
  validityMs: durationOrNull,
  agentTimeoutMs: durationOrNull,
  onTurnTimeout: oneOf("expire", "stall", "fallback"),
  onTotalTimeout: oneOf("expire", "stall"),
  onFailure: oneOf("stall", "expire"),
  onCancel: oneOf("withdraw", "expire"),
  onReject: oneOf("end", "continue"),
  withdrawOffTurn: flag,
  terms: oneOf("required", "optional", "none"),
  partialTerms: oneOf("refuse", "merge"),
  finalTurn: alikeOrEach(["system", "personal"], oneOf("record", "decide")),
  agentAttempts: integer(1, 5),
  onInvalidAnswer: oneOf("fail", "conservative"),
  repetition: oneOf("off", "guard"),
  deadlockAfter: integer(2),
  consult: nullable(consult),
  park: nullable(park),
  oneActive: oneOf("room", "pair", "none"),
  messageRequiredFor,
  assessments: oneOf("private", "roles", "shared"),
  assessmentRequired: flag,
  maxMessageLength: integer(1, 1_000_000),
  maxTermsBytes: integer(1, 16_777_216),
};
