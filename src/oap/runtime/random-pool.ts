/**
 * @module
 * Random bytes of the platform, drawn many at a time: one draw costs ten times as much as the bytes of an id are worth.
 */

/**
 * A source of bytes that nobody can foresee; each is given out once.
 *
 * @example
 * const randomBytes = randomPool();
 * randomBytes(10).length; // 10
 */
export function randomPool(): (count: number) => Uint8Array {
  let pool = new Uint8Array(0);
  let used = 0;
  return (count) => {
    if (count > pool.length - used) {
      // Chosen: some hundred ids.
      pool = crypto.getRandomValues(new Uint8Array(Math.max(count, 2_048)));
      used = 0;
    }
    used += count;
    return pool.slice(used - count, used);
  };
}
