/**
 * @module
 * What a composed agent says with its moves, where the rules of its room or its host want a message.
 */

import type { Action } from "../../core/record/index.js";
import type { IssueTerms } from "../../preferences/model/index.js";
import { errorText, type HookFailureListener, type PartyView, tellHookFailure } from "../play/index.js";

/** A move that is already decided, and about to be said. Frozen. */
export interface SpokenMove {
  readonly action: Exclude<Action, "question">;
  /** Index of the proposed or accepted outcome; `null` where the party rejects or leaves. */
  readonly index: number | null;
  readonly terms: IssueTerms | null;
}

/**
 * The message of each move: the same text, or what the function gives; `undefined` for none.
 *
 * With `repetition: "guard"` a room refuses a text that was said before: let it tell the turn or the terms.
 */
export type MoveMessage = string | ((view: PartyView, move: SpokenMove) => string | undefined);

/** The messages of one party in one negotiation. */
export class Speaker {
  readonly #partyId: string;
  readonly #onHookFailure: HookFailureListener;
  #message: MoveMessage | undefined;

  constructor(message: MoveMessage | undefined, partyId: string, onHookFailure: HookFailureListener) {
    this.#message = message;
    this.#partyId = partyId;
    this.#onHookFailure = onHookFailure;
  }

  /** The move with its message, if there is one. A function that fails is off from then on, and reported. */
  speaking<M extends object>(
    move: M,
    view: PartyView,
    describe: () => SpokenMove,
  ): M & { readonly message?: string } {
    const message = this.#say(view, describe);
    return message === undefined ? move : { ...move, message };
  }

  #say(view: PartyView, describe: () => SpokenMove): string | undefined {
    if (typeof this.#message !== "function") return this.#message;
    try {
      const said: unknown = this.#message(view, Object.freeze(describe()));
      if (said instanceof Promise) said.catch(() => {});
      if (said === undefined || typeof said === "string") return said;
      throw new TypeError(`Expected message to give a text or nothing, got a ${typeof said}.`);
    } catch (error) {
      this.#message = undefined;
      const { turnNumber } = view;
      const failure = {
        partyId: this.#partyId,
        turnNumber,
        hook: "message",
        error: errorText(error),
      } as const;
      tellHookFailure(this.#onHookFailure, failure);
      return undefined;
    }
  }
}
