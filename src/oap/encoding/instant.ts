/**
 * @module
 * Instants as documents write them: UTC to the second or the millisecond, in one spelling each.
 */

import { integerIn } from "../../core/checks/index.js";

/**
 * The instant of a text `YYYY-MM-DDTHH:MM:SSZ` or `YYYY-MM-DDTHH:MM:SS.mmmZ`, or `undefined` for everything else:
 * offsets, lower case, other counts of fraction digits, days and hours that do not exist.
 *
 * @returns epoch ms; years 0001 to 9999
 * @see docs/requirements/oap.md, OAP-10
 * @example
 * readInstant("2026-05-10T12:00:00Z"); // 1778414400000
 * readInstant("2026-02-30T12:00:00Z"); // undefined
 */
export function readInstant(text: unknown): number | undefined {
  if (typeof text !== "string" || !INSTANT.test(text)) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) return undefined;
  // What the calendar does not have is read as another day by some engines, and as no date by others.
  const day = Number(text.slice(8, 10));
  return day <= SHORTEST_MONTH || new Date(at).getUTCDate() === day ? at : undefined;
}

/**
 * The text of an instant, with three fraction digits.
 *
 * @param at - epoch ms
 * @throws {RangeError} for what is no integer, or outside the years 0001 to 9999
 * @see docs/requirements/oap.md, OAP-10
 * @example
 * writeInstant(1_778_414_400_000); // "2026-05-10T12:00:00.000Z"
 */
export function writeInstant(at: number): string {
  return new Date(integerIn("at", at, FIRST, LAST)).toISOString();
}

const INSTANT = /^(?!0000)\d{4}-\d\d-\d\dT(?!24)\d\d:\d\d:\d\d(\.\d{3})?Z$/;

/** Days that every month has. */
const SHORTEST_MONTH = 28;

/** The first and the last ms of the years 0001 to 9999. */
const FIRST = -62_135_596_800_000;
const LAST = 253_402_300_799_999;
