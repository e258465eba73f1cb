/**
 * @module
 * How a party refuses to sign: `host_untrusted`, for what is shown and does not hold.
 */

import { NegotiationError } from "../../errors.js";

/** @throws {NegotiationError} `host_untrusted` where it does not hold */
export function demand(holds: boolean, at: string): void {
  if (!holds) throw untrusted(at);
}

/** @throws {TypeError} for what is not there */
export function demandShown<Value>(value: Value | null | undefined, expected: string): Value {
  if (value === undefined || value === null) throw new TypeError(`Expected ${expected}, got none.`);
  return value;
}

/** What is thrown, and where it does not hold. */
export function untrusted(at: string): NegotiationError {
  const message = `Expected a host that shows what holds, got another: ${at}. Do not sign.`;
  return new NegotiationError("host_untrusted", message, { details: { at } });
}
