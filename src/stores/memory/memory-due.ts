/**
 * @module
 * Which negotiations of the memory store are due, and to whom they are leased. Most commits only move a deadline
 * to later, which costs nothing; who asks what is due pays for what is due, not for what is there.
 */

import { type Deadline, DeadlineHeap, type HeapItem } from "../../core/deadlines/index.js";
import type { DueClaim, NegotiationRow, NegotiationStore } from "../../ports/index.js";

/** What there is to know of a negotiation. */
export interface DueSlot {
  readonly row: Pick<NegotiationRow, "id" | "version" | "schema" | "roomId" | "deadline">;
  /** Its place among the deadlines or, while it is leased, among the leases; `null` when it is final. */
  place: HeapItem | null;
  /** Epoch ms; of a lease that has ended too: a clock may go back. 0 after a commit. */
  leaseEndsAt: number;
}

/** The deadlines and leases of the slots of a store. */
export class DueSlots {
  readonly #slots: ReadonlyMap<string, DueSlot>;
  /** Those that are not leased, by deadline, then by id. */
  readonly #free: DeadlineHeap<HeapItem>;
  /** The others, by the end of the lease. */
  readonly #leased: DeadlineHeap<HeapItem>;

  /** @param slots - by id; one that is no longer there is no longer due */
  constructor(slots: ReadonlyMap<string, DueSlot>) {
    this.#slots = slots;
    const isCurrent = (place: HeapItem) => slots.get(place.order as string)?.place === place;
    this.#free = new DeadlineHeap(isCurrent);
    this.#leased = new DeadlineHeap(isCurrent);
  }

  /** Takes in a slot's deadline after a commit, which ends its lease. */
  note(slot: DueSlot): void {
    const { place, leaseEndsAt } = slot;
    const at = slot.row.deadline?.at;
    slot.leaseEndsAt = 0;
    if (at === undefined) slot.place = null;
    // The heap notices when it comes up there.
    else if (place !== null && at >= place.at && leaseEndsAt === 0) place.at = at;
    else this.#place(this.#free, slot, at);
  }

  /** Leases what is due, soonest first. */
  claim({ now, limit, leaseMs, maxSchema, roomIds, exceptIds }: ClaimQuery): readonly DueClaim[] {
    const rooms = roomIds && new Set(roomIds);
    const others = new Set(exceptIds);
    const leaseEndsAt = now + leaseMs;
    const claims: DueClaim[] = [];
    const passed: DueSlot[] = [];
    for (const slot of this.#taken(this.#leased, now)) {
      this.#place(this.#free, slot, (slot.row.deadline as Deadline).at);
    }
    for (const slot of this.#taken(this.#free, now)) {
      const { id, version, schema, roomId, deadline } = slot.row;
      const isLeft = schema > maxSchema || rooms?.has(roomId) === false || others.has(id);
      if (slot.leaseEndsAt > now || isLeft) passed.push(slot);
      else {
        slot.leaseEndsAt = leaseEndsAt;
        this.#place(this.#leased, slot, leaseEndsAt);
        claims.push({ id, version, roomId, deadline: { ...(deadline as Deadline) }, leaseEndsAt });
      }
      if (claims.length === limit) break;
    }
    for (const { place } of passed) this.#free.push(place as HeapItem);
    return claims;
  }

  /** Takes out what has its time come in a heap, one by one. */
  *#taken(heap: DeadlineHeap<HeapItem>, now: number): Generator<DueSlot> {
    for (let place = heap.pop(now); place !== undefined; place = heap.pop(now)) {
      yield this.#slots.get(place.order as string) as DueSlot;
    }
  }

  /** Gives a slot a new place; the heaps notice the old one later. */
  #place(heap: DeadlineHeap<HeapItem>, slot: DueSlot, at: number): void {
    slot.place = { at, order: slot.row.id };
    heap.push(slot.place);
    if (heap.size > 2 * this.#slots.size + 64) heap.compact();
  }
}

type ClaimQuery = Parameters<NegotiationStore["claimDue"]>[0];
