/**
 * @module
 * How far the instants that signers write may be from the host's clock.
 */

import { type SigningRefusal, signingRefusal } from "../canonical/index.js";
import { readInstant } from "../encoding/index.js";

/**
 * `clock_skew` when an instant is more than 300,000 ms before or after the host's; `undefined` when it is not.
 *
 * @param member - where the instant stands in its document, such as `"accepted_at"`
 * @param written - the instant as its signer wrote it, of a document that was read
 * @param now - epoch ms of the host's clock
 * @see docs/requirements/oap.md, OAP-12
 * @example
 * clockSkew("accepted_at", "2026-05-10T12:00:00Z", 1_778_414_700_000); // undefined: 300,000 ms
 */
export function clockSkew(member: string, written: string, now: number): SigningRefusal | undefined {
  const distance = Math.abs((readInstant(written) ?? NaN) - now);
  if (distance <= MOST_SKEW_MS) return undefined;
  return signingRefusal("clock_skew", `Expected at most ${MOST_SKEW_MS} ms from now, got more.`, [member]);
}

/** How far apart two honest clocks may be, in ms (OAP-12). */
export const MOST_SKEW_MS = 300_000;
