/**
 * @module
 * The observers of a service as one: each is told, each may wrap an agent call, and none can change what
 * happens by throwing or by answering something of its own (EN-47).
 */

import { NegotiationError } from "../errors.js";
import type { AgentCallInfo, Observer } from "../ports/observer.js";
import { isPromise } from "./steps.js";

/** A changing set of observers. */
export class Observers {
  readonly #observers = new Set<Observer>();

  constructor(first: Observer | undefined) {
    if (first !== undefined) this.#observers.add(first);
  }

  /** Whether there is nobody to tell. */
  get isEmpty(): boolean {
    return this.#observers.size === 0;
  }

  /** Adds one. @returns the unsubscribe function */
  add(observer: Observer): () => void {
    this.#observers.add(observer);
    return () => void this.#observers.delete(observer);
  }

  /** Tells all of something that needs no answer. */
  warn(what: string, details: Readonly<Record<string, unknown>>): void {
    for (const observer of this.#observers) unheeded(() => observer.warn?.(what, details));
  }

  /** What `call` answers, run once inside the spans of all. */
  around(info: AgentCallInfo, call: () => unknown): unknown {
    let wrapped = call;
    for (const observer of this.#observers) wrapped = spanning(observer, info, wrapped);
    return wrapped();
  }
}

/** What to tell of an error, which is the store's own where it has no code. */
export function codeOf(error: unknown): string {
  return NegotiationError.isInstance(error) ? error.code : "store_failed";
}

function spanning(observer: Observer, info: AgentCallInfo, call: () => unknown): () => unknown {
  return () => {
    let answer: { readonly value: unknown } | undefined;
    const run = (): unknown => {
      if (answer === undefined) {
        try {
          answer = { value: call() };
        } catch (error) {
          // As a rejection: the agent's throw must not look like the observer's.
          answer = { value: Promise.reject(error) };
        }
      }
      return answer.value;
    };
    unheeded(() => observer.aroundAgentCall?.(info, run));
    return run();
  };
}

/** A throwing observer changes nothing, and neither does the promise of an asynchronous one. */
function unheeded(tell: () => unknown): void {
  try {
    const answer = tell();
    if (isPromise(answer)) answer.then(undefined, () => undefined);
  } catch {
    // As the docstring says.
  }
}
