/**
 * @module
 * Checks rules as a host wrote them, laid over a preset's by `mergeRules`, and completes them: each by itself, then
 * whether they fit together.
 */

import { type Issue, NegotiationError, shown } from "../../errors.js";
import {
  alikeOrEach,
  type Check,
  type Checks,
  flag,
  integer,
  integerOr,
  membersOf,
  nullable,
  oneOf,
  optional,
  shape,
  unexpected,
  unmet,
} from "../checks/index.js";
import { deepFreeze, isPlainObject } from "../json/index.js";
import {
  ACTIONS,
  type Action,
  type ActionRules,
  allowedActions,
  type Cap,
  type ConsultRules,
  PAIRINGS,
  type ParkRules,
  type PartyKind,
  type Seat,
} from "../record/index.js";
import type { CompleteRules } from "./resolve-rules.js";
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

/** Ten years of 365 days, in ms (EN-26). */
const LONGEST_MS = 315_360_000_000;

/** Milliseconds of a deadline. */
const duration: Check<number> = integer(1, LONGEST_MS);

/** Milliseconds, or `null` for none. */
const durationOrNull: Check<number | null> = integerOr(null, 1, LONGEST_MS);

const action: Check<Action> = oneOf(...ACTIONS);

/** A list of actions, each named at most once. */
const actionList: Check<readonly Action[]> = (value, path, issues) => {
  if (!Array.isArray(value)) return unexpected("a list of actions", value, path, issues);
  const before = issues.length;
  const actions = Array.from(value, (element: unknown, index) => action(element, [...path, index], issues));
  actions.forEach((found, index) => {
    if (found === undefined || actions.indexOf(found) === index) return;
    unexpected("named once only", found, [...path, index], issues);
  });
  return issues.length === before ? (actions as Action[]) : undefined;
};

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

/** Complete rules but for the options that could not be read, which are `undefined`. */
type DraftRules = {
  readonly [Name in Exclude<keyof CompleteRules, "preset">]: CompleteRules[Name] | undefined;
};

/**
 * All contradictions between options that could be read.
 *
 * @see docs/requirements/engine.md, EN-17, EN-25 and the last column of section 9
 */
function ruleConflicts(draft: DraftRules): readonly Issue[] {
  return [...actionConflicts(draft), ...capConflicts(draft), ...missingDeadlines(draft)];
}

/** A turn that no negotiation has the time for. A preset's own turn may be: the total time then cuts it. */
function turnAboveTotal({ turnMs, totalMs }: DraftRules): readonly Issue[] {
  if (totalMs === undefined || typeof turnMs !== "number") return [];
  const totals = PAIRINGS.map((pairing) => totalMs[pairing] ?? Number.POSITIVE_INFINITY);
  const longest = Math.max(...totals);
  if (turnMs <= longest) return [];
  const message = `Expected turnMs to be at most totalMs (${longest}), got ${turnMs}. Raise totalMs too.`;
  return [{ path: ["turnMs"], message }];
}

const KINDS: readonly PartyKind[] = ["system", "personal"];

/** The opener may propose, the other may accept and reject, of whichever kind they are. */
function actionConflicts({ actions, opener, onReject, withdrawOffTurn }: DraftRules): Issue[] {
  if (actions === undefined) return [];
  const issues: Issue[] = [];
  if (opener !== undefined) {
    const other: Seat = opener === "initiator" ? "responder" : "initiator";
    issues.push(
      ...forbidden(actions, opener, "propose"),
      ...forbidden(actions, other, "accept"),
      ...forbidden(actions, other, "reject"),
    );
    // Whoever counters or asks may find the table empty at its next turn.
    const speaks = (kind: PartyKind): boolean =>
      allowedActions(actions, other, kind).some((action) => action === "counter" || action === "question");
    if (onReject === "continue") issues.push(...forbidden(actions, other, "propose", KINDS.filter(speaks)));
  }
  if (withdrawOffTurn === true && !actions.all.includes("withdraw")) {
    const message = `Expected "withdraw" in actions with withdrawOffTurn, got ${shown(actions.all)}.`;
    issues.push({ path: ["withdrawOffTurn"], message });
  }
  return issues;
}

function forbidden(actions: ActionRules, seat: Seat, action: Action, among = KINDS): Issue[] {
  const kinds = among.filter((kind) => !allowedActions(actions, seat, kind).includes(action));
  if (kinds.length === 0) return [];
  const message = `Expected actions to let the ${seat} ${action}, got lists that forbid it to ${kinds.join(" and ")}.`;
  return [{ path: ["actions"], message }];
}

/** EN-17. */
function capConflicts({ cap, finalTurn }: DraftRules): Issue[] {
  if (cap?.mode === "reach" && cap.result === "refuse") {
    const message = unmet("cap.result", '"expired" or "stalled" with cap.mode "reach"', cap.result);
    return [{ path: ["cap", "result"], message }];
  }
  const decides = finalTurn?.system === "decide" || finalTurn?.personal === "decide";
  if (cap?.mode !== "exceed" || !decides) return [];
  const message = unmet("finalTurn", '"record" with cap.mode "exceed"', finalTurn);
  return [{ path: ["finalTurn"], message }];
}

/**
 * EN-25. Parked, claimed and consulting turns always have a window of their own; an opening, an answer
 * and a fallback may lack one, and the total time then has to stand in.
 */
function missingDeadlines(draft: DraftRules): Issue[] {
  const { cap, turnMs, openMs, totalMs, validityMs, onTurnTimeout, park } = draft;
  if (totalMs === undefined) return [];
  const endless = PAIRINGS.filter((pairing) => totalMs[pairing] === null);
  const issues: Issue[] = [];
  const unlimited = endless.filter((pairing) => cap?.limit[pairing] === "unlimited");
  if (unlimited.length > 0) {
    const message = `Expected totalMs to be finite where cap.limit is "unlimited" (${unlimited.join(", ")}), got null.`;
    issues.push({ path: ["totalMs"], message });
  }
  if (endless.length === 0 || turnMs !== null) return issues;
  const missing = (options: string, what: string) => {
    const message = `Expected ${options} to be set for ${what} (${endless.join(", ")}), got null.`;
    issues.push({ path: ["turnMs"], message });
  };
  if (openMs === null) missing("turnMs, openMs or totalMs", "an opening");
  if (validityMs === null) missing("turnMs, validityMs or totalMs", "an answer");
  // A fallback may be asked for the opening, when no validity runs yet.
  if (onTurnTimeout === "fallback" || (park !== undefined && park !== null)) {
    missing("turnMs or totalMs", "a fallback");
  }
  return issues;
}
