/**
 * @module
 * Numbers as other formats write them: JSON numbers, or texts in decimal notation.
 */

/**
 * The number, or `undefined` for what is not finite or not in decimal notation.
 *
 * Texts are read as Java's `Double.valueOf` does, without its hexadecimal and suffixed forms, NaN and Infinity.
 */
export function decimalNumber(value: unknown): number | undefined {
  if (typeof value === "string" && !DECIMAL.test(value)) return undefined;
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

const DECIMAL = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
