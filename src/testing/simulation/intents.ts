/**
 * @module
 * What clients want, in one number each that survives their retries, and the command ids that say it.
 */

/** The intents of a world. */
export class Intents {
  readonly #ofCommand = new Map<string, number>();
  #count = 0;

  /** A new intent. */
  next(): number {
    return ++this.#count;
  }

  /** Notes what a command id says. */
  note(commandId: string, intent: number): void {
    this.#ofCommand.set(commandId, intent);
  }

  /** The intent behind a command id; `undefined` for those of services. */
  of(commandId: string): number | undefined {
    return this.#ofCommand.get(commandId);
  }
}
