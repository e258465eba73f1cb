/**
 * @module
 * Arbitrary rules: any preset with any options over it, made to fit together.
 */

import type { Arbitrary } from "fast-check";
import { ACTIONS, type Action, type ByPairing, type CapLimit } from "../../core/record/index.js";
import { mergeRules, type RulesInput } from "../../core/rules/index.js";
import { knownPresets, type PresetName } from "../../presets/registry/index.js";
import { fc } from "./fast-check.js";

/** What arbitrary rules may use. */
export interface ArbitraryRulesOptions {
  /** Whether a missed turn may go to a fallback agent, which a service then needs. @default true */
  readonly hasFallback?: boolean | undefined;
}

/** A known preset and what differs from it. */
export type ArbitraryRules = RulesInput & { readonly preset: PresetName };

/**
 * Valid rules: each of the five presets with any of the options over it. They shrink to the preset `room`.
 *
 * @example
 * fc.property(arbitraryRules({ hasFallback: false }), (rules) => {
 *   new NegotiationService("market-7", { rules }); // never throws
 * });
 */
export function arbitraryRules(options: ArbitraryRulesOptions = {}): Arbitrary<ArbitraryRules> {
  const { hasFallback = true } = options;
  return fc
    .record({
      preset: fc.constantFrom<PresetName>("room", "index", "index-2026-04", "oap", "bindu"),
      over: overlay(),
      spareMs: duration(),
    })
    .map(({ preset, over, spareMs }) => {
      const fitting = fittingRules(knownPresets[preset].rules, over, spareMs);
      if (hasFallback || mergeRules(knownPresets[preset].rules, fitting).onTurnTimeout !== "fallback") {
        return { preset, ...fitting };
      }
      return { preset, ...fitting, onTurnTimeout: "expire" };
    });
}

/** Any options, each well-formed by itself. */
function overlay(): Arbitrary<RulesInput> {
  return fc.record<RulesInput>(
    {
      actions: fc.oneof({ withCrossShrink: true }, actions(), actionLists()),
      opener: fc.constantFrom("initiator", "responder"),
      repropose: fc.constantFrom("counter", "refuse"),
      cap: cap(),
      turnMs: fc.option(duration()),
      openMs: fc.option(duration()),
      totalMs: byPairing<number | null>(fc.option(duration())),
      validityMs: fc.option(duration()),
      agentTimeoutMs: fc.option(duration()),
      onTurnTimeout: fc.constantFrom("expire", "stall", "fallback"),
      onTotalTimeout: fc.constantFrom("expire", "stall"),
      onFailure: fc.constantFrom("stall", "expire"),
      onCancel: fc.constantFrom("withdraw", "expire"),
      onReject: fc.constantFrom("end", "continue"),
      withdrawOffTurn: fc.boolean(),
      terms: fc.constantFrom("required", "optional", "none"),
      partialTerms: fc.constantFrom("refuse", "merge"),
      finalTurn: fc.oneof(
        { withCrossShrink: true },
        finalTurn(),
        fc.record({ system: finalTurn(), personal: finalTurn() }),
      ),
      agentAttempts: fc.integer({ min: 1, max: 5 }),
      onInvalidAnswer: fc.constantFrom("fail", "conservative"),
      repetition: fc.constantFrom("off", "guard"),
      deadlockAfter: fc.integer({ min: 2, max: 20 }),
      consult: fc.option(
        fc.record(
          { maxPerParty: fc.integer({ min: 1, max: 10 }), windowMs: duration() },
          { requiredKeys: [] },
        ),
      ),
      park: fc.option(park()),
      oneActive: fc.constantFrom("room", "pair", "none"),
      messageRequiredFor: fc.subarray([...ACTIONS]),
      assessments: fc.constantFrom("private", "roles", "shared"),
      assessmentRequired: fc.boolean(),
      maxMessageLength: fc.integer({ min: 1, max: 1_000_000 }),
      maxTermsBytes: fc.integer({ min: 1, max: 16_777_216 }),
    },
    { requiredKeys: [] },
  );
}

/** Mostly lists that let a negotiation go on. */
function actions(): Arbitrary<readonly Action[]> {
  const usual: readonly Action[] = ["propose", "counter", "accept", "reject"];
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constantFrom(usual, ACTIONS), weight: 5 },
    { arbitrary: fc.subarray([...ACTIONS]), weight: 1 },
  );
}

function actionLists(): Arbitrary<NonNullable<RulesInput["actions"]>> {
  const lists = {
    all: actions(),
    initiator: actions(),
    responder: actions(),
    system: actions(),
    personal: actions(),
  };
  return fc.record(lists, { requiredKeys: ["all"] });
}

/** Mostly seconds or minutes; one millisecond to ten years. */
function duration(): Arbitrary<number> {
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.integer({ min: 1_000, max: 300_000 }), weight: 6 },
    { arbitrary: fc.integer({ min: 1, max: 315_360_000_000 }), weight: 1 },
  );
}

function byPairing<T>(one: Arbitrary<T>): Arbitrary<T | ByPairing<T>> {
  return fc.oneof({ withCrossShrink: true }, one, fc.record({ system: one, mixed: one, personal: one }));
}

function cap(): Arbitrary<NonNullable<RulesInput["cap"]>> {
  const limit: Arbitrary<CapLimit> = fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.integer({ min: 1, max: 8 }), weight: 4 },
    { arbitrary: fc.constant("unlimited" as const), weight: 1 },
  );
  return fc.record(
    {
      counts: fc.constantFrom("turns", "proposals"),
      limit: byPairing(limit),
      mode: fc.constantFrom("exceed", "reach"),
      result: fc.constantFrom("expired", "stalled", "refuse"),
    },
    { requiredKeys: [] },
  );
}

function finalTurn(): Arbitrary<"record" | "decide"> {
  return fc.constantFrom("record", "decide");
}

function park(): Arbitrary<NonNullable<RulesInput["park"]>> {
  const common = {
    parkMs: duration(),
    onClaimExpiry: fc.constantFrom("repark" as const, "fallback" as const, "close" as const),
    freshMs: fc.option(duration()),
  };
  return fc.oneof(
    { withCrossShrink: true },
    fc.record({ ...common, claimBudget: fc.constant("remaining" as const) }),
    fc.record({ ...common, claimBudget: fc.constant("fresh" as const), claimMs: duration() }),
  );
}

/**
 * The rules `over`, changed where they contradict each other or the complete rules that they go over.
 *
 * @param spareMs - the total time, where one is needed and none is given
 */
export function fittingRules(base: RulesInput, over: RulesInput, spareMs: number): RulesInput {
  const fits = [withActions, withCap, withDeadlines(spareMs), withTurns, withRoom];
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

/** A turn that is chosen is no longer than the longest negotiation. */
function withTurns({ totalMs }: RulesInput, over: RulesInput): RulesInput {
  const totals = (["system", "mixed", "personal"] as const).map((pairing) => valueFor(totalMs, pairing));
  const longest = Math.max(...totals.map((total) => total ?? Number.POSITIVE_INFINITY));
  return typeof over.turnMs === "number" && over.turnMs > longest ? { ...over, turnMs: longest } : over;
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
