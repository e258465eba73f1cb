/**
 * @module
 * Which negotiations of the memory store are due, and to whom they are leased. A commit only notes whether
 * the soonest deadline moved; who asks what is due pays for one look at all slots, and only if one is.
 */

import type { DueClaim, NegotiationStore } from "../ports/store.js";
import { firstOf } from "./memory-queries.js";
import { type Slot, schemaOf, versionOf } from "./memory-slot.js";

/** The deadlines and leases of all slots. */
export class DueSlots {
  readonly #slots: ReadonlyMap<string, Slot>;
  /** Epoch ms at which a claimed slot may be claimed again. */
  readonly #leases = new Map<Slot, number>();
  /** No deadline is sooner; it is the soonest one itself unless that one has moved. */
  #soonestAt = Number.POSITIVE_INFINITY;
  #hasMoved = false;

  /** @param slots - all of them, as they come and go */
  constructor(slots: ReadonlyMap<string, Slot>) {
    this.#slots = slots;
  }

  /** Notes that a slot's deadline changed; `Infinity` for none. Ends its lease. */
  note(slot: Slot, before: number, after: number): void {
    if (this.#leases.size > 0) this.#leases.delete(slot);
    if (after <= this.#soonestAt) {
      this.#soonestAt = after;
      this.#hasMoved = false;
    } else if (before === this.#soonestAt) this.#hasMoved = true;
  }

  /** Epoch ms of the soonest deadline, leased or not; `Infinity` when there is none. */
  soonestAt(): number {
    if (this.#hasMoved) {
      this.#hasMoved = false;
      this.#soonestAt = Number.POSITIVE_INFINITY;
      for (const { deadlineAt } of this.#slots.values()) {
        if (deadlineAt < this.#soonestAt) this.#soonestAt = deadlineAt;
      }
    }
    return this.#soonestAt;
  }

  /** Leases what is due, soonest first. */
  claim({ now, limit, leaseMs, maxSchema, roomIds }: ClaimQuery): readonly DueClaim[] {
    if (this.soonestAt() > now) return [];
    const rooms = roomIds === undefined ? null : new Set(roomIds);
    const isDue = (slot: Slot): boolean =>
      slot.deadlineAt <= now &&
      (this.#leases.get(slot) ?? 0) <= now &&
      schemaOf(slot) <= maxSchema &&
      (rooms === null || rooms.has(slot.roomId));
    const leaseEndsAt = now + leaseMs;
    const claims: DueClaim[] = [];
    for (const slot of firstOf(this.#slots.values(), limit, deadlineAtOf, isDue)) {
      const { id, roomId, deadlineAt: at, deadlineKind: kind } = slot;
      if (kind === null) continue;
      this.#leases.set(slot, leaseEndsAt);
      claims.push({ id, version: versionOf(slot), roomId, deadline: { at, kind }, leaseEndsAt });
    }
    return claims;
  }

  /** Forgets all. */
  clear(): void {
    this.#leases.clear();
    this.#soonestAt = Number.POSITIVE_INFINITY;
    this.#hasMoved = false;
  }
}

type ClaimQuery = Parameters<NegotiationStore["claimDue"]>[0];

function deadlineAtOf(slot: Slot): number {
  return slot.deadlineAt;
}
