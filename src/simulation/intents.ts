/**
 * @module
 * What clients want, in one number each that survives their retries, and the command ids that say it. Also
 * which proposal a move named: that is checked and then gone, so that no entry has it.
 */

/** The intents of a world. */
export class Intents {
  readonly #ofCommand = new Map<string, number>();
  readonly #repliesTo = new Map<string, string>();
  readonly #commandCounts = new Map<string, number>();
  #count = 0;

  /** A new intent. */
  next(): number {
    return ++this.#count;
  }

  /** A new command id of whoever has that name. */
  newCommandId(name: string): string {
    const count = (this.#commandCounts.get(name) ?? 0) + 1;
    this.#commandCounts.set(name, count);
    return `${name}:${count}`;
  }

  /** Notes what a command id says. */
  note(commandId: string, intent: number): void {
    this.#ofCommand.set(commandId, intent);
  }

  /** Notes the proposal that a move names, if it names one. */
  noteReply(commandId: string | undefined, replyTo: string | null | undefined): void {
    if (commandId !== undefined && replyTo) this.#repliesTo.set(commandId, replyTo);
  }

  /** The proposal that the move with that command id named; `undefined` when it named none. */
  replyToOf(commandId: string): string | undefined {
    return this.#repliesTo.get(commandId);
  }

  /** The intent behind a command id; `undefined` for those of services. */
  of(commandId: string): number | undefined {
    return this.#ofCommand.get(commandId);
  }
}
