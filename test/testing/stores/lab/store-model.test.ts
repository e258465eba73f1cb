import { describe, expect, it } from "vitest";
import {
  DUE,
  newCommit,
  newEnd,
  newNegotiation,
  newTurn,
  StoreModel,
  T0,
} from "../../../../src/testing/stores/lab/index.js";

describe("StoreModel", () => {
  it("answers as the specification says", () => {
    const model = new StoreModel();
    const created = newNegotiation({ exclusiveKey: "k" });
    expect(model.create(created)).toEqual({ ok: true });
    expect(model.create(created)).toEqual({ ok: false, reason: "duplicate", id: "neg-1" });
    expect(model.create({ ...created, createCommandId: "c" })).toMatchObject({ reason: "exists" });
    expect(model.create(newNegotiation({ id: "b", exclusiveKey: "k" }))).toMatchObject({
      reason: "exclusive",
    });
    expect(model.commit(newCommit({ id: "b", expectedVersion: 0 }))).toEqual({
      ok: false,
      reason: "missing",
    });
    expect(model.commit(newTurn(1, { expectedVersion: 0 }))).toEqual({ ok: true, version: 1 });
    expect(model.commit(newTurn(1, { expectedVersion: 1 }))).toEqual({ ok: false, reason: "duplicate" });
    expect(model.commit(newTurn(3, { expectedVersion: 1 }))).toEqual({ ok: false, reason: "conflict" });
    expect(model.commit(newCommit({ expectedVersion: 0 }))).toEqual({ ok: false, reason: "conflict" });
    expect([model.turns("neg-1").length, model.entries("neg-1").length, model.nextDeadline()]).toEqual([
      1,
      2,
      T0 + 30_001,
    ]);
    expect(model.claimDue({ ...DUE, now: T0 + 30_000 })).toEqual([]);
    expect(model.claimDue({ ...DUE, now: T0 + 30_001 })).toHaveLength(1);
    expect(model.claimDue({ ...DUE, now: T0 + 40_000 })).toEqual([]);
    model.commit(newEnd({ expectedVersion: 1 }));
    expect(model.nextDeadline()).toBeNull();
    expect(model.list({ limit: 1 })).toMatchObject({ items: [{ isFinal: true }], next: null });
    expect([model.delete("neg-1"), model.delete("neg-1"), model.load("neg-1")]).toEqual([true, false, null]);
  });

  it("has clones that go their own way", () => {
    const model = new StoreModel();
    model.create(newNegotiation());
    const clone = model.clone();
    clone.commit(newCommit({ expectedVersion: 0 }));
    clone.claimDue({ ...DUE, now: T0 + 60_000 });
    expect([model.load("neg-1")?.version, clone.load("neg-1")?.version]).toEqual([0, 1]);
    expect(model.claimDue({ ...DUE, now: T0 + 60_000 })).toHaveLength(1);
  });
});
