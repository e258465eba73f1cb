/**
 * @module
 * Checks rules as a host wrote them, laid over a preset's by `mergeRules`, and completes them. What does
 * not fit together is found in `rule-conflicts.ts`.
 */

import { type Issue, NegotiationError } from "../errors.js";
import { deepFreeze } from "./deep-freeze.js";
import { isPlainObject } from "./plain-object.js";
import type { CompleteRules } from "./resolve-rules.js";
import {
  actionList,
  byPairing,
  type Check,
  capLimit,
  duration,
  durationOrNull,
  flag,
  integer,
  members,
  nullable,
  oneOf,
  optional,
  unexpected,
} from "./rule-checks.js";
import { type DraftRules, ruleConflicts } from "./rule-conflicts.js";
import type { ActionRules, ConsultRules, FinalTurn, ParkRules } from "./rules.js";

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
 * @see spec/engine.md, section 9 and EN-17 to EN-19, EN-25, EN-26, EN-38
 */
export function checkRules(rules: unknown, presetName: string): RulesCheck {
  const issues: Issue[] = [];
  if (!isPlainObject(rules)) {
    unexpected("an object", rules, [], issues);
    return { ok: false, issues };
  }
  const draft = readRules(rules, issues);
  members(draft, rules, [], issues);
  issues.push(...ruleConflicts(draft));
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

/** Section 9, row by row; a member is `undefined` if and only if an issue names it. */
function readRules(rules: Readonly<Record<string, unknown>>, issues: Issue[]): DraftRules {
  const read = <T>(name: keyof DraftRules, check: Check<T>): T | undefined =>
    check(rules[name], [name], issues);
  return {
    actions: read("actions", actions),
    opener: read("opener", oneOf("initiator", "responder")),
    repropose: read("repropose", oneOf("counter", "refuse")),
    cap: read("cap", cap),
    turnMs: read("turnMs", durationOrNull),
    openMs: read("openMs", durationOrNull),
    totalMs: read("totalMs", byPairing(durationOrNull)),
    validityMs: read("validityMs", durationOrNull),
    agentTimeoutMs: read("agentTimeoutMs", durationOrNull),
    onTurnTimeout: read("onTurnTimeout", oneOf("expire", "stall", "fallback")),
    onTotalTimeout: read("onTotalTimeout", oneOf("expire", "stall")),
    onFailure: read("onFailure", oneOf("stall", "expire")),
    onCancel: read("onCancel", oneOf("withdraw", "expire")),
    withdrawOffTurn: read("withdrawOffTurn", flag),
    terms: read("terms", oneOf("required", "optional", "none")),
    finalTurn: read("finalTurn", finalTurn),
    agentAttempts: read("agentAttempts", integer(1, 5)),
    onInvalidAnswer: read("onInvalidAnswer", oneOf("fail", "conservative")),
    repetition: read("repetition", oneOf("off", "guard")),
    deadlockAfter: read("deadlockAfter", integer(2)),
    consult: read("consult", nullable(consult)),
    park: read("park", nullable(park)),
    oneActive: read("oneActive", oneOf("room", "pair", "none")),
    messageRequiredFor: read("messageRequiredFor", messageRequiredFor),
    assessments: read("assessments", oneOf("private", "roles", "shared")),
    maxMessageLength: read("maxMessageLength", integer(1, 1_000_000)),
    maxTermsBytes: read("maxTermsBytes", integer(1, 16_777_216)),
  };
}

const actions: Check<ActionRules> = (value, path, issues) => {
  const some = optional(nullable(actionList), null);
  if (!isPlainObject(value)) {
    const all = actionList(value, path, issues);
    return all && { all, initiator: null, responder: null, system: null, personal: null };
  }
  return members<ActionRules>(
    {
      all: actionList(value["all"], [...path, "all"], issues),
      initiator: some(value["initiator"], [...path, "initiator"], issues),
      responder: some(value["responder"], [...path, "responder"], issues),
      system: some(value["system"], [...path, "system"], issues),
      personal: some(value["personal"], [...path, "personal"], issues),
    },
    value,
    path,
    issues,
  );
};

/** EN-17 and EN-18: with `reach`, the second turn is the first that can be the last. */
const cap: Check<CompleteRules["cap"]> = (value, path, issues) => {
  if (!isPlainObject(value)) return unexpected("{ counts, limit, mode, result }", value, path, issues);
  const mode = oneOf("reach", "exceed")(value["mode"], [...path, "mode"], issues);
  const limit = byPairing(capLimit(mode === "reach" ? 2 : 1));
  return members<CompleteRules["cap"]>(
    {
      counts: oneOf("turns", "proposals")(value["counts"], [...path, "counts"], issues),
      limit: limit(value["limit"], [...path, "limit"], issues),
      mode,
      result: oneOf("expired", "stalled", "refuse")(value["result"], [...path, "result"], issues),
    },
    value,
    path,
    issues,
  );
};

const finalTurn: Check<CompleteRules["finalTurn"]> = (value, path, issues) => {
  const one: Check<FinalTurn> = oneOf("record", "decide");
  if (!isPlainObject(value)) {
    const alike = one(value, path, issues);
    return alike && { system: alike, personal: alike };
  }
  return members<CompleteRules["finalTurn"]>(
    {
      system: one(value["system"], [...path, "system"], issues),
      personal: one(value["personal"], [...path, "personal"], issues),
    },
    value,
    path,
    issues,
  );
};

const consult: Check<ConsultRules> = (value, path, issues) => {
  if (!isPlainObject(value)) return unexpected("{ maxPerParty, windowMs } or null", value, path, issues);
  return members<ConsultRules>(
    {
      maxPerParty: optional(integer(1, 10), 1)(value["maxPerParty"], [...path, "maxPerParty"], issues),
      windowMs: optional(duration, 86_400_000)(value["windowMs"], [...path, "windowMs"], issues),
    },
    value,
    path,
    issues,
  );
};

const park: Check<ParkRules> = (value, path, issues) => {
  if (!isPlainObject(value)) {
    return unexpected(
      "{ parkMs, claimBudget, claimMs, onClaimExpiry, freshMs } or null",
      value,
      path,
      issues,
    );
  }
  const claimBudget = oneOf("remaining", "fresh")(value["claimBudget"], [...path, "claimBudget"], issues);
  const claimMs = claimBudget === "fresh" ? duration : optional(durationOrNull, null);
  const read: { readonly [K in keyof ParkRules]: ParkRules[K] | undefined } = {
    parkMs: duration(value["parkMs"], [...path, "parkMs"], issues),
    claimBudget,
    claimMs: claimMs(value["claimMs"], [...path, "claimMs"], issues),
    onClaimExpiry: oneOf("repark", "fallback", "close")(
      value["onClaimExpiry"],
      [...path, "onClaimExpiry"],
      issues,
    ),
    freshMs: optional(durationOrNull, null)(value["freshMs"], [...path, "freshMs"], issues),
  };
  if (claimBudget === "remaining" && typeof read.claimMs === "number") {
    return unexpected('null with claimBudget "remaining"', read.claimMs, [...path, "claimMs"], issues);
  }
  return members<ParkRules>(read, value, path, issues);
};

/** EN-9: `question` needs a message whatever the list says. */
const messageRequiredFor: Check<CompleteRules["messageRequiredFor"]> = (value, path, issues) => {
  const list = actionList(value, path, issues);
  return list === undefined || list.includes("question") ? list : [...list, "question"];
};
