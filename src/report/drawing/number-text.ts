/**
 * @module
 * Numbers as they are shown. What is undefined is a dash, wherever it stands, and never a 0 (BA-40).
 */

/** What stands for a number that is undefined. */
export const DASH = "–";

/**
 * A number with at most so many significant digits and no zeros at its end; `null` is a dash.
 *
 * @example
 * numberText(0.30000000000000004); // "0.3"
 * numberText(null); // "–"
 */
export function numberText(value: number | null | undefined, digits: number = DIGITS): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return DASH;
  if (value === 0) return "0";
  const magnitude = Math.abs(value);
  if (magnitude >= 1e7 || magnitude < 1e-5) return value.toExponential(digits - 1).replace(/\.?0+e/, "e");
  // `toPrecision` would write 12345 as 1.2e+4: whole digits are never dropped.
  const whole = Math.floor(Math.log10(magnitude)) + 1;
  const written = value.toFixed(Math.max(0, digits - Math.max(whole, 0)));
  const trimmed = written.includes(".") ? written.replace(/\.?0+$/, "") : written;
  return trimmed === "-0" ? "0" : trimmed;
}

/** A count with a comma between thousands. */
export function countText(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A number with all of its digits, and a comma between thousands. */
export function exactText(value: number): string {
  const [whole = "", ...rest] = String(value).split(".");
  return [/^-?\d+$/.test(whole) ? countText(Number(whole)) : whole, ...rest].join(".");
}

/** A number with exactly so many decimals, for columns; beyond a hundred thousand as `numberText` writes it. */
export function fixedText(value: number | null, decimals: number): string {
  return value === null || !(Math.abs(value) < 1e5) ? numberText(value) : value.toFixed(decimals);
}

/** How many of something, in the singular for one of it. */
export function amountText(count: number, one: string, many: string = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** A coordinate in a picture: to a tenth of a pixel, which is finer than can be seen and keeps files small. */
export function coordinate(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

/** Chosen: more than a picture can show, fewer than make a table hard to read. */
const DIGITS = 4;
