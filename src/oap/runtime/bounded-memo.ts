/**
 * @module
 * Answers that never change, kept for what is asked about again and again: the keys that parties sign with, the
 * instants of their turns. Whoever asks keeps its own.
 */

/**
 * The same function, which remembers its latest answers.
 *
 * @param most - answers at once; the oldest makes place for the newest
 * @example
 * const lengthOf = boundedMemo((text: string) => text.length, 256);
 */
export function boundedMemo<Key extends string | number, Answer>(
  answer: (key: Key) => Answer,
  most: number,
): (key: Key) => Answer {
  const known = new Map<Key, Answer>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const made = answer(key);
    const [oldest = key] = known.size >= most ? known.keys() : [];
    known.delete(oldest);
    known.set(key, made);
    return made;
  };
}
