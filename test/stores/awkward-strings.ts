/**
 * @module
 * Strings that columns of text cannot hold as they are: they come back, and are told apart (ST-19).
 */

import { expect } from "vitest";
import type { NegotiationStore } from "../../src/ports/index.js";
import { newCommit, newNegotiation, T0 } from "../../src/testing/stores/lab/index.js";

/** @param quiet - resolves when nobody else writes to the outbox */
export async function expectStringsKept(
  store: NegotiationStore,
  quiet: () => Promise<void> = async () => {},
): Promise<void> {
  const ids = ["\ud800", "\udc00", "a\0b", "a\0c", "a", "\u0001"];
  for (const id of ids) {
    const created = newNegotiation({
      id,
      roomId: id,
      createCommandId: id,
      initiatorId: id,
      exclusiveKey: id,
      status: id,
      floor: id,
      parked: { partyId: id, firstParkedAt: T0, claimedBy: id },
      entry: { kind: id, commandId: id, turnNumber: null, turn: null, details: id },
      outbox: [{ type: id, body: id }],
    });
    expect(await store.create(created)).toEqual({ ok: true });
    const { entry, outbox, ...row } = created;
    expect(await store.load(id)).toEqual({ ...row, version: 0, turnCount: 0, updatedAt: T0 });
    expect(await store.entries(id)).toMatchObject([entry]);
    for (const query of [
      { roomId: id, createCommandId: id },
      { partyId: id },
      { exclusiveKey: id, isFinal: false },
      { status: id, floor: id },
    ]) {
      expect((await store.list({ limit: 9, ...query })).items.map((one) => one.id)).toEqual([id]);
    }
    expect((await store.listParked({ partyId: id, claimedBy: id, limit: 9 })).items).toHaveLength(1);
    expect(await store.commit(newCommit({ id, expectedVersion: 0, entry }))).toEqual({
      ok: false,
      reason: "duplicate",
    });
    expect(await store.create(created)).toEqual({ ok: false, reason: "duplicate", id });
  }
  await quiet();
  expect((await store.readOutbox({ after: null, limit: 99 })).map(({ type }) => type)).toEqual(ids);
  const query = { now: T0 + 30_000, limit: 99, leaseMs: 5, maxSchema: 1 };
  const due = await store.claimDue({ ...query, roomIds: ids });
  expect(due.map(({ id }) => id).sort()).toEqual([...ids].sort());
  expect(await store.claimDue(query)).toEqual([]);
  for (const id of ids) expect(await store.delete(id)).toBe(true);
  expect(await store.count({})).toBe(0);
}
