/**
 * @module
 * Answers that never change, kept for the texts that are asked about again and again: the names of keys, the headers of
 * signatures.
 */

/**
 * The same function, which remembers its latest answers.
 *
 * @param most - answers at once; the oldest makes place for the newest
 * @example
 * const lengthOf = boundedMemo((text: string) => text.length, 256);
 */
export function boundedMemo<Answer>(
  answer: (text: string) => Answer,
  most: number,
): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const made = answer(text);
    const [oldest = text] = known.size >= most ? known.keys() : [];
    known.delete(oldest);
    known.set(text, made);
    return made;
  };
}
