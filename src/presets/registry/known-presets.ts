/**
 * @module
 * The five presets that `rules.preset` knows by name.
 */

import { binduRules } from "../bindu/index.js";
import { index202604Rules, indexRules } from "../index-network/index.js";
import { oapRules } from "../oap/index.js";
import { roomRules } from "../room/index.js";
import type { Preset } from "./define-preset.js";
import { definePreset } from "./define-preset.js";
import { knownProjections } from "./known-projections.js";

/** The name of a preset that needs no definition. */
export type PresetName = "room" | "index" | "index-2026-04" | "oap" | "bindu";

/** The known presets by name, their rules complete. */
export const knownPresets: Readonly<Record<PresetName, Preset>> = Object.freeze({
  room: definePreset({ name: "room", rules: roomRules }),
  index: definePreset({ name: "index", rules: indexRules, projectContext: knownProjections["index"] }),
  "index-2026-04": definePreset({
    name: "index-2026-04",
    rules: index202604Rules,
    projectContext: knownProjections["index-2026-04"],
  }),
  oap: definePreset({ name: "oap", rules: oapRules }),
  bindu: definePreset({ name: "bindu", rules: binduRules }),
});
