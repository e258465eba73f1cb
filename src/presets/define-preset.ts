/**
 * @module
 * Checks, completes and freezes a preset. The known ones are in `known-presets.ts`.
 */

import { deepFreeze } from "../core/deep-freeze.js";
import { nearestKey } from "../core/nearest-key.js";
import { STATUSES } from "../core/negotiation.js";
import { isPlainObject } from "../core/plain-object.js";
import { mergeRules } from "../core/resolve-rules.js";
import { checkRules, rulesInvalid } from "../core/rules-validation.js";
import { shown } from "../errors.js";
import type { Preset } from "./preset.js";
import { roomRules } from "./room-rules.js";

/**
 * A preset of your own, deep-frozen, its rules completed from the preset `room`.
 *
 * It may stand wherever the name of a known preset may.
 *
 * @throws {NegotiationError} `rules_invalid` when the rules are; `details.issues` lists all issues
 * @throws {TypeError} when another member is wrong or unknown
 * @see spec/engine.md, EN-51
 * @example
 * const blitz = definePreset({ name: "blitz", rules: { turnMs: 5_000, totalMs: 20_000 } });
 */
export function definePreset(preset: Preset): Preset {
  if (!isPlainObject(preset)) throw new TypeError(`Expected a preset to be an object, got ${shown(preset)}.`);
  const { name, rules, statusNames, projectContext, ...unknown } = preset;
  checkName(name);
  for (const key of Object.keys(unknown)) {
    const nearest = nearestKey(key, ["name", "rules", "statusNames", "projectContext"]);
    throw new TypeError(
      `Expected a known member of preset ${name}, got ${shown(key)}. The nearest is ${nearest}.`,
    );
  }
  if (!isPlainObject(rules))
    throw new TypeError(`Expected preset.rules to be an object, got ${shown(rules)}.`);
  const merged = mergeRules(roomRules, rules);
  const checked = checkRules(merged, name);
  if (!checked.ok) throw rulesInvalid(`the rules of preset ${name}`, checked.issues);
  checkStatusNames(statusNames);
  if (projectContext !== undefined && typeof projectContext !== "function") {
    throw new TypeError(`Expected preset.projectContext to be a function, got ${shown(projectContext)}.`);
  }
  return Object.freeze({
    name,
    rules: deepFreeze(structuredClone(merged)),
    ...(statusNames === undefined ? {} : { statusNames: Object.freeze({ ...statusNames }) }),
    ...(projectContext === undefined ? {} : { projectContext }),
  });
}

function checkName(name: unknown): void {
  if (typeof name === "string" && name.length >= 1 && name.length <= 64) return;
  throw new TypeError(`Expected preset.name to be 1 to 64 characters, got ${shown(name)}.`);
}

function checkStatusNames(names: unknown): void {
  if (names === undefined) return;
  if (!isPlainObject(names)) {
    throw new TypeError(`Expected preset.statusNames to be an object, got ${shown(names)}.`);
  }
  for (const [status, name] of Object.entries(names)) {
    if (!STATUSES.some((known) => known === status)) {
      const nearest = nearestKey(status, STATUSES);
      throw new TypeError(
        `Expected a status in preset.statusNames, got ${shown(status)}. The nearest is ${nearest}.`,
      );
    }
    if (name !== undefined && (typeof name !== "string" || name === "")) {
      throw new TypeError(
        `Expected preset.statusNames.${status} to be a non-empty string, got ${shown(name)}.`,
      );
    }
  }
}
