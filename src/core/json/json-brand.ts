/**
 * @module
 * Marks the deep-frozen copies that readers of this library make, with what they found out about them: a document goes
 * through several doors, and those behind the first one need not read and copy it, and its larger parts, again.
 */

/** What is known of a deep-frozen copy. */
export interface JsonFacts {
  /** Objects and arrays one inside the other, at most. */
  readonly depth: number;
  /** At least so many bytes as JSON in UTF-8. */
  readonly leastBytes: number;
  /** And at most so many. */
  readonly mostBytes: number;
  /** The limits that it was read by. */
  readonly limits: object;
}

/** A UTF-16 unit takes at most six bytes: an escape such as a control character's or a lone surrogate's. */
export const MOST_BYTES_A_UNIT = 6;

/** The longest finite number, -0.0000012345678901234567 and the like, takes 25 characters. */
export const MOST_BYTES_A_NUMBER = 25;

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
