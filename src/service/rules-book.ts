/**
 * @module
 * The rules that a room negotiates by: checked once at construction, resolved once for each pairing, and
 * one shared object for all negotiations with equal rules.
 */

import type { MoveLimits } from "../core/moves.js";
import type { Party } from "../core/negotiation.js";
import { isPlainObject } from "../core/plain-object.js";
import { type CompleteRules, mergeRules, resolveRules } from "../core/resolve-rules.js";
import { type NegotiationRules, type Pairing, pairingOf, type RulesInput } from "../core/rules.js";
import { checkRules, rulesInvalid } from "../core/rules-validation.js";
import type { ContextProjection } from "../core/view.js";
import { NegotiationError, shown } from "../errors.js";
import { knownPresets, type PresetName } from "../presets/known-presets.js";
import type { Preset } from "../presets/preset.js";

/** Rules as a host gives them: what differs from a preset. */
export interface ServiceRules extends RulesInput {
  /** A known name, or what `definePreset` gave. @default "room" */
  readonly preset?: PresetName | Preset | undefined;
}

/**
 * The widest that any rules allow: for reading a move whose negotiation is not at hand. It is read again
 * with that one's own.
 *
 * @see spec/engine.md, section 9
 */
export const WIDEST_LIMITS: MoveLimits = Object.freeze({
  maxMessageLength: 1_000_000,
  maxTermsBytes: 16_777_216,
});

/** Equal rules are looked for among this many; chosen: far more variants than a room has. */
const SHARED_RULES = 1_000;

/** Resolves and shares the rules of one service. */
export class RulesBook {
  readonly #given: ServiceRules;
  readonly #hasFallback: boolean;
  readonly #complete: CompleteRules;
  readonly #byPairing: Partial<Record<Pairing, NegotiationRules>> = {};
  readonly #shared = new Map<string, NegotiationRules>();

  /** @throws {NegotiationError} `rules_invalid` listing all issues */
  constructor(given: ServiceRules, hasFallback: boolean) {
    this.#given = given;
    this.#hasFallback = hasFallback;
    this.#complete = completed(given, undefined, hasFallback);
  }

  /** What a preset makes of the context; of this service's preset only. */
  get projectContext(): ContextProjection | undefined {
    return presetOf(this.#given).projectContext;
  }

  /**
   * The rules for these two, with `over` laid over the service's.
   *
   * @throws {NegotiationError} `rules_invalid` listing all issues
   */
  rulesFor(initiator: Party, responder: Party, over: ServiceRules | undefined): NegotiationRules {
    if (over !== undefined) {
      return this.shared(resolveRules(completed(this.#given, over, this.#hasFallback), initiator, responder));
    }
    const pairing = pairingOf(initiator, responder);
    const known = this.#byPairing[pairing];
    if (known !== undefined) return known;
    const rules = this.shared(resolveRules(this.#complete, initiator, responder));
    this.#byPairing[pairing] = rules;
    return rules;
  }

  /** The one object for rules equal to these. */
  shared(rules: NegotiationRules): NegotiationRules {
    const key = JSON.stringify(rules);
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    if (this.#shared.size >= SHARED_RULES) this.#shared.delete(this.#shared.keys().next().value as string);
    this.#shared.set(key, rules);
    return rules;
  }
}

/** Checked and complete: the service's rules, or those of one creation laid over them. */
function completed(given: ServiceRules, over: ServiceRules | undefined, hasFallback: boolean): CompleteRules {
  if (over !== undefined && !isPlainObject(over as unknown)) {
    const message = `Expected rules to be an object, got ${shown(over)}.`;
    throw rulesInvalid("the rules", [{ path: [], message }]);
  }
  // Rules that name a preset of their own start from that one; else they change the service's.
  const preset = over?.preset === undefined ? presetOf(given) : presetOf(over);
  const base = over?.preset === undefined ? mergeRules(preset.rules, withoutPreset(given)) : preset.rules;
  const merged = over === undefined ? base : mergeRules(base, withoutPreset(over));
  const checked = checkRules(merged, preset.name);
  const issues = checked.ok ? [] : [...checked.issues];
  if (merged.onTurnTimeout === "fallback" && !hasFallback) {
    const message =
      'Expected a `fallback` agent, since onTurnTimeout is "fallback", got none. Hand one to the service.';
    issues.push({ path: ["onTurnTimeout"], message });
  }
  if (!checked.ok || issues.length > 0) throw rulesInvalid("the rules", issues);
  return checked.rules;
}

function presetOf(rules: ServiceRules): Preset {
  const preset = rules.preset ?? "room";
  if (
    typeof preset === "object" &&
    preset !== null &&
    typeof preset.name === "string" &&
    typeof preset.rules === "object"
  ) {
    return preset;
  }
  if (typeof preset === "string" && Object.hasOwn(knownPresets, preset)) return knownPresets[preset];
  const message = `Expected rules.preset to be one of ${Object.keys(knownPresets).join(", ")} or a defined preset, got ${shown(preset)}.`;
  throw new NegotiationError("rules_invalid", message, {
    details: { issues: [{ path: ["preset"], message }] },
  });
}

function withoutPreset(rules: ServiceRules): RulesInput {
  if (typeof rules !== "object" || rules === null || !Object.hasOwn(rules, "preset")) return rules;
  const { preset: _, ...rest } = rules;
  return rest;
}
