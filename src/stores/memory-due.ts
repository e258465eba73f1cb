/**
 * @module
 * Which negotiations of the memory store are due, and to whom they are leased. Most commits only move a deadline
 * to later, which costs nothing; who asks what is due pays for what is due, not for what is there.
 */

import { DeadlineHeap, type HeapItem } from "../core/deadline-heap.js";
import type { DeadlineKind } from "../core/deadlines.js";
import type { DueClaim, NegotiationStore } from "../ports/store.js";
import { type Slot, schemaOf, versionOf } from "./memory-slot.js";

/** The place of a slot among the deadlines; the slot has a new one when its deadline comes sooner. */
export interface DueItem extends HeapItem {
  /** `null` when this is no longer the slot's place. */
  slot: Slot | null;
  /** Epoch ms; of a lease that has ended too: a clock may go back. 0 after a commit. */
  leaseEndsAt: number;
}

/** The deadlines and leases of all slots. */
export class DueSlots {
  /** Those that are not leased, by deadline, then by id. */
  readonly #free = new DeadlineHeap<DueItem>(({ slot }) => slot !== null);
  /** The others: what is being worked on just now, so they are few. */
  readonly #leased = new Set<DueItem>();
  /** No lease ends sooner. */
  #nextEndAt = Number.POSITIVE_INFINITY;
  #liveCount = 0;

  /** Takes in a slot's deadline after a commit, which ends its lease; `Infinity` for none. */
  note(slot: Slot): void {
    const { due, deadlineAt: at } = slot;
    const isLive = at !== Number.POSITIVE_INFINITY;
    if (due !== null) {
      const wasLeased = this.#leased.size > 0 && this.#leased.delete(due);
      if (isLive && at >= due.at && !wasLeased) {
        // The heap notices when it comes up there.
        due.at = at;
        due.leaseEndsAt = 0;
        return;
      }
      due.slot = null;
      this.#liveCount--;
    }
    slot.due = isLive ? { at, order: slot.id, slot, leaseEndsAt: 0 } : null;
    if (slot.due !== null) {
      this.#free.push(slot.due);
      this.#liveCount++;
    }
    if (this.#free.size > 2 * this.#liveCount + 64) this.#free.compact();
  }

  /** Epoch ms of the soonest deadline, leased or not; `Infinity` when there is none. */
  soonestAt(): number {
    let soonest = this.#soonestFreeAt();
    for (const { at } of this.#leased) soonest = Math.min(soonest, at);
    return soonest;
  }

  /** Leases what is due, soonest first. */
  claim({ now, limit, leaseMs, maxSchema, roomIds }: ClaimQuery): readonly DueClaim[] {
    if (this.#nextEndAt <= now) this.#endLeases(now);
    const claims: DueClaim[] = [];
    if (this.#soonestFreeAt() > now) return claims;
    const rooms = roomIds && new Set(roomIds);
    const leaseEndsAt = now + leaseMs;
    const passed: DueItem[] = [];
    while (claims.length < limit && this.#soonestFreeAt() <= now) {
      const item = this.#free.pop() as DueItem;
      const slot = item.slot as Slot;
      const { id, roomId, deadlineAt: at } = slot;
      if (item.leaseEndsAt > now || schemaOf(slot) > maxSchema || rooms?.has(roomId) === false) {
        passed.push(item);
      } else {
        item.leaseEndsAt = leaseEndsAt;
        this.#leased.add(item);
        const kind = slot.deadlineKind as DeadlineKind;
        claims.push({ id, version: versionOf(slot), roomId, deadline: { at, kind }, leaseEndsAt });
      }
    }
    this.#nextEndAt = Math.min(this.#nextEndAt, leaseEndsAt);
    for (const item of passed) this.#free.push(item);
    return claims;
  }

  #soonestFreeAt(): number {
    return this.#free.peek()?.at ?? Number.POSITIVE_INFINITY;
  }

  #endLeases(now: number): void {
    this.#nextEndAt = Number.POSITIVE_INFINITY;
    for (const item of this.#leased) {
      if (item.leaseEndsAt > now) this.#nextEndAt = Math.min(this.#nextEndAt, item.leaseEndsAt);
      else {
        this.#leased.delete(item);
        this.#free.push(item);
      }
    }
  }
}

type ClaimQuery = Parameters<NegotiationStore["claimDue"]>[0];
