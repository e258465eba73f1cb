/**
 * @module
 * What a preset is, the five that have a name, and what each makes of a context.
 */

export type { Preset } from "./define-preset.js";
export { definePreset } from "./define-preset.js";
export { knownPresets, type PresetName } from "./known-presets.js";
export { projectionOf, view } from "./known-projections.js";
