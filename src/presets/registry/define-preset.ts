/**
 * @module
 * What a preset is: a name, rules, and how records are shown; checked, completed and frozen. The known ones are in
 * `known-presets.ts`.
 */

import { demandText, readOptions, unmet } from "../../core/checks/index.js";
import type { Json } from "../../core/json/index.js";
import { deepFreeze, isPlainObject } from "../../core/json/index.js";
import type { Seat, Status } from "../../core/record/index.js";
import { STATUSES } from "../../core/record/index.js";
import type { RulesInput } from "../../core/rules/index.js";
import { checkRules, mergeRules, rulesInvalid } from "../../core/rules/index.js";
import { roomRules } from "../room/index.js";

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

/** A named set of rules; the record carries the resolved rules, so another process needs no preset to go on. */
export interface Preset {
  /** 1 to 64 characters. */
  readonly name: string;
  /** What is left out is as in the preset `room`. */
  readonly rules: RulesInput;
  /** The words of another vocabulary for our statuses, where they differ. @default none */
  readonly statusNames?: Readonly<Partial<Record<Status, string>>> | undefined;
  /** What one side sees of the context; pure. @default the context itself, for both sides */
  readonly projectContext?: ((context: Json, seat: Seat) => Json) | undefined;
}
