import { describe, expect, it } from "vitest";
import {
  checkClaimDue,
  checkCommit,
  checkCreate,
  checkFilter,
  checkId,
  checkInstant,
  checkLimit,
  checkOpen,
  checkRange,
} from "../../src/stores/index.js";
import { newCommit, newEnd, newNegotiation, newTurn, T0 } from "../../src/testing/stores/lab/index.js";

const LATEST_AT = 8_640_000_000_000_000;

describe("ST-13: the checks of store calls", () => {
  it("pass what is well-formed, up to the bounds", () => {
    checkCreate({ ...newNegotiation({ exclusiveKey: "k".repeat(900), createdAt: 0 }), id: "x".repeat(256) });
    const opening = { kind: "created", commandId: null, turnNumber: 1, turn: {}, details: null };
    checkCreate(newNegotiation({ entry: opening, createdAt: LATEST_AT }));
    checkCommit(newTurn(9, { expectedVersion: 0 }));
    checkCommit(newEnd({ expectedVersion: Number.MAX_SAFE_INTEGER, now: T0 }));
    checkRange("a", { after: 0, upTo: 0, limit: 1 });
    checkRange("a", {});
    checkFilter({ updatedSince: 0 });
    checkClaimDue({ now: T0, limit: 1, leaseMs: 1, maxSchema: 0, roomIds: [] });
  });

  it("tell a wrong type from a number out of range", () => {
    for (const value of [-1, 0.5, LATEST_AT + 1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => checkInstant("now", value)).toThrow(RangeError);
    }
    for (const value of ["1", null, undefined, 1n, {}]) {
      expect(() => checkInstant("now", value as never)).toThrow(TypeError);
    }
    for (const value of ["", "x".repeat(257), 7, null, undefined]) {
      expect(() => checkId("id", value as never)).toThrow(TypeError);
    }
    expect(() => checkLimit(0)).toThrow(RangeError);
    expect(() => checkLimit("9" as never)).toThrow(TypeError);
  });

  it("demand a deadline exactly of what is not final, and a turn exactly with its number", () => {
    const commit = newTurn(1, { expectedVersion: 0 });
    expect(() => checkCommit({ ...commit, isFinal: true })).toThrow(TypeError);
    expect(() => checkCommit({ ...commit, deadline: null })).toThrow(TypeError);
    expect(() => checkCommit({ ...commit, entry: { ...commit.entry, turn: null } })).toThrow(TypeError);
    expect(() => checkCommit({ ...commit, entry: { ...commit.entry, turnNumber: null } })).toThrow(TypeError);
    expect(() => checkCommit({ ...commit, entry: { ...commit.entry, turnNumber: 0 } })).toThrow(RangeError);
    expect(() => checkCommit({ ...commit, state: undefined as never })).toThrow(TypeError);
    expect(() => checkCommit({ ...commit, outbox: null as never })).toThrow(TypeError);
    const second = { ...newNegotiation().entry, turnNumber: 2, turn: {} };
    expect(() => checkCreate(newNegotiation({ entry: second }))).toThrow(RangeError);
    expect(() =>
      checkClaimDue({ now: 0, limit: 1, leaseMs: 1, maxSchema: 0, roomIds: "r" as never }),
    ).toThrow(TypeError);
  });

  it("say what was expected and what came", () => {
    expect(() => checkCommit(newCommit({ expectedVersion: -5 }))).toThrow(
      "Expected expectedVersion to be an integer of at least 0, got -5.",
    );
    expect(() => checkId("roomId", "")).toThrow('Expected roomId to be 1 to 256 characters, got "".');
  });
});

it("ST-20: a closed store is refused with store_closed", () => {
  checkOpen(false);
  expect(() => checkOpen(true)).toThrow(expect.objectContaining({ code: "store_closed" }));
});
