/**
 * @module
 * The bytes that decide whether an Ed25519 signature is looked at: before any engine, since engines disagree on
 * small-order and non-canonical points, so that one party could sign towards one side only.
 */

/**
 * Whether signature and public key are sound: lengths 64 and 32, S < L, and A and R canonical and not of small order.
 *
 * It says nothing about whether the signature fits; that is the engine's part, by the equation without cofactor.
 *
 * @see spec signing, SG-14
 * @example
 * passesEd25519Guard(new Uint8Array(64), new Uint8Array(32)); // false: both points are of small order
 */
export function passesEd25519Guard(signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== SIGNATURE_BYTES || !isSoundPoint(publicKey)) return false;
  return isBelowOrder(signature.subarray(POINT_BYTES)) && isSoundPoint(signature.subarray(0, POINT_BYTES));
}

/**
 * Whether 32 bytes are the canonical encoding of no point of small order. They may still be no point at all.
 *
 * @see spec signing, SG-14, steps 3 and 4; SG-17 for keys
 * @example
 * isSoundPoint(new Uint8Array(32)); // false
 */
export function isSoundPoint(point: Uint8Array): boolean {
  if (point.length !== POINT_BYTES) return false;
  return !isAtLeastPrime(point) && !SMALL_ORDER.some((small) => equalsWithoutSign(point, small));
}

const POINT_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** L = 2^252 + 27742317777372353535851937790883648493, little endian. */
const ORDER = bytesOf("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");

/** The y of the points whose order divides the cofactor 8: 0, 1, p - 1 and two of order eight, little endian. */
const SMALL_ORDER: readonly (readonly number[])[] = Object.freeze([
  bytesOf("00".repeat(POINT_BYTES)),
  bytesOf(`01${"00".repeat(POINT_BYTES - 1)}`),
  bytesOf(`ec${"ff".repeat(POINT_BYTES - 2)}7f`),
  bytesOf("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
  bytesOf("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
]);

function isBelowOrder(scalar: Uint8Array): boolean {
  for (let index = POINT_BYTES - 1; index >= 0; index -= 1) {
    const byte = scalar[index] ?? 0;
    const limit = ORDER[index] ?? 0;
    if (byte !== limit) return byte < limit;
  }
  return false;
}

/** Whether y, without the sign of x, is at least p = 2^255 - 19. */
function isAtLeastPrime(point: Uint8Array): boolean {
  if (((point[31] ?? 0) & 0x7f) !== 0x7f) return false;
  for (let index = 1; index < POINT_BYTES - 1; index += 1) if (point[index] !== 0xff) return false;
  return (point[0] ?? 0) >= 0xed;
}

function equalsWithoutSign(point: Uint8Array, other: readonly number[]): boolean {
  if (((point[31] ?? 0) & 0x7f) !== other[31]) return false;
  for (let index = 0; index < POINT_BYTES - 1; index += 1) if (point[index] !== other[index]) return false;
  return true;
}

function bytesOf(hex: string): readonly number[] {
  return Object.freeze(
    Array.from({ length: POINT_BYTES }, (_, index) =>
      Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
    ),
  );
}
