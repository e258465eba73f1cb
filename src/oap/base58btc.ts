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
  const text = digits.reverse().map((digit) => ALPHABET.charAt(digit));
  return "1".repeat(leadingCount(bytes, 0)) + text.join("");
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
  // 32 bits each, which are few, and every product is exact.
  const limbs: number[] = [];
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit === -1) return undefined;
    multiplyAndAdd(limbs, 2 ** 32, 58, digit);
  }
  const zeros = leadingCount(text, "1");
  const bytes = new Uint8Array(zeros + 4 * limbs.length);
  const view = new DataView(bytes.buffer);
  for (const [index, limb] of limbs.reverse().entries()) view.setUint32(zeros + 4 * index, limb);
  // The highest limb may have begun with zeros that are none of the text's.
  return bytes.slice(leadingCount(bytes, 0) - zeros);
}

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Of a number in `base`, least digit first, makes the number times `factor` plus `addend`. */
function multiplyAndAdd(number: number[], base: number, factor: number, addend: number): void {
  let carry = addend;
  for (let index = 0; index < number.length || carry > 0; index += 1) {
    const sum = (number[index] ?? 0) * factor + carry;
    carry = Math.floor(sum / base);
    number[index] = sum - carry * base;
  }
}

function leadingCount<T>(values: Iterable<T>, wanted: T): number {
  let count = 0;
  for (const value of values) {
    if (value !== wanted) break;
    count += 1;
  }
  return count;
}
