/**
 * @module
 * How the memory store finds negotiations other than by id: by room and creating command, and by the
 * party a turn is parked for. Built so that the usual case, one negotiation a room, costs no collection.
 */

import type { ParkedTurn } from "../ports/store.js";
import type { Slot } from "./memory-slot.js";

/** Slots by room and `createCommandId`. */
export class RoomIndex {
  readonly #rooms = new Map<string, Slot | Map<string, Slot>>();

  /** The slot that this command created in this room. */
  find(roomId: string, createCommandId: string): Slot | undefined {
    const room = this.#rooms.get(roomId);
    if (room instanceof Map) return room.get(createCommandId);
    return room?.createCommandId === createCommandId ? room : undefined;
  }

  /** All slots of a room. */
  of(roomId: string): Iterable<Slot> {
    const room = this.#rooms.get(roomId);
    if (room === undefined) return [];
    return room instanceof Map ? room.values() : [room];
  }

  /** Adds a slot whose room has none of that command yet. */
  add(slot: Slot): void {
    const room = this.#rooms.get(slot.roomId);
    if (room === undefined) this.#rooms.set(slot.roomId, slot);
    else if (room instanceof Map) room.set(slot.createCommandId, slot);
    else {
      const both = new Map([
        [room.createCommandId, room],
        [slot.createCommandId, slot],
      ]);
      this.#rooms.set(slot.roomId, both);
    }
  }

  /** Removes a slot that was added. */
  remove(slot: Slot): void {
    const room = this.#rooms.get(slot.roomId);
    if (room instanceof Map) {
      room.delete(slot.createCommandId);
      if (room.size > 0) return;
    }
    this.#rooms.delete(slot.roomId);
  }

  /** Forgets all. */
  clear(): void {
    this.#rooms.clear();
  }
}

/** Slots with a parked or claimed turn, by party. */
export class ParkedIndex {
  readonly #parties = new Map<string, Set<Slot>>();

  /** The slots with a turn parked for this party. */
  of(partyId: string): Iterable<Slot> {
    return this.#parties.get(partyId) ?? [];
  }

  /** Follows a slot whose `parked` changed from `before`: `null` for a new slot. */
  follow(slot: Slot, before: ParkedTurn | null): void {
    if (before !== null && before.partyId !== slot.parked?.partyId) this.#remove(slot, before.partyId);
    if (slot.parked === null) return;
    const party = this.#parties.get(slot.parked.partyId);
    if (party === undefined) this.#parties.set(slot.parked.partyId, new Set([slot]));
    else party.add(slot);
  }

  /** Removes a slot. */
  remove(slot: Slot): void {
    if (slot.parked !== null) this.#remove(slot, slot.parked.partyId);
  }

  /** Forgets all. */
  clear(): void {
    this.#parties.clear();
  }

  #remove(slot: Slot, partyId: string): void {
    const party = this.#parties.get(partyId);
    party?.delete(slot);
    if (party?.size === 0) this.#parties.delete(partyId);
  }
}
