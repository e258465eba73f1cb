import { describe, expect, it } from "vitest";
import { hasCommand, newSlot, type Slot } from "../../../src/stores/memory/memory-slot.js";
import { newNegotiation, T0 } from "../../../src/testing/stores/lab/index.js";

describe("newSlot", () => {
  it("has every column of a row, and no entry", () => {
    const state = Object.freeze({ shared: true });
    const { row, entries } = newSlot(newNegotiation({ id: "a", exclusiveKey: "k" }), state);
    const { entry, outbox, ...columns } = newNegotiation();
    expect(Object.keys(row).sort()).toEqual(
      [...Object.keys(columns), "version", "turnCount", "updatedAt"].sort(),
    );
    expect(row).toMatchObject({ id: "a", exclusiveKey: "k", turnCount: 0, createdAt: T0 });
    expect(row.state).toBe(state);
    expect(entries).toEqual([]);
  });
});

describe("hasCommand", () => {
  it("knows them on both sides of the size from which it keeps a set", () => {
    const slot = newSlot(newNegotiation(), null);
    for (let count = 0; count < 40; count++) {
      expect(hasCommand(slot, `command-${count}`)).toBe(false);
      add(slot, `command-${count}`);
      add(slot, null);
      for (const seen of [0, count >> 1, count]) expect(hasCommand(slot, `command-${seen}`)).toBe(true);
    }
    expect(slot.commandIds?.size).toBe(41);
  });
});

function add(slot: Slot, commandId: string | null): void {
  const entry = { kind: "woken", commandId, turnNumber: null, turn: null, details: null };
  slot.entries.push({ ...entry, version: slot.entries.length, schema: 1, at: T0 });
  slot.commandIds?.add(commandId);
}
