/**
 * @module
 * Plants a mutant in what vitest loads of `src/`, for whoever asks which test sees it: `CONCORDAT_MUTANT=<name>`.
 */

import type { Plugin } from "vite";
import { patched } from "../patched-source.js";
import { testedMutants } from "./chosen-mutants.js";

/** The plugin that plants it; none where no mutant is asked for. */
export function planted(): Plugin[] {
  const name = process.env["CONCORDAT_MUTANT"];
  if (name === undefined) return [];
  const mutant = testedMutants.find((one) => one.name === name);
  if (mutant === undefined)
    throw new Error(`Expected CONCORDAT_MUTANT to name a tested mutant, got ${name}.`);
  const transform = (code: string, id: string): string | undefined =>
    id.endsWith(`/src/${mutant.file}`) ? patched(code, mutant.file, [mutant]) : undefined;
  return [{ name: "planted", enforce: "pre", transform }];
}
