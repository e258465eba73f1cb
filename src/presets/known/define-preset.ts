/**
 * @module
 * Checks, completes and freezes a preset. The known ones are in `known-presets.ts`.
 */

import { demandText, unmet } from "../../core/checks/argument-checks.js";
import { readOptions } from "../../core/checks/read-options.js";
import { deepFreeze } from "../../core/json/deep-freeze.js";
import { isPlainObject } from "../../core/json/plain-object.js";
import { STATUSES } from "../../core/record/negotiation.js";
import { mergeRules } from "../../core/rules/resolve-rules.js";
import { checkRules, rulesInvalid } from "../../core/rules/rules-validation.js";
import { roomRules } from "../room/room-rules.js";
import type { Preset } from "./preset.js";

/**
 * A preset of your own, deep-frozen, its rules completed from the preset `room`.
 *
 * It may stand wherever the name of a known preset may.
 *
 * @throws {NegotiationError} `rules_invalid` when the rules are; `details.issues` lists all issues
 * @throws {TypeError} when another member is wrong or unknown
 * @see docs/requirements/engine.md, EN-51
 * @example
 * const blitz = definePreset({ name: "blitz", rules: { turnMs: 5_000, totalMs: 20_000 } });
 */
export function definePreset(preset: Preset): Preset {
  const { name, rules, statusNames, projectContext } = readOptions("a preset", preset, MEMBERS);
  demandText("preset.name", name, 64);
  if (!isPlainObject(rules)) throw new TypeError(unmet("preset.rules", "an object", rules));
  const merged = mergeRules(roomRules, rules);
  const checked = checkRules(merged, name);
  if (!checked.ok) throw rulesInvalid(`the rules of preset ${name}`, checked.issues);
  if (projectContext !== undefined && typeof projectContext !== "function") {
    throw new TypeError(unmet("preset.projectContext", "a function", projectContext));
  }
  return Object.freeze({
    name,
    rules: deepFreeze(structuredClone(merged)),
    ...(statusNames && { statusNames: Object.freeze(readStatusNames(statusNames)) }),
    ...(projectContext && { projectContext }),
  });
}

const MEMBERS = ["name", "rules", "statusNames", "projectContext"] as const;

function readStatusNames(given: NonNullable<Preset["statusNames"]>): Preset["statusNames"] {
  const names = readOptions("preset.statusNames", given, STATUSES);
  for (const [status, name] of Object.entries(names)) {
    if (name !== undefined) demandText(`preset.statusNames.${status}`, name);
  }
  return names;
}
