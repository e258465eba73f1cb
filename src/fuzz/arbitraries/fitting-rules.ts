/**
 * @module
 * Makes well-formed options fit together, whatever somebody drew; which ones do not is the business of
 * `core/rules/rule-conflicts.ts`.
 */

import { ACTIONS, type Action, type ByPairing, type CapLimit } from "../../core/record/index.js";
import { mergeRules, type RulesInput } from "../../core/rules/index.js";

/**
 * The rules `over`, changed where they contradict each other or the complete rules that they go over.
 *
 * @param spareMs - the total time, where one is needed and none is given
 */
export function fittingRules(base: RulesInput, over: RulesInput, spareMs: number): RulesInput {
  const fits = [withActions, withCap, withDeadlines(spareMs), withRoom];
  return fits.reduce((rules, adapted) => adapted(mergeRules(base, rules), rules), over);
}

/** Lays what is missing over `over`, seeing the rules as a whole. */
type Fit = (merged: RulesInput, over: RulesInput) => RulesInput;

/** The opener may propose, the other accept and reject; who may withdraw off turn may withdraw, who faces a rejection propose. */
function withActions(
  { actions = [], opener, onReject, withdrawOffTurn }: RulesInput,
  over: RulesInput,
): RulesInput {
  // The presets' own lists lack nothing but, in `room`, a withdrawal.
  if (over.actions === undefined && withdrawOffTurn !== true) return over;
  const decisions: readonly Action[] = ["propose", "accept", "reject"];
  const needed: readonly Action[] = withdrawOffTurn === true ? [...decisions, "withdraw"] : decisions;
  if (!("all" in actions)) return { ...over, actions: joined(actions, needed) };
  const lists = Object.entries(actions).map(([name, list]) => {
    const ofOther: readonly Action[] = onReject === "continue" ? decisions : ["accept", "reject"];
    const ofSeat: readonly Action[] = name === opener ? ["propose"] : ofOther;
    const isSeat = name === "initiator" || name === "responder";
    return [name, joined(list ?? [...ACTIONS], isSeat ? ofSeat : name === "all" ? needed : decisions)];
  });
  return { ...over, actions: Object.fromEntries(lists) };
}

function joined(list: readonly Action[], needed: readonly Action[]): Action[] {
  return ACTIONS.filter((one) => list.includes(one) || needed.includes(one));
}

/** With `reach` the limit is at least 2 and nothing is refused; only then may the last turn want a decision. */
function withCap({ cap: merged, finalTurn: last }: RulesInput, over: RulesInput): RulesInput {
  if (merged?.mode === "reach") {
    const result = merged.result === "refuse" ? "expired" : merged.result;
    return { ...over, cap: { ...over.cap, limit: atLeastTwo(merged.limit), result } };
  }
  const decides =
    typeof last === "object" ? last.system === "decide" || last.personal === "decide" : last === "decide";
  return decides ? { ...over, finalTurn: "record" } : over;
}

function atLeastTwo(
  limit: CapLimit | ByPairing<CapLimit> | undefined,
): CapLimit | ByPairing<CapLimit> | undefined {
  const one = (bound: CapLimit): CapLimit => (bound === 1 ? 2 : bound);
  if (typeof limit !== "object") return limit === undefined ? limit : one(limit);
  return { system: one(limit.system), mixed: one(limit.mixed), personal: one(limit.personal) };
}

/** Where something could go on without end, the total time is bounded (EN-25). */
function withDeadlines(spareMs: number): Fit {
  return (merged, over) => {
    const { turnMs, openMs, validityMs, onTurnTimeout, park: parks, totalMs, cap: bound } = merged;
    const { limit } = bound ?? {};
    const turnsMayLack =
      turnMs === null &&
      (openMs === null || validityMs === null || onTurnTimeout === "fallback" || parks !== null);
    const isMissing = (pairing: keyof ByPairing<unknown>): boolean =>
      valueFor(totalMs, pairing) === null && (turnsMayLack || valueFor(limit, pairing) === "unlimited");
    const missing = (["system", "mixed", "personal"] as const).some(isMissing);
    return missing ? { ...over, totalMs: spareMs } : over;
  };
}

/** Where moves bring assessments, the least of them fits. */
function withRoom({ assessmentRequired, maxTermsBytes = 0 }: RulesInput, over: RulesInput): RulesInput {
  return assessmentRequired && maxTermsBytes < 256 ? { ...over, maxTermsBytes: 256 } : over;
}

function valueFor<T extends string | number | null | undefined>(
  value: T | ByPairing<T>,
  pairing: keyof ByPairing<unknown>,
): T {
  return typeof value === "object" && value !== null ? value[pairing] : value;
}
