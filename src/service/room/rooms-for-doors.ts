/**
 * @module
 * What a door to the outside is given: rooms by their ids and by those of their negotiations, and a party's
 * negotiations in all of them. `NegotiationRooms` is one; `roomsOf` makes one of a single room.
 */

import type { Clock, MaybePromise } from "../../ports/index.js";
import { type ListFilter, listOptionsOf, type SummaryPage, summaryOf } from "../queries/index.js";
import type { NegotiationService } from "./negotiation-service.js";

/** The rooms that a bridge leads to. */
export interface Rooms<Terms = unknown> {
  /** The room of that id; `undefined` where none is to be had. */
  room(roomId: string): NegotiationService<Terms> | undefined;
  /** The room of a negotiation; `undefined` for an unknown id. */
  roomOf(negotiationId: string): MaybePromise<NegotiationService<Terms> | undefined>;
  /** The negotiations of a party in all rooms, as it may see them, newest change first. */
  list(partyId: string, filter?: ListFilter): MaybePromise<SummaryPage<Terms>>;
  /** What their time goes by. @default the platform's */
  readonly clock?: Clock | undefined;
}

/**
 * One room as rooms, for a bridge over a service that a host has made by itself.
 *
 * @example
 * const room = new NegotiationService<{ price: number }>("market-7");
 * const { id } = await room.createNegotiation("ada", "smith", { price: 40 });
 * const { items } = await roomsOf(room).list("smith");
 * console.log(items[0]?.negotiationId === id, items[0]?.latestAction); // true "propose"
 * await room.close();
 */
export function roomsOf<Terms>(service: NegotiationService<Terms>): Rooms<Terms> {
  return Object.freeze({
    room: (roomId: string) => (roomId === service.roomId ? service : undefined),
    // It knows best itself which ids are its own.
    roomOf: () => service,
    async list(partyId: string, filter: ListFilter = {}) {
      const page = await service.list(listOptionsOf(partyId, filter));
      return Object.freeze({ ...page, items: page.items.map((seen) => summaryOf(seen, partyId, filter)) });
    },
    clock: service.ports.clock,
  });
}
