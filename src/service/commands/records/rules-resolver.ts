/**
 * @module
 * The rules that a room negotiates by: checked once at construction, resolved once for each pairing, and
 * one shared object for all negotiations with equal rules.
 */

import { unmet } from "../../../core/checks/index.js";
import { deepFreeze, isPlainObject } from "../../../core/json/index.js";
import type { MoveLimits } from "../../../core/moves/index.js";
import {
  type ContextProjection,
  type Negotiation,
  type NegotiationRules,
  type Pairing,
  type Party,
  pairingOf,
} from "../../../core/record/index.js";
import type { CompleteRules, RulesCheck, RulesInput } from "../../../core/rules/index.js";
import { checkRules, mergeRules, resolveRules, rulesInvalid } from "../../../core/rules/index.js";
import { NegotiationError } from "../../../errors.js";
import { knownPresets, type Preset, type PresetName } from "../../../presets/registry/index.js";

/** Rules as a host gives them: what differs from a preset. */
export interface ServiceRules extends RulesInput {
  /** A known name, or what `definePreset` gave. @default "room" */
  readonly preset?: PresetName | Preset | undefined;
}

/**
 * The widest that any rules allow: for reading a move whose negotiation is not at hand. It is read again
 * with that one's own.
 *
 * @see docs/requirements/engine.md, section 9
 */
export const WIDEST_LIMITS: MoveLimits = Object.freeze({
  maxMessageLength: 1_000_000,
  maxTermsBytes: 16_777_216,
});

/** Equal rules are looked for among this many; chosen: far more variants than a room has. */
const SHARED_RULES = 1_000;

/** Resolves and shares the rules of one service. */
export class RulesResolver {
  readonly #hasFallback: boolean;
  /** What presets of the host's own make of a context, by their name. */
  readonly #projections = new Map<string, ContextProjection | undefined>();
  readonly #complete: CompleteRules;
  readonly #byPairing: Partial<Record<Pairing, NegotiationRules>> = {};
  readonly #shared = new Map<string, NegotiationRules>();
  /** What was laid over the service's, by its text. */
  readonly #laidOver = new Map<string, NegotiationRules>();
  /** What was laid over last: a group opens all its tracks by the very same rules. */
  #last: readonly [over: ServiceRules, pairing: Pairing, rules: NegotiationRules] | undefined;

  /** @throws {NegotiationError} `rules_invalid` listing all issues */
  constructor(given: ServiceRules, hasFallback: boolean) {
    this.#hasFallback = hasFallback;
    this.#complete = completed(given, knownPresets.room, hasFallback);
    this.#learn(given);
  }

  /** What the preset of a record makes of its context: a known one, or one that this room was given. */
  projectionOf({ rules: { preset } }: Pick<Negotiation, "rules">): ContextProjection | undefined {
    if (this.#projections.size > 0 && this.#projections.has(preset)) return this.#projections.get(preset);
    return Object.hasOwn(knownPresets, preset)
      ? knownPresets[preset as PresetName].projectContext
      : undefined;
  }

  /** The name of the preset that these rules come to, as far as they can be read. */
  presetOf(over: ServiceRules | undefined): string {
    try {
      const preset = over?.preset ?? this.#complete.preset;
      return typeof preset === "string" ? preset : preset.name;
    } catch {
      return "";
    }
  }

  /**
   * The rules for these two, with `over` laid over the service's.
   *
   * @throws {NegotiationError} `rules_invalid` listing all issues
   */
  rulesFor(initiator: Party, responder: Party, over: ServiceRules | undefined): NegotiationRules {
    const pairing = pairingOf(initiator, responder);
    if (over !== undefined) {
      if (over === this.#last?.[0] && pairing === this.#last[1]) return this.#last[2];
      const key = keyOf(over, pairing);
      let resolved = key && this.#laidOver.get(key);
      if (!resolved) {
        const { preset: name, ...rules } = this.#complete;
        // Complete rules are rules as a host may write them; only the types of absent lists differ.
        const laidOver = completed(over, { name, rules: rules as RulesInput }, this.#hasFallback);
        this.#learn(over);
        resolved = this.shared(resolveRules(laidOver, initiator, responder));
        if (key && this.#laidOver.size < SHARED_RULES) this.#laidOver.set(key, resolved);
      }
      // What has no text to be known by may change.
      if (key) this.#last = [over, pairing, resolved];
      return resolved;
    }
    const known = this.#byPairing[pairing];
    if (known !== undefined) return known;
    const rules = this.shared(resolveRules(this.#complete, initiator, responder));
    this.#byPairing[pairing] = rules;
    return rules;
  }

  /** Whether turns are parked, unless a negotiation has rules of its own. */
  get parks(): boolean {
    return this.#complete.park !== null;
  }

  #learn({ preset }: ServiceRules): void {
    if (typeof preset === "object" && preset !== null)
      this.#projections.set(preset.name, preset.projectContext);
  }

  /** The one object for rules equal to these. */
  shared(rules: NegotiationRules): NegotiationRules {
    const key = JSON.stringify(rules);
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    if (this.#shared.size >= SHARED_RULES) this.#shared.delete(this.#shared.keys().next().value as string);
    this.#shared.set(key, deepFreeze(rules));
    return rules;
  }
}

/** What tells frozen flat rules, such as those of a group's tracks, from others: many negotiations are made with their like. */
function keyOf(over: ServiceRules, pairing: Pairing): string | undefined {
  try {
    const isFlat = Object.isFrozen(over) && Object.values(over).every((value) => Object(value) !== value);
    return isFlat ? pairing + JSON.stringify(over) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checked and complete: rules laid over those of `base`, or over those of the preset that they name.
 *
 * @param base - what they are laid over when they name no preset, under its name
 */
function completed(
  over: ServiceRules,
  base: { readonly name: string; readonly rules: RulesInput },
  hasFallback: boolean,
): CompleteRules {
  let merged: RulesInput;
  let checked: RulesCheck;
  try {
    if (!isPlainObject(over)) throw unreadable(over);
    const { preset, ...rest }: ServiceRules = over;
    const { name, rules } = preset === undefined ? base : presetOf(preset);
    merged = mergeRules(rules, rest);
    checked = checkRules(merged, name, rest);
  } catch (error) {
    // Else a getter or a Proxy of the caller's threw: what it says is nobody's business here.
    throw NegotiationError.isInstance(error) ? error : unreadable(over);
  }
  const issues = checked.ok ? [] : [...checked.issues];
  if (merged.onTurnTimeout === "fallback" && !hasFallback) {
    const message = 'Expected a `fallback` agent, since onTurnTimeout is "fallback", got none. Hand one in.';
    issues.push({ path: ["onTurnTimeout"], message });
  }
  if (!checked.ok || issues.length > 0) throw rulesInvalid("the rules", issues);
  return checked.rules;
}

function unreadable(rules: unknown): NegotiationError {
  return rulesInvalid("the rules", [{ path: [], message: unmet("rules", "a plain object", rules) }]);
}

function presetOf(preset: NonNullable<ServiceRules["preset"]>): Preset {
  if (
    typeof preset === "object" &&
    preset !== null &&
    typeof preset.name === "string" &&
    typeof preset.rules === "object"
  ) {
    return preset;
  }
  if (typeof preset === "string" && Object.hasOwn(knownPresets, preset)) return knownPresets[preset];
  const wanted = `one of ${Object.keys(knownPresets).join(", ")} or a defined preset`;
  const message = unmet("rules.preset", wanted, preset);
  throw new NegotiationError("rules_invalid", message, {
    details: { issues: [{ path: ["preset"], message }] },
  });
}
