/**
 * @module
 * What a mutant is: a mistake made on purpose, and the invariants that have to see it.
 */

import type { FaultKind } from "../../../src/simulation/faults/index.js";
import type { WorldMode } from "../../../src/simulation/observation/index.js";
import type { Mutations, WorldPreset } from "../../../src/simulation/world/index.js";
import type { SourcePatch } from "../patched-source.js";

/** A kind of world. */
export interface WorldKind {
  readonly mode: WorldMode;
  readonly preset: WorldPreset;
}

/** A mistake made on purpose. */
export interface Mutant {
  readonly name: string;
  /** Where it was seen in the open, or why it is here. */
  readonly seenIn: string;
  /** Any of these has to see it. */
  readonly expected: readonly string[];
  /** The worlds in which it shows soonest; seed after seed they take turns. */
  readonly worlds: readonly WorldKind[];
  /** Faults that would only hide it. */
  readonly without?: readonly FaultKind[];
  /** Texts of `src/` that it replaces: of what a service is made of. */
  readonly patches?: readonly SourcePatch[];
  /** Parts that it replaces, made anew for each world. */
  readonly mutations?: () => Mutations;
}

/** Safety worlds of these presets. */
export function safety(...presets: readonly WorldPreset[]): readonly WorldKind[] {
  return presets.map((preset) => ({ mode: "safety", preset }));
}

/** Liveness worlds of these presets. */
export function liveness(...presets: readonly WorldPreset[]): readonly WorldKind[] {
  return presets.map((preset) => ({ mode: "liveness", preset }));
}
