import { expect, it } from "vitest";
import { MemoryStore } from "../../../../src/stores/memory/index.js";
import {
  DUE,
  newCommit,
  newEnd,
  newNegotiation,
  newTurn,
  T0,
} from "../../../../src/testing/stores/lab/index.js";

it("are well-formed, and fit together", () => {
  const store = new MemoryStore();
  expect(store.create(newNegotiation())).toEqual({ ok: true });
  expect(store.commit(newCommit({ expectedVersion: 0 }))).toEqual({ ok: true, version: 1 });
  expect(store.commit(newTurn(1, { expectedVersion: 1 }))).toEqual({ ok: true, version: 2 });
  expect(store.claimDue({ ...DUE, now: T0 + 60_000 })).toHaveLength(1);
  expect(store.commit(newEnd({ expectedVersion: 2 }))).toEqual({ ok: true, version: 3 });
  expect(newNegotiation({ id: "b" })).toMatchObject({ createCommandId: "create-b", state: { id: "b" } });
});
