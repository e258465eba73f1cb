/**
 * @module
 * Arbitrary rules: any preset with any options over it, made to fit together.
 */

import * as fc from "fast-check";
import { ACTIONS } from "../core/moves.js";
import type { Action } from "../core/negotiation.js";
import { mergeRules } from "../core/resolve-rules.js";
import type { ByPairing, CapLimit, RulesInput } from "../core/rules.js";
import { knownPresets, type PresetName } from "../presets/known-presets.js";

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
export function arbitraryRules(options: ArbitraryRulesOptions = {}): fc.Arbitrary<ArbitraryRules> {
  const { hasFallback = true } = options;
  return fc
    .record({
      preset: fc.constantFrom<PresetName>("room", "index", "index-2026-04", "oap", "bindu"),
      over: overlay(),
      spareMs: duration(),
    })
    .map(({ preset, over, spareMs }) => {
      const fits = [withFallback(hasFallback), withActions, withCap, withDeadlines(spareMs)];
      return {
        preset,
        ...fits.reduce((rules, fit) => fit(mergeRules(knownPresets[preset].rules, rules), rules), over),
      };
    });
}

/** Lays what is missing over `over`, seeing the rules as a whole. */
type Fit = (merged: RulesInput, over: RulesInput) => RulesInput;

/** Any options, each well-formed by itself. */
function overlay(): fc.Arbitrary<RulesInput> {
  const usual: Action[] = ["propose", "counter", "accept", "reject"];
  const actions = () => fc.oneof(fc.constantFrom<Action[][]>(usual, [...ACTIONS]), fc.subarray([...ACTIONS]));
  return fc.record<RulesInput>(
    {
      actions: fc.oneof(
        actions(),
        fc.record(
          {
            all: actions(),
            initiator: actions(),
            responder: actions(),
            system: actions(),
            personal: actions(),
          },
          { requiredKeys: ["all"] },
        ),
      ),
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
      withdrawOffTurn: fc.boolean(),
      terms: fc.constantFrom("required", "optional", "none"),
      finalTurn: fc.oneof(finalTurn(), fc.record({ system: finalTurn(), personal: finalTurn() })),
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
      messageRequiredFor: actions(),
      assessments: fc.constantFrom("private", "roles", "shared"),
      maxMessageLength: fc.integer({ min: 1, max: 1_000_000 }),
      maxTermsBytes: fc.integer({ min: 1, max: 16_777_216 }),
    },
    { requiredKeys: [] },
  );
}

/** Mostly seconds or minutes; one millisecond to ten years. */
function duration(): fc.Arbitrary<number> {
  return fc.oneof(
    { arbitrary: fc.integer({ min: 1_000, max: 300_000 }), weight: 6 },
    { arbitrary: fc.integer({ min: 1, max: 315_360_000_000 }), weight: 1 },
  );
}

function byPairing<T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | ByPairing<T>> {
  return fc.oneof(one, fc.record({ system: one, mixed: one, personal: one }));
}

function cap(): fc.Arbitrary<NonNullable<RulesInput["cap"]>> {
  const limit: fc.Arbitrary<CapLimit> = fc.oneof(
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

function finalTurn(): fc.Arbitrary<"record" | "decide"> {
  return fc.constantFrom("record", "decide");
}

function park(): fc.Arbitrary<NonNullable<RulesInput["park"]>> {
  const common = {
    parkMs: duration(),
    onClaimExpiry: fc.constantFrom("repark" as const, "fallback" as const, "close" as const),
    freshMs: fc.option(duration()),
  };
  return fc.oneof(
    fc.record({ ...common, claimBudget: fc.constant("remaining" as const) }),
    fc.record({ ...common, claimBudget: fc.constant("fresh" as const), claimMs: duration() }),
  );
}

function withFallback(hasFallback: boolean): Fit {
  return (merged, over) =>
    hasFallback || merged.onTurnTimeout !== "fallback" ? over : { ...over, onTurnTimeout: "expire" };
}

/** The opener may propose, the other accept and reject; who may withdraw off turn may withdraw. */
function withActions({ actions = [], opener, withdrawOffTurn }: RulesInput, over: RulesInput): RulesInput {
  // The presets' own lists lack nothing but, in `room`, a withdrawal.
  if (over.actions === undefined && withdrawOffTurn !== true) return over;
  const decisions: readonly Action[] = ["propose", "accept", "reject"];
  const needed: readonly Action[] = withdrawOffTurn === true ? [...decisions, "withdraw"] : decisions;
  if (!("all" in actions)) return { ...over, actions: joined(actions, needed) };
  const lists = Object.entries(actions).map(([name, list]) => {
    const ofSeat: readonly Action[] = name === opener ? ["propose"] : ["accept", "reject"];
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
      valueOf(totalMs, pairing) === null && (turnsMayLack || valueOf(limit, pairing) === "unlimited");
    const missing = (["system", "mixed", "personal"] as const).some(isMissing);
    return missing ? { ...over, totalMs: spareMs } : over;
  };
}

function valueOf<T extends string | number | null | undefined>(
  value: T | ByPairing<T>,
  pairing: keyof ByPairing<unknown>,
): T {
  return typeof value === "object" && value !== null ? value[pairing] : value;
}
