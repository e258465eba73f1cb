/**
 * @module
 * What is observed: one room, or all rooms of a host, alike.
 */

import { unmet } from "../../core/checks/index.js";
import type { Negotiation } from "../../core/record/index.js";
import type { AgentCallInfo, Clock, Observer } from "../../ports/index.js";
import type { ServiceEvents } from "../../service/events/index.js";
import type { NegotiationRooms, NegotiationService, RoomEvent } from "../../service/room/index.js";

/** A room, or many. */
export type Observed<Terms> = NegotiationService<Terms> | NegotiationRooms<Terms>;

/** Where what is traced comes from. */
export interface Source {
  readonly clock: Clock;
  /** The newest record that is known here. */
  recordOf(call: AgentCallInfo): Negotiation | undefined;
  /**
   * Hears these events, each in its order, and observes.
   *
   * @returns does so no more
   */
  watch(
    observer: Observer,
    names: readonly (keyof ServiceEvents)[],
    hear: (name: keyof ServiceEvents, payload: never) => void,
  ): () => void;
}

/** @throws {TypeError} for what is neither a room nor rooms */
export function sourceOf<Terms>(observed: Observed<Terms>): Source {
  if (typeof observed?.observe !== "function")
    throw new TypeError(unmet("the service", "a NegotiationService or NegotiationRooms", typeof observed));
  const isMany = "peek" in observed;
  return {
    clock: isMany ? observed.clock : observed.ports.clock,
    recordOf: ({ roomId, negotiationId }) =>
      (isMany ? observed.peek(roomId) : observed)?.getNegotiation(negotiationId),
    watch(observer, names, hear) {
      // Both have these; their payloads differ, since rooms say whose they are.
      const emitter = observed as NegotiationService<Terms>;
      const offs = names.map((name) => {
        const listener = (told: unknown): void =>
          hear(name, (isMany ? (told as RoomEvent<unknown>).payload : told) as never);
        emitter.on(name, listener);
        return () => void emitter.off(name, listener);
      });
      const unobserve = observed.observe(observer);
      return () => {
        for (const off of offs) off();
        unobserve();
      };
    },
  };
}
