/**
 * @module
 * Bindu's timestamps: ISO 8601 text to epoch ms and back. What is written is always UTC with
 * milliseconds, so that written instants sort as text.
 */

/** An instant as Bindu writes it: `YYYY-MM-DDTHH:mm:ss.sssZ`. @param at - epoch ms, years 0 to 9999 */
export function timestampOf(at: number): string {
  return new Date(at).toISOString();
}

/**
 * The instant of an RFC 3339 timestamp in epoch ms; `undefined` when it is none.
 *
 * Any offset and up to nine fraction digits, cut to ms. A local time without offset names no instant,
 * and neither does a day or an hour that no calendar has.
 *
 * @see docs/requirements/bindu.md, BD-2
 */
export function instantOf(timestamp: string): number | undefined {
  const [, date, time, fraction = "", sign, hours, minutes] = TIMESTAMP.exec(timestamp) ?? [];
  if (date === undefined || Number(hours ?? 0) > 23 || Number(minutes ?? 0) > 59) return undefined;
  const written = `${date}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
  const local = Date.parse(written);
  // `Date.parse` rolls 30 February over to March: only a real date is written back unchanged.
  if (Number.isNaN(local) || timestampOf(local) !== written) return undefined;
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  const at = sign === "-" ? local + offset : local - offset;
  return at >= EARLIEST && at <= LATEST ? at : undefined;
}

const TIMESTAMP = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

/** The years that have four digits in UTC, too. */
const EARLIEST = -62_167_219_200_000;
const LATEST = 253_402_300_799_999;
