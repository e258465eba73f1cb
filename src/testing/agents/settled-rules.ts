/**
 * @module
 * Rules for two parties without a service: a preset with what differs from it, checked and resolved.
 */

import type { NegotiationRules, Party } from "../../core/record/index.js";
import type { RulesInput } from "../../core/rules/index.js";
import { checkRules, mergeRules, resolveRules, rulesInvalid } from "../../core/rules/index.js";
import { shown } from "../../errors.js";
import { knownPresets, type Preset, type PresetName } from "../../presets/registry/index.js";

/** Rules as a host gives them: what differs from a preset. */
export interface PresetRules extends RulesInput {
  /** A known name, or what `definePreset` gave. @default "room" */
  readonly preset?: PresetName | Preset | undefined;
}

/**
 * The rules that a negotiation of these two would be pinned to, deep-frozen.
 *
 * @throws {NegotiationError} `rules_invalid` listing all issues
 * @throws {TypeError} when `rules.preset` is neither a known name nor a preset
 * @example
 * settledRules({ preset: "index" }, initiator, responder).cap.limit; // 6 for two systems
 */
export function settledRules(
  rules: PresetRules,
  initiator: Pick<Party, "kind">,
  responder: Pick<Party, "kind">,
): NegotiationRules {
  const preset = presetOf(rules);
  const { preset: _, ...over } = rules;
  const checked = checkRules(mergeRules(preset.rules, over), preset.name, over);
  if (!checked.ok) throw rulesInvalid("the rules", checked.issues);
  return resolveRules(checked.rules, initiator, responder);
}

/**
 * The preset that the rules start from.
 *
 * @throws {TypeError} when it is neither a known name nor a preset
 */
export function presetOf(rules: PresetRules): Preset {
  const { preset = "room" } = rules;
  if (typeof preset === "object" && preset !== null) return preset;
  if (Object.hasOwn(knownPresets, preset)) return knownPresets[preset];
  const known = Object.keys(knownPresets).join(", ");
  throw new TypeError(`Expected rules.preset to be one of ${known} or a preset, got ${shown(preset)}.`);
}
