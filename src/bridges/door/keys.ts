/**
 * @module
 * The keys of commands and asks: fresh ones, and a caller's own where others have theirs too.
 */

/** 128 random bits. */
export function freshNonce(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(16)));
}

/** A key of a caller's own where keys are looked up in a whole room, as those of creations are. At most 128 characters. */
export async function scopedKey(partyId: string, key: string): Promise<string> {
  const whole = `${partyId.length}:${partyId}:${key}`;
  if (whole.length <= 128) return whole;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(whole));
  return `sha256:${hexOf(new Uint8Array(digest))}`;
}

/** The key as its caller wrote it, where that can be told. */
export function unscopedKey(partyId: string, key: string | undefined): string | undefined {
  const scope = `${partyId.length}:${partyId}:`;
  return key?.startsWith(scope) ? key.slice(scope.length) : key;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
