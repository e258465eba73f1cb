/**
 * @module
 * An eventemitter3 emitter whose listeners cannot hurt each other: one that throws or rejects is told of
 * as `listener:error`, the others hear the event, and one that was removed meanwhile hears nothing.
 */

import { EventEmitter } from "eventemitter3";
import { unmet } from "../../core/checks/index.js";
import { isPromise } from "../queue/index.js";

/** What `listener:error` tells. */
export interface ListenerError {
  /** The event whose listener failed. */
  readonly event: string;
  /** What it threw. */
  readonly error: unknown;
  /** Of the negotiation that the event was about; `null` where it was about none. */
  readonly negotiationId: string | null;
}

/** Listeners by event name, each of one payload. */
export type Listeners<Events> = { [Name in keyof Events]: (payload: Events[Name]) => void };

type Names<Events> = EventEmitter.EventNames<Listeners<Events>>;
type ListenerOf<Events, Name extends Names<Events>> = EventEmitter.EventListener<Listeners<Events>, Name>;

/** eventemitter3 with isolation; `Events` gives the payload of each event by name. */
export class IsolatedEmitter<Events> extends EventEmitter<Listeners<Events>> {
  /** Adds a listener; what it throws or rejects with goes to `listener:error`. */
  override on<Name extends Names<Events>>(
    event: Name,
    listener: ListenerOf<Events, Name>,
    context?: unknown,
  ): this {
    return super.on(event, this.#isolated(event, listener, context, false), context);
  }

  /** Adds a listener that hears the event once. */
  override once<Name extends Names<Events>>(
    event: Name,
    listener: ListenerOf<Events, Name>,
    context?: unknown,
  ): this {
    // Not eventemitter3's own: it would look for the function that it was given under that of the caller.
    return super.on(event, this.#isolated(event, listener, context, true), context);
  }

  /** Removes a listener, also in the midst of an emit, or all of an event. An unknown one is no error. */
  override off<Name extends Names<Events>>(
    event: Name,
    listener?: ListenerOf<Events, Name>,
    context?: unknown,
  ): this {
    for (const one of this.#registered(event)) {
      if (listener !== undefined && one.original !== listener) continue;
      if (context !== undefined && one.context !== context) continue;
      this.#remove(event, one);
    }
    return this;
  }

  /** As `on`. */
  override addListener<Name extends Names<Events>>(
    event: Name,
    listener: ListenerOf<Events, Name>,
    context?: unknown,
  ): this {
    return this.on(event, listener, context);
  }

  /** As `off`. */
  override removeListener<Name extends Names<Events>>(
    event: Name,
    listener?: ListenerOf<Events, Name>,
    context?: unknown,
  ): this {
    return this.off(event, listener, context);
  }

  /** Removes the listeners of one event, or of all. */
  override removeAllListeners(event?: Names<Events>): this {
    for (const name of event === undefined ? this.eventNames() : [event]) {
      for (const one of this.#registered(name)) one.isRemoved = true;
    }
    return super.removeAllListeners(event);
  }

  /** The listeners of an event as they were handed in. */
  override listeners<Name extends Names<Events>>(event: Name): ListenerOf<Events, Name>[] {
    return this.#registered(event).map((one) => one.original as ListenerOf<Events, Name>);
  }

  /** Is called before a listener is added. */
  protected listened(): void {}

  /** Tells of a listener that failed, with the payload that it was given. @returns whether anybody heard */
  protected listenerFailed(failed: ListenerError, _payload: unknown): boolean {
    const emit = this.emit as (name: string, told: ListenerError) => boolean;
    return emit.call(this, "listener:error", failed);
  }

  #registered(event: Names<Events>): Isolated[] {
    return super.listeners(event) as unknown as Isolated[];
  }

  #remove(event: Names<Events>, registered: Isolated): void {
    registered.isRemoved = true;
    super.off(event, registered as unknown as ListenerOf<Events, typeof event>);
  }

  #isolated<Name extends Names<Events>>(
    event: Name,
    original: ListenerOf<Events, Name>,
    context: unknown,
    isOnce: boolean,
  ): ListenerOf<Events, Name> {
    if (typeof original !== "function")
      throw new TypeError(unmet(`a listener of ${String(event)}`, "a function", original));
    this.listened();
    const call = original as unknown as (payload: unknown) => unknown;
    const isolated = (payload: unknown): void => {
      if (registered.isRemoved) return;
      if (isOnce) this.#remove(event, registered);
      try {
        const answer = call.call(context ?? this, payload);
        if (isPromise(answer))
          answer.then(undefined, (error: unknown) => this.#report(event, error, payload));
      } catch (error) {
        this.#report(event, error, payload);
      }
    };
    const registered: Isolated = Object.assign(isolated, { original, context, isRemoved: false });
    return registered as unknown as ListenerOf<Events, Name>;
  }

  #report(event: Names<Events>, error: unknown, payload: unknown): void {
    // A listener of the last resort that fails as well has nobody left to tell.
    if (event === "listener:error") return;
    this.listenerFailed({ event: String(event), error, negotiationId: negotiationIdOf(payload) }, payload);
  }
}

/** A listener as it is registered. */
interface Isolated {
  (payload: unknown): void;
  original: unknown;
  context: unknown;
  isRemoved: boolean;
}

/** The negotiation that an event is about, as far as its payload says. */
export function negotiationIdOf(payload: unknown): string | null {
  if (typeof payload !== "object" || payload === null) return null;
  const told = payload as { id?: unknown; negotiationId?: unknown; negotiation?: { id?: unknown } | null };
  const id = told.negotiationId ?? told.negotiation?.id ?? told.id;
  return typeof id === "string" ? id : null;
}
