/**
 * @module
 * Base58 with Bitcoin's alphabet: what Multibase writes behind the letter `z`.
 */

/**
 * The base58btc text of bytes, without the letter `z`.
 *
 * @example
 * encodeBase58btc(new Uint8Array([0, 0, 40, 127])); // "114ES"
 */
export function encodeBase58btc(bytes: Uint8Array): string {
  const digits: number[] = [];
  for (const byte of bytes) multiplyAndAdd(digits, 58, 256, byte);
  const zeros = leadingCount(bytes, 0);
  return (
    "1".repeat(zeros) +
    digits
      .reverse()
      .map((digit) => ALPHABET.charAt(digit))
      .join("")
  );
}

/**
 * The bytes of a base58btc text; `undefined` when a character is not of the alphabet.
 *
 * It takes time with the square of the length: callers bound that first.
 *
 * @example
 * decodeBase58btc("114ES"); // Uint8Array [0, 0, 40, 127]
 */
export function decodeBase58btc(text: string): Uint8Array<ArrayBuffer> | undefined {
  const digits = [...text].map((character) => ALPHABET.indexOf(character));
  if (digits.includes(-1)) return undefined;
  const bytes: number[] = [];
  for (const digit of digits) multiplyAndAdd(bytes, 256, 58, digit);
  return new Uint8Array([...new Array<number>(leadingCount(digits, 0)).fill(0), ...bytes.reverse()]);
}

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Of a number in `base`, least digit first, makes the number times `factor` plus `addend`. */
function multiplyAndAdd(number: number[], base: number, factor: number, addend: number): void {
  let carry = addend;
  for (const [index, digit] of number.entries()) {
    const sum = digit * factor + carry;
    number[index] = sum % base;
    carry = Math.floor(sum / base);
  }
  while (carry > 0) {
    number.push(carry % base);
    carry = Math.floor(carry / base);
  }
}

function leadingCount(values: Iterable<number>, wanted: number): number {
  let count = 0;
  for (const value of values) {
    if (value !== wanted) break;
    count += 1;
  }
  return count;
}
