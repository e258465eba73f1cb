/**
 * @module
 * What clients want, in one number each that survives their retries, and the command ids that say it. Also
 * which proposal a move named: that is checked and then gone, so that no entry has it.
 */

import type { ServiceRules } from "../../service/commands/index.js";

/** The intents of a world. */
export class Intents {
  readonly #ofCommand = new Map<string, number>();
  readonly #repliesTo = new Map<string, string>();
  readonly #rules = new Map<string, ServiceRules>();
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

  /** Notes the rules that a creation lays over those of its service, if it does. */
  noteRules(commandId: string | undefined, rules: ServiceRules | undefined): void {
    if (commandId !== undefined && rules !== undefined) this.#rules.set(commandId, rules);
  }

  /** The rules of the creation with that command id; `undefined` when it had none. */
  rulesOf(commandId: string): ServiceRules | undefined {
    return this.#rules.get(commandId);
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
