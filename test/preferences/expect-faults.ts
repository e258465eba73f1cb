/** Catches a `NegotiationError` and shows what it lists. */

import { type Code, NegotiationError } from "../../src/errors.js";
import type { Fault } from "../../src/preferences/model/index.js";

/** The paths of all faults, in their order; throws when the code is another or nothing is thrown. */
export function faultPaths(code: Code, act: () => unknown): string[] {
  return faultsOf(code, act).map(({ path }) => path.join("."));
}

/** All faults, in their order. */
export function faultsOf(code: Code, act: () => unknown): readonly Fault[] {
  const error = refusalOf(act);
  if (error.code !== code) throw error;
  return error.details["issues"] as readonly Fault[];
}

/** The `NegotiationError` that is thrown. */
export function refusalOf(act: () => unknown): NegotiationError {
  let result: unknown;
  try {
    result = act();
  } catch (error) {
    if (NegotiationError.isInstance(error)) return error;
    throw error;
  }
  throw new Error(`Expected a refusal, got ${JSON.stringify(result)}.`);
}
