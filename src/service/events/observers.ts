/**
 * @module
 * The observers of a service as one: each is told, each may wrap creations and agent calls, and none can change what
 * happens by throwing or by answering something of its own (EN-47).
 */

import { unmet } from "../../core/checks/index.js";
import type { TurnFailed } from "../../core/index.js";
import { type Code, NegotiationError } from "../../errors.js";
import type { AgentCallInfo, CreationInfo, Observer } from "../../ports/index.js";
import { isPromise } from "../queue/index.js";
import type { ListenerError } from "./isolated-emitter.js";

/** A changing set of observers. */
export class Observers {
  readonly #observers = new Set<Observer>();
  readonly #who: string | undefined;
  /** What was said already. */
  #said: Set<string> | undefined;
  #isDropUnheard = false;

  /** @param who - whose faults are said aloud where nobody hears them; `undefined`: none are */
  constructor(first: Observer | undefined, who?: string) {
    if (first !== undefined) this.#observers.add(first);
    this.#who = who;
  }

  /** Whether there is nobody to tell. */
  get isEmpty(): boolean {
    return this.#observers.size === 0;
  }

  /** Adds one. @returns the unsubscribe function */
  add(observer: Observer): () => void {
    if (typeof observer !== "object" || observer === null)
      throw new TypeError(unmet("an observer", "an object", observer));
    this.#observers.add(observer);
    return () => void this.#observers.delete(observer);
  }

  /** Tells all of something that needs no answer. */
  warn(what: string, details: Readonly<Record<string, unknown>>): void {
    let isHeard = false;
    for (const observer of this.#observers) {
      this.#unheeded(() => {
        const { warn } = observer;
        isHeard ||= typeof warn === "function";
        return warn?.call(observer, what, details);
      });
    }
    const isDrop = what === DROPPED;
    const isUnheard = !isHeard && (!isDrop || this.#isDropUnheard);
    this.#isDropUnheard = false;
    if (!isUnheard) return;
    const { code, error } = details;
    const cure = isDrop ? 'Listen with on("message:dropped")' : "Observe with warn";
    this.sayOnce(String(code ?? error ?? "failed"), what, cure);
  }

  /** Says what an event tells and no listener hears, if it is a fault. */
  unheard(type: string, payload: unknown): void {
    if (type === "listener:error") {
      const { event, error } = payload as ListenerError;
      this.sayOnce("listener_failed", `a listener of "${event}" failed`, `Listen with on("${type}")`, error);
    } else if (type === "turn:failed") {
      const { cause } = payload as TurnFailed;
      if (cause !== undefined)
        this.sayOnce("agent_threw", "an agent threw", `Listen with on("${type}")`, cause);
    }
    // An observer is told next.
    this.#isDropUnheard = type === "message:dropped";
  }

  /** Says a fault aloud, once for each code: no terms, and the stack of what was thrown. */
  sayOnce(code: string, what: string, cure: string, cause?: unknown): void {
    this.#said ??= new Set();
    if (this.#who === undefined || this.#said.has(code)) return;
    this.#said.add(code);
    const text = `${this.#who}: ${what} (${code}). ${cure}, or set warnings: false.`;
    const detail = cause instanceof Error ? cause.stack : undefined;
    try {
      const { process, console } = globalThis as Platform;
      if (process?.emitWarning !== undefined)
        process.emitWarning(text, { type: "ConcordatWarning", code, detail });
      else console?.warn(text, detail ?? "");
    } catch {
      // Nobody is left to tell.
    }
  }

  /** What `call` answers, run once inside the spans of all. */
  around(info: AgentCallInfo, call: () => unknown): unknown {
    return this.#around((observer, run) => observer.aroundAgentCall?.(info, run), call);
  }

  /** What `create` answers, run once inside the spans of all. */
  aroundCreation<T>(info: CreationInfo, create: () => T): T {
    if (this.isEmpty) return create();
    return this.#around((observer, run) => observer.aroundCreation?.(info, run), create) as T;
  }

  /** Tells all that the room has ended. */
  ended(roomId: string): void {
    for (const observer of [...this.#observers]) this.#unheeded(() => observer.ended?.(roomId));
  }

  #around(span: Span, call: () => unknown): unknown {
    let wrapped = call;
    const heed = (tell: () => unknown): void => this.#unheeded(tell);
    for (const observer of this.#observers) wrapped = spanning(observer, span, wrapped, heed);
    return wrapped();
  }

  /** A throwing observer changes nothing, and neither does the promise of an asynchronous one. */
  #unheeded(tell: () => unknown): void {
    const failed = (error: unknown): void =>
      this.sayOnce("observer_failed", "an observer threw", "Mend it", error);
    try {
      const answer = tell();
      if (isPromise(answer)) answer.then(undefined, failed);
    } catch (error) {
      failed(error);
    }
  }
}

/** What a message that was refused is told as. */
export const DROPPED = "message dropped";

/** What of a platform may be there. */
interface Platform {
  readonly process?: { emitWarning?(text: string, options: object): void };
  readonly console?: { warn(...said: unknown[]): void };
}

/** What to tell of an error; one without a code is the store's own. */
export function codeOf(error: unknown, otherwise: Code = "store_failed"): string {
  return NegotiationError.isInstance(error) ? error.code : otherwise;
}

/** Has an observer wrap `run`. */
type Span = (observer: Observer, run: () => unknown) => unknown;

function spanning(
  observer: Observer,
  span: Span,
  call: () => unknown,
  heed: (tell: () => unknown) => void,
): () => unknown {
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
    heed(() => span(observer, run));
    return run();
  };
}
