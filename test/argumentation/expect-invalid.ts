/**
 * @module
 * The one error that arguments and attacks know.
 */

import { expect } from "vitest";
import { NegotiationError } from "../../src/errors.js";

/** Expects `invalid_framework` with exactly these details. */
export function expectInvalid(act: () => unknown, details: Readonly<Record<string, unknown>>): void {
  let caught: unknown;
  try {
    act();
  } catch (error) {
    caught = error;
  }
  if (!NegotiationError.isInstance(caught)) throw new Error(`Expected an error, got ${String(caught)}.`);
  expect(caught.code).toBe("invalid_framework");
  expect(caught.details).toEqual(details);
  expect(caught.message).toMatch(/^Expected .+, got .+\. .+\.$/);
}
