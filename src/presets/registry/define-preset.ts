/**
 * @module
 * Checks, completes and freezes a preset. The known ones are in `known-presets.ts`.
 */

import { demandText, readOptions, unmet } from "../../core/checks/index.js";
import { deepFreeze, isPlainObject } from "../../core/json/index.js";
import { STATUSES } from "../../core/record/index.js";
import { checkRules, mergeRules, rulesInvalid } from "../../core/rules/index.js";
import { roomRules } from "../room/index.js";
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
  const checked = checkRules(merged, name, rules);
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
