/** Catches a `NegotiationError` and shows what it lists. */

import { type Code, NegotiationError } from "../../src/errors.js";
import type { Fault } from "../../src/preferences/model/index.js";

/** The paths of all faults, in their order; throws when the code is another or nothing is thrown. */
export function faultPaths(code: Code, act: () => unknown): string[] {
  return faultsOf(code, act).map(({ path }) => path.join("."));
}

/** All faults, in their order. */
export function faultsOf(code: Code, act: () => unknown): readonly Fault[] {
  let result: unknown;
  try {
    result = act();
  } catch (error) {
    if (!NegotiationError.isInstance(error) || error.code !== code) throw error;
    return error.details["issues"] as readonly Fault[];
  }
  throw new Error(`Expected ${code}, got ${JSON.stringify(result)}.`);
}
