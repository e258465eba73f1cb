/**
 * @module
 * Marks the deep-frozen copies that readers of this library make, with what they found out about them: a document goes
 * through several doors, and behind the first one nobody has to read and copy it again.
 */

/** What is known of a deep-frozen copy. */
export interface JsonFacts {
  /** Objects and arrays one inside the other, at most. */
  readonly depth: number;
  /** At least so many bytes as JSON in UTF-8, at most `MOST_TO_LEAST` times as many. */
  readonly leastBytes: number;
  /** Its objects have so many members in all. */
  readonly memberCount: number;
  /** The limits that it was read by. */
  readonly limits: object;
}

/** A control character is counted as one byte and written with six; a number is counted as one, written with 25. */
export const MOST_TO_LEAST = 26;

/** Makes `this` of a derived class be the object that it is handed. */
class Given {
  constructor(given: object) {
    // biome-ignore lint/correctness/noConstructorReturn: it is what this class is for
    return given;
  }
}

/**
 * The mark: a private field. It goes where the object goes, into no list of members, and into no copy, and nobody else
 * can read or set it.
 */
class KnownJson extends Given {
  #facts: JsonFacts;

  constructor(copy: object, facts: JsonFacts) {
    super(copy);
    this.#facts = facts;
  }

  static factsOf(value: object): JsonFacts | undefined {
    return #facts in value ? value.#facts : undefined;
  }
}

/** What is known of a value; `undefined` of all that was not marked, also of a marked one's look-alikes and proxies. */
export const factsOf: (value: object) => JsonFacts | undefined = KnownJson.factsOf;

/** Marks a copy of our own making, before it is frozen. */
export function markJson(copy: object, facts: JsonFacts): void {
  new KnownJson(copy, facts);
}
